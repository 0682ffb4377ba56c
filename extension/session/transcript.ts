import { getErrorMessage } from "../base/failure.ts";
import type { Logger } from "../base/logger.ts";
import { mainThread } from "../contract/ids.ts";
import type { Item, ToolItem } from "../contract/items.ts";
import type { ToolDetails } from "../contract/tools.ts";
import type { Page, PageAnchor } from "../contract/toWebview.ts";
import type { Frame } from "../protocol/decode.ts";
import type { ConversationStore } from "./conversationStore.ts";
import type { TranscriptReader } from "./ports.ts";
import { type EarlierPrompt, readEarlierPrompts } from "./restore/earlierPrompts.ts";
import { isOutsideTurn } from "./restore/interruption.ts";
import { SubagentThreads } from "./restore/subagentThreads.ts";
import { applyTranscriptFrames, findTaskEnds } from "./restore/transcriptFrames.ts";
import { describeCall } from "./tools/describeCall.ts";
import type { CountedTurn } from "./usage/summary.ts";

/** Number of characters beyond which `trim` keeps fewer items than requested: they fill a screen. */
const maxCharacters = 8_000;
/** Maximum number of pages to read in search of an item that is not loaded. */
const maxReads = 4;

type OpenReader = () => Promise<TranscriptReader | undefined>;

export interface PromptText {
  readonly id: string;
  readonly text: string;
}

/** Reads the conversation by pages, from the end or next to an item, never as a whole. Loads earlier items from disk on demand. */
export class Transcript {
  readonly #store: ConversationStore;
  readonly #logger: Logger;
  readonly #damaged: (lines: number) => void;
  readonly #threads: SubagentThreads;
  /** Opens the reader for the part before the first loaded item. */
  #older: OpenReader | undefined;
  /** Opens another reader for the part before a prompt; for everything without one. */
  #reopen: ((before: string | undefined) => Promise<TranscriptReader | undefined>) | undefined;
  /** Ends of tasks in the loaded part; the tasks may have begun before it. */
  #ends: readonly Frame[] = [];
  /** Settles when all requested reads are done. */
  #reading: Promise<void> = Promise.resolve();

  /** `damaged` gets the number of lines that could not be read on the way back. */
  constructor(store: ConversationStore, logger: Logger, damaged: (lines: number) => void) {
    this.#store = store;
    this.#damaged = damaged;
    this.#logger = logger;
    this.#threads = new SubagentThreads(store, logger);
  }

  /** Returns up to `count` loaded items of a thread. An unknown anchor item counts as the end. */
  page(thread: string, at: PageAnchor, count: number): Page {
    const page = this.#store.timeline.page(thread, at, count);
    const hasOlder = thread === mainThread ? this.#older !== undefined : this.#threads.hasOlder(thread);
    return hasOlder ? { ...page, hasOlder } : page;
  }

  /** Returns up to `count` items of a thread, and loads them from disk where needed. Leaves out what cannot be read. */
  async loadPage(thread: string, at: PageAnchor, count: number): Promise<Page> {
    if (at.kind !== "end" && at.kind !== "after") {
      const wanted = at.kind === "before" ? count : count / 2;
      const isHeld = (): boolean => this.#store.item(thread, at.id) !== undefined;
      const before = (): number => this.#store.timeline.page(thread, { kind: "before", id: at.id }, count).items.length;
      // Limits the search for a removed item, which would otherwise read the whole conversation.
      let reads = isHeld() ? Number.POSITIVE_INFINITY : maxReads;
      const isNeeded = (): boolean => reads-- > 0 && (!isHeld() || before() < wanted);
      await (thread === mainThread ? this.#loadWhile(isNeeded) : this.#threads.loadWhile(thread, isNeeded));
    }
    return this.page(thread, at, count);
  }

  /** Returns all prompts, newest first. Those that are not loaded are read from disk and not kept. */
  async listPrompts(): Promise<readonly PromptText[]> {
    const earlier: PromptText[] = [];
    for await (const { item } of this.#readEarlier()) earlier.push({ id: item.id, text: item.text });
    return [...this.prompts, ...earlier];
  }

  /** Returns a prompt that is not loaded, with its attachments; undefined if there is none. */
  async findEarlier(id: string): Promise<EarlierPrompt | undefined> {
    for await (const prompt of this.#readEarlier()) if (prompt.item.id === id) return prompt;
    return undefined;
  }

  /** Returns whether an item of the main thread is loaded. */
  isLoaded(id: string): boolean {
    return this.#store.item(mainThread, id) !== undefined;
  }

  /** Loads earlier items until an item is loaded; without `id` until all are. */
  async loadUntil(id?: string): Promise<void> {
    await this.#loadWhile(() => id === undefined || this.#store.item(mainThread, id) === undefined);
  }

  /**
   * Returns the id of the prompt before (-1) or after (1) an item of the main thread, loaded from disk where needed; undefined if there is none.
   */
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

  /** Loads earlier items until one of them is a prompt for a model. */
  async loadNewestPrompt(): Promise<void> {
    await this.#loadWhile(() => this.newestAsked === undefined);
  }

  /** The turns that were loaded, oldest first, each with the prompt that began it. */
  get turns(): readonly CountedTurn[] {
    const turns: CountedTurn[] = [];
    let prompt: CountedTurn["prompt"];
    for (const item of this.#store.timeline.items()) {
      if (item.kind === "prompt") prompt = item;
      if (item.kind !== "turn") continue;
      turns.push({ item, prompt });
      prompt = undefined;
    }
    return turns;
  }

  /** True if earlier items are not loaded. */
  get hasOlder(): boolean {
    return this.#older !== undefined;
  }

  /** Returns whether an item is the first of the whole conversation. */
  isFirst(id: string): boolean {
    return this.#older === undefined && this.#store.timeline.items().find((item) => item.kind !== "notice")?.id === id;
  }

  /** Returns whether the last message in frames of the saved conversation is loaded. */
  holdsEnd(frames: readonly Frame[]): boolean {
    const last = frames.findLast(
      (frame) =>
        frame.type === "assistant" || (frame.type === "user" && !isOutsideTurn(frame) && !JSON.stringify(frame.message.content).includes('"tool_result"')),
    );
    const uuid = last && "uuid" in last ? last.uuid : undefined;
    return typeof uuid !== "string" || this.#store.createdBy(uuid) !== undefined || this.#store.item(mainThread, uuid) !== undefined;
  }

  /** Loads the end of a subagent's thread that is not loaded, or with `isWhole` all of it. */
  async loadThread(toolId: string, isWhole = false): Promise<void> {
    await this.#threads.load(toolId);
    if (isWhole) await this.#threads.loadWhile(toolId, () => true);
  }

  /** Sets the reader for the part before the loaded items, which were read from `frames`. */
  setOlder(older: OpenReader | undefined, openAgent?: TranscriptReader["openAgent"], frames: readonly Frame[] = []): void {
    this.#older = older;
    this.#ends = findTaskEnds(frames);
    this.#threads.setSource(openAgent);
  }

  /** Sets how the part before a prompt is opened once more. */
  setReopen(reopen: (before: string | undefined) => Promise<TranscriptReader | undefined>): void {
    this.#reopen = reopen;
  }

  /**
   * Drops the oldest items that are also on disk. Keeps about `count` items from a prompt on, fewer if they are long. `reopen` opens a reader
   * before a prompt.
   */
  trim(count: number, reopen: (before: string) => Promise<TranscriptReader | undefined>): void {
    const id = firstToKeep(this.#store.timeline.items(), count);
    if (id === undefined) return;
    this.#store.dropBefore(id);
    // The closure must not capture an item, else it would keep all dropped items in memory.
    this.#older = () => reopen(id);
  }

  /** Loaded prompts, newest first. */
  get prompts(): readonly PromptText[] {
    return this.#store.timeline
      .items()
      .flatMap((item) => (item.kind === "prompt" ? [{ id: item.id, text: item.text }] : []))
      .reverse();
  }

  /** The newest loaded prompt for a model, not a local command of `claude`. */
  get newestAsked(): PromptText | undefined {
    const newest = this.#store.timeline.items().findLast((item) => item.kind === "prompt" && !item.isLocal);
    return newest?.kind === "prompt" ? { id: newest.id, text: newest.text } : undefined;
  }

  /** Text of the newest reply; undefined before the first one. */
  get lastReply(): string | undefined {
    return this.#store.timeline.items().findLast((item) => item.kind === "text")?.text;
  }

  /** Returns the details of a call for its opened card; undefined for an unknown call. */
  details(toolId: string): ToolDetails | undefined {
    const record = this.#store.record(toolId);
    return record && describeCall(record);
  }

  /** Returns a call; undefined for one that is not loaded. */
  findCall(toolId: string): ToolItem | undefined {
    const record = this.#store.record(toolId);
    const item = record && this.#store.item(record.thread, toolId);
    return item?.kind === "tool" ? item : undefined;
  }

  /** Commands that the turn waits for and that could run in the background, newest last. */
  get runningCommands(): readonly { readonly id: string; readonly label: string }[] {
    return this.#store
      .unsettled()
      .flatMap(({ item }) =>
        item.kind === "tool" && item.state === "running" && item.taskId && !item.isBackground ? [{ id: item.id, label: item.subject }] : [],
      );
  }

  /** Returns whether a task still runs, in the background or for a call. */
  isTaskRunning(taskId: string): boolean {
    const isOfCall = this.#store.unsettled().some(({ item }) => item.kind === "tool" && item.taskId === taskId);
    return isOfCall || this.#store.state.background.some(({ id }) => id === taskId);
  }

  /** True if the conversation has nothing that a process could resume. */
  get isEmpty(): boolean {
    return this.#older === undefined && this.#store.timeline.items(mainThread).every((item) => item.kind === "notice");
  }

  /** Reads the prompts before the loaded ones, newest first. Logs a failure and ends there. */
  async *#readEarlier(): AsyncGenerator<EarlierPrompt> {
    if (!this.hasOlder || !this.#reopen) return;
    try {
      const pages = await this.#reopen(this.prompts.at(-1)?.id);
      if (pages) yield* readEarlierPrompts(pages, () => this.#store.makeOlder(), this.#logger);
    } catch (error) {
      this.#logger.warn(`could not read the earlier messages: ${getErrorMessage(error)}`);
    }
  }

  /** Reads one page after the other, for any number of callers. */
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

/** Returns the prompt from which about `count` items remain, or fewer long ones; undefined if fewer items would be dropped than kept. */
function firstToKeep(items: readonly Item[], count: number): string | undefined {
  let characters = 0;
  let start = items.length;
  while (start > 0 && items.length - start < count && characters < maxCharacters) {
    const item = items[--start];
    if (item && "text" in item) characters += item.text.length;
  }
  const at = items.findLastIndex((item, index) => item.kind === "prompt" && index <= start);
  // Drops nothing where no prompt comes before the kept items: the items before may be notices, which the disk does not have.
  return at > 0 && start > items.length - start ? items[at]?.id : undefined;
}

function isPrompt({ kind }: Item): boolean {
  return kind === "prompt";
}
