import { getErrorMessage } from "../base/failure.ts";
import type { Logger } from "../base/logger.ts";
import { mainThread } from "../contract/ids.ts";
import type { Item } from "../contract/items.ts";
import type { ToolDetails } from "../contract/tools.ts";
import type { Page, PageAnchor } from "../contract/toWebview.ts";
import type { Frame } from "../protocol/decode.ts";
import type { ConversationStore } from "./conversationStore.ts";
import type { TranscriptReader } from "./ports.ts";
import { isOutsideTurn } from "./restore/interruption.ts";
import { SubagentThreads } from "./restore/subagentThreads.ts";
import { applyTranscriptFrames, findTaskEnds } from "./restore/transcriptFrames.ts";
import { describeCall } from "./tools/describeCall.ts";

/** Characters beyond which fewer items stay when others are let go: they fill a screen. */
const maxCharacters = 8_000;
/** How many pages are read in search of an item that is not held. */
const maxReads = 4;

export interface PromptText {
  readonly id: string;
  readonly text: string;
}

/**
 * What was said and done, to be read: by pages from the end or next to an item, never as a whole. What came before the items that
 * are held is read from disk when it is asked for.
 */
export class Transcript {
  readonly #store: ConversationStore;
  readonly #logger: Logger;
  readonly #damaged: (lines: number) => void;
  readonly #threads: SubagentThreads;
  /** Reads on from before the first item that is held. */
  #older: (() => Promise<TranscriptReader | undefined>) | undefined;
  /** The ends of tasks in what was read, which may have begun before it. */
  #ends: readonly Frame[] = [];
  /** Settles when everything is read that was asked for. */
  #reading: Promise<void> = Promise.resolve();

  /** `damaged` hears of lines that could not be read on the way back. */
  constructor(store: ConversationStore, logger: Logger, damaged: (lines: number) => void) {
    this.#store = store;
    this.#damaged = damaged;
    this.#logger = logger;
    this.#threads = new SubagentThreads(store, logger);
  }

  /** Up to `count` of the items of a thread that are held. An item that is gone reads as the end. */
  page(thread: string, at: PageAnchor, count: number): Page {
    const page = this.#store.timeline.page(thread, at, count);
    const hasOlder = thread === mainThread ? this.#older !== undefined : this.#threads.hasOlder(thread);
    return hasOlder ? { ...page, hasOlder } : page;
  }

  /** Up to `count` items of a thread, read from disk where they are not held. What cannot be read any more is left out. */
  async loadPage(thread: string, at: PageAnchor, count: number): Promise<Page> {
    if (at.kind !== "end" && at.kind !== "after") {
      const wanted = at.kind === "before" ? count : count / 2;
      const isHeld = (): boolean => this.#store.item(thread, at.id) !== undefined;
      const before = (): number => this.#store.timeline.page(thread, { kind: "before", id: at.id }, count).items.length;
      // An item that is gone is not looked for in all that was ever said.
      let reads = isHeld() ? Number.POSITIVE_INFINITY : maxReads;
      const isNeeded = (): boolean => reads-- > 0 && (!isHeld() || before() < wanted);
      await (thread === mainThread ? this.#loadWhile(isNeeded) : this.#threads.loadWhile(thread, isNeeded));
    }
    return this.page(thread, at, count);
  }

  /** Reads on until an item is held; without one until everything is. */
  async loadUntil(id?: string): Promise<void> {
    await this.#loadWhile(() => id === undefined || this.#store.item(mainThread, id) === undefined);
  }

  /** The prompt before (-1) or after an item of the main thread, read from disk where it is not held; undefined where there is none. */
  async promptBeside(id: string, step: -1 | 1): Promise<string | undefined> {
    const beside = (): string | undefined => {
      const items = this.#store.timeline.items();
      const at = items.findIndex((item) => item.id === id);
      if (at === -1) return undefined;
      return step === 1 ? items.slice(at + 1).find(isPrompt)?.id : items.slice(0, at).findLast(isPrompt)?.id;
    };
    if (step === -1) await this.#loadWhile(() => beside() === undefined);
    return beside();
  }

  /** Reads on until there is a prompt that a model was asked. */
  async loadNewestPrompt(): Promise<void> {
    await this.#loadWhile(() => this.newestAsked === undefined);
  }

  /** Whether something was said before what is held. */
  get hasOlder(): boolean {
    return this.#older !== undefined;
  }

  /** Whether an item is the first that was ever said. */
  isFirst(id: string): boolean {
    return this.#older === undefined && this.#store.timeline.items().find((item) => item.kind !== "notice")?.id === id;
  }

  /** Whether what frames of the saved conversation say last is held. */
  holdsEnd(frames: readonly Frame[]): boolean {
    const last = frames.findLast(
      (frame) =>
        frame.type === "assistant" || (frame.type === "user" && !isOutsideTurn(frame) && !JSON.stringify(frame.message.content).includes('"tool_result"')),
    );
    const uuid = last && "uuid" in last ? last.uuid : undefined;
    return typeof uuid !== "string" || this.#store.createdBy(uuid) !== undefined || this.#store.item(mainThread, uuid) !== undefined;
  }

  /** Reads the work of a subagent whose thread is not held: its end, or all of it. */
  async loadThread(toolId: string, isWhole = false): Promise<void> {
    await this.#threads.load(toolId);
    if (isWhole) await this.#threads.loadWhile(toolId, () => true);
  }

  /** Says where what came before the held items can be read; `frames` are what they were read from. */
  setOlder(older: (() => Promise<TranscriptReader | undefined>) | undefined, openAgent?: TranscriptReader["openAgent"], frames: readonly Frame[] = []): void {
    this.#older = older;
    this.#ends = findTaskEnds(frames);
    this.#threads.setSource(openAgent);
  }

  /** Lets the oldest items go, as far as the disk has them: about `count` stay, fewer long ones, from a prompt on. `reopen` reads from before a prompt. */
  trim(count: number, reopen: (before: string) => Promise<TranscriptReader | undefined>): void {
    const id = firstToKeep(this.#store.timeline.items(), count);
    if (id === undefined) return;
    this.#store.dropBefore(id);
    // Knows no item: it would hold all that were let go.
    this.#older = () => reopen(id);
  }

  /** Prompts that are held, newest first. */
  get prompts(): readonly PromptText[] {
    return this.#store.timeline
      .items()
      .flatMap((item) => (item.kind === "prompt" ? [{ id: item.id, text: item.text }] : []))
      .reverse();
  }

  /** The newest prompt that is held and that a model was asked, not a command of the CLI's own. */
  get newestAsked(): PromptText | undefined {
    const newest = this.#store.timeline.items().findLast((item) => item.kind === "prompt" && !item.isLocal);
    return newest?.kind === "prompt" ? { id: newest.id, text: newest.text } : undefined;
  }

  /** Text of the newest reply; undefined before there is one. */
  get lastReply(): string | undefined {
    return this.#store.timeline.items().findLast((item) => item.kind === "text")?.text;
  }

  /** What an opened card shows of a call; undefined for one that is not known. */
  details(toolId: string): ToolDetails | undefined {
    const record = this.#store.record(toolId);
    return record && describeCall(record);
  }

  /** Commands that a turn waits for and need not, the newest last. */
  get runningCommands(): readonly { readonly id: string; readonly label: string }[] {
    return this.#store
      .unsettled()
      .flatMap(({ item }) =>
        item.kind === "tool" && item.state === "running" && item.taskId && !item.isBackground ? [{ id: item.id, label: item.subject }] : [],
      );
  }

  /** Whether a task still goes on, in the background or for a call. */
  isTaskRunning(taskId: string): boolean {
    const isOfCall = this.#store.unsettled().some(({ item }) => item.kind === "tool" && item.taskId === taskId);
    return isOfCall || this.#store.state.background.some(({ id }) => id === taskId);
  }

  /** Whether anything was said that a process could go on with. */
  get isEmpty(): boolean {
    return this.#older === undefined && this.#store.timeline.items(mainThread).every((item) => item.kind === "notice");
  }

  /** One read after the other, however many ask. */
  async #loadWhile(isNeeded: () => boolean): Promise<void> {
    const read = async (): Promise<void> => {
      while (this.#older && isNeeded()) await this.#loadOlder(this.#older);
    };
    this.#reading = this.#reading.then(read);
    await this.#reading;
  }

  async #loadOlder(older: () => Promise<TranscriptReader | undefined>): Promise<void> {
    try {
      const pages = await older();
      const page = await pages?.read();
      if (this.#older !== older) return;
      const store = this.#store.makeOlder();
      applyTranscriptFrames(store, page?.frames ?? [], this.#logger, { endedLater: this.#ends });
      this.#store.prepend(store);
      this.#ends = [...findTaskEnds(page?.frames ?? []), ...this.#ends];
      if (page && page.damaged > 0) this.#damaged(page.damaged);
      this.#older = pages && page?.hasOlder ? async () => pages : undefined;
    } catch (error) {
      this.#logger.warn(`could not read what was said before: ${getErrorMessage(error)}`);
      if (this.#older === older) this.#older = undefined;
    }
  }
}

/** The prompt from which on about `count` items stay, or fewer long ones; undefined where less would go than stay. */
function firstToKeep(items: readonly Item[], count: number): string | undefined {
  let characters = 0;
  let start = items.length;
  while (start > 0 && items.length - start < count && characters < maxCharacters) {
    const item = items[--start];
    if (item && "text" in item) characters += item.text.length;
  }
  const at = items.findLastIndex((item, index) => item.kind === "prompt" && index <= start);
  // What the disk does not have stays: what a person was told beside the conversation.
  return at > 0 && start > items.length - start ? items[at]?.id : undefined;
}

function isPrompt({ kind }: Item): boolean {
  return kind === "prompt";
}
