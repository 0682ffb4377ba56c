import { getErrorMessage } from "../base/failure.ts";
import type { Logger } from "../base/logger.ts";
import { mainThread } from "../contract/ids.ts";
import type { ToolItem } from "../contract/items.ts";
import type { ToolDetails } from "../contract/tools.ts";
import type { Page, PageAnchor } from "../contract/toWebview.ts";
import type { Frame } from "../protocol/decode.ts";
import type { ConversationStore } from "./conversationStore.ts";
import type { TranscriptReader } from "./ports.ts";
import { readEarlierParts, type TranscriptPart } from "./restore/earlierParts.ts";
import { type EarlierPrompt, readEarlierPrompts } from "./restore/earlierPrompts.ts";
import { firstToKeep } from "./restore/firstToKeep.ts";
import { findLastMessage } from "./restore/interruption.ts";
import { SubagentThreads } from "./restore/subagentThreads.ts";
import { applyTranscriptFrames, findTaskEnds } from "./restore/transcriptFrames.ts";
import { describeCall } from "./tools/describeCall.ts";
import { type CountedTurn, getTurns } from "./usage/summary.ts";

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
  /** Number of pages that were loaded before the first one, or since `trim`. */
  #loadedPages = 0;
  /** Ids of items that a search or a list showed, of which some may not be loaded. */
  readonly #listed = new Set<string>();
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
      let reads = isHeld() || this.#listed.has(at.id) ? Number.POSITIVE_INFINITY : maxReads;
      const isNeeded = (): boolean => reads-- > 0 && (!isHeld() || before() < wanted);
      await (thread === mainThread ? this.#loadWhile(isNeeded) : this.#threads.loadWhile(thread, isNeeded));
    }
    return this.page(thread, at, count);
  }

  /** Returns all prompts, newest first. Those that are not loaded are read from disk and not kept. */
  async listPrompts(): Promise<readonly PromptText[]> {
    const earlier: PromptText[] = [];
    for await (const { item } of this.#readEarlier()) earlier.push({ id: item.id, text: item.text });
    const all = [...this.prompts, ...earlier];
    this.noteListed(all);
    return all;
  }

  /** Notes items that exist, so that `loadPage` finds them however far away they are. */
  noteListed(items: readonly { readonly id: string }[]): void {
    for (const { id } of items) this.#listed.add(id);
  }

  /**
   * Reads the conversation in parts, the newest first: the loaded part, then those on disk, of which it keeps one in memory. Leaves out what cannot be
   * read.
   */
  async *readParts(): AsyncGenerator<TranscriptPart> {
    const warn = (error: unknown): void => this.#logger.warn(`could not read the earlier part of a conversation: ${getErrorMessage(error)}`);
    const start = this.#reading.then(async () => {
      const pages = (await this.#older?.().catch(warn))?.copy();
      return { items: this.#store.timeline.items().slice(), pages, ends: this.#ends, openAgent: this.#threads.source };
    });
    this.#reading = start.then(() => {});
    const { items, pages, ends, openAgent } = await start;
    yield { items, threads: this, attached: (id) => this.#store.attached(id) };
    if (!pages) return;
    const readThreads = (part: ConversationStore): Transcript => {
      const transcript = new Transcript(part, this.#logger, this.#damaged);
      transcript.setOlder(undefined, openAgent);
      return transcript;
    };
    try {
      yield* readEarlierParts({ pages, store: this.#store, ends, logger: this.#logger, onDamaged: this.#damaged, readThreads });
    } catch (error) {
      warn(error);
    }
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

  /** Loads earlier items as long as fewer than `count` pages were loaded. */
  async loadPages(count: number): Promise<void> {
    await this.#loadWhile(() => this.#loadedPages < count);
  }

  /**
   * Returns the id of the prompt before (-1) or after (1) an item of the main thread, loaded from disk where needed; undefined if there is none.
   */
  async promptBeside(id: string, step: -1 | 1): Promise<string | undefined> {
    const beside = (): string | undefined => {
      const items = this.#store.timeline.items();
      const at = items.findIndex((item) => item.id === id);
      if (at === -1) return undefined;
      return step === 1 ? items.slice(at + 1).find(({ kind }) => kind === "prompt")?.id : items.slice(0, at).findLast(({ kind }) => kind === "prompt")?.id;
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
    return getTurns(this.#store.timeline.items());
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
    const uuid = findLastMessage(frames);
    return uuid === undefined || this.#store.createdBy(uuid) !== undefined || this.#store.item(mainThread, uuid) !== undefined;
  }

  /** Loads the end of a subagent's thread that is not loaded, or with `isWhole` all of it. */
  async loadThread(toolId: string, isWhole = false): Promise<void> {
    await this.#threads.load(toolId);
    if (isWhole) await this.#threads.loadWhile(toolId, () => true);
  }

  /** Sets the reader for the part before the loaded items, which were read from `frames`. */
  setOlder(older: OpenReader | undefined, openAgent?: TranscriptReader["openAgent"], frames: readonly Frame[] = []): void {
    this.#older = older;
    this.#loadedPages = 0;
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
    this.#loadedPages = 0;
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
      this.#loadedPages++;
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
