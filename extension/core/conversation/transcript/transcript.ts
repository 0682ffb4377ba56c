import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { Page, PageAnchor } from "../../../shared/contract/toWebview.ts";
import type { Frame } from "../../protocol/frames/decode.ts";
import type { TranscriptReader } from "../ports/ports.ts";
import type { CountedTurn } from "../usage/summary.ts";
import type { ConversationStore } from "../view/conversationStore.ts";
import {
  type EarlierPlace,
  type PartsReader,
  readEarlierParts,
  type ThreadReader,
  type TranscriptPart,
} from "./earlierParts.ts";
import { EarlierTurns } from "./earlierTurns.ts";
import { FarItems } from "./farItems.ts";
import { findLastMessage } from "./interruption.ts";
import { OlderItems, type OpenReader } from "./olderItems.ts";
import { SubagentThreads } from "./subagentThreads.ts";
import { TranscriptCalls } from "./transcriptCalls.ts";
import { TranscriptPrompts } from "./transcriptPrompts.ts";
import { findTrimPoint, getKeptStart } from "./trimPoint.ts";

/** Maximum number of pages to load in search of an item. */
const maxReads = 4;

export interface TrimOptions {
  /** Opens a reader before an entry; from the end of the conversation without one. */
  readonly open: (before: string | undefined) => Promise<TranscriptReader | undefined>;
  /** Returns whether the conversation is still quiet and out of sight. */
  readonly canTrim: () => boolean;
}

/** Returns a function that holds nothing of what was read. */
function openBefore(entry: string, open: TrimOptions["open"]): OpenReader {
  return () => open(entry);
}

/**
 * Reads the conversation by pages, from the end or next to an item, never as a whole. Loads earlier items from disk on
 * demand; those far before the loaded ones are only held while they are shown.
 */
export class Transcript implements PartsReader, ThreadReader {
  readonly prompts: TranscriptPrompts;
  readonly calls: TranscriptCalls;
  readonly #store: ConversationStore;
  readonly #logger: Logger;
  readonly #damaged: (lines: number) => void;
  readonly #older: OlderItems;
  readonly #threads: SubagentThreads;
  readonly #turns = new EarlierTurns();
  readonly #far: FarItems;
  /** Ids of items that a search, a list or a page showed, of which some may not be loaded. */
  readonly #listed = new Set<string>();

  /** `damaged` gets the number of lines that could not be read on the way back. */
  constructor(store: ConversationStore, logger: Logger, damaged: (lines: number) => void) {
    this.#store = store;
    this.#damaged = damaged;
    this.#logger = logger;
    this.#older = new OlderItems(store, logger, damaged);
    this.#threads = new SubagentThreads(store, logger);
    this.#far = new FarItems({
      older: this.#older,
      logger,
      findPlace: () => this.#findPlace(),
      loaded: () => store.timeline.items(),
    });
    const lookup = { older: this.#older, far: this.#far, logger };
    this.prompts = new TranscriptPrompts(store, { ...lookup, noteListed: (prompts) => this.noteListed(prompts) });
    this.calls = new TranscriptCalls(store, { far: this.#far, isListed: (id) => this.#listed.has(id) });
  }

  /** Returns up to `count` loaded items of a thread. An unknown anchor item counts as the end. */
  page(thread: string, at: PageAnchor, count: number): Page {
    const far = this.#farThread(thread);
    if (far) return far.page(thread, at, count);
    const page = this.#store.timeline.page(thread, at, count);
    const hasOlder = thread === mainThread ? this.hasOlder : this.#threads.hasOlder(thread);
    return hasOlder ? { ...page, hasOlder } : page;
  }

  /** Returns up to `count` items of a thread, and reads them from disk where needed. Leaves out what cannot be read. */
  async loadPage(thread: string, at: PageAnchor, count: number): Promise<Page> {
    const farThread = this.#farThread(thread);
    if (farThread) return farThread.loadPage(thread, at, count);
    if (at.kind === "end") return this.page(thread, at, count);
    const wanted = at.kind === "after" ? 0 : at.kind === "before" ? count : count / 2;
    const isHeld = (): boolean => this.#store.item(thread, at.id) !== undefined;
    const before = (): number => this.#store.timeline.page(thread, { kind: "before", id: at.id }, count).items.length;
    if (thread !== mainThread) {
      await this.#threads.loadWhile(thread, () => !isHeld() || before() < wanted);
      return this.page(thread, at, count);
    }
    const isListed = this.#listed.has(at.id);
    // Limits the search for a removed item, which would otherwise read the whole conversation, and the growth by going
    // to far items.
    let reads = isListed ? maxReads - this.#older.pages : maxReads;
    if (!this.#far.window?.has(at.id)) await this.#older.loadWhile(() => (isHeld() ? before() < wanted : reads-- > 0));
    const far = isListed && !isHeld() ? await this.#far.use((window) => window.loadPage(at, count)) : undefined;
    if (far) this.noteListed(far.items);
    return far ?? this.page(thread, at, count);
  }

  /** Notes items that exist, so that `loadPage` finds them however far away they are. */
  noteListed(items: readonly { readonly id: string }[]): void {
    for (const { id } of items) this.#listed.add(id);
  }

  /**
   * Reads the loaded part, then those on disk, the newest first, of which it keeps one in memory. Leaves out what
   * cannot be read.
   */
  async *readParts(): AsyncGenerator<TranscriptPart> {
    const { items, place } = await this.#older.inTurn(async () => ({
      items: this.#store.timeline.items().slice(),
      place: await this.#findPlace(),
    }));
    yield { items, threads: this, store: this.#store, isLoaded: true };
    if (place) yield* readEarlierParts(place);
  }

  get releases(): number {
    return this.#older.releases;
  }

  /** Returns whether an item of the main thread is loaded. */
  isLoaded(id: string): boolean {
    return this.#store.item(mainThread, id) !== undefined;
  }

  /** Loads earlier items as long as fewer than `count` pages were loaded. */
  loadPages(count: number): Promise<void> {
    return this.#older.loadWhile(() => this.#older.pages < count);
  }

  /** The turns that were loaded, or read by `readTurns`, oldest first, each with the prompt that began it. */
  get turns(): readonly CountedTurn[] {
    return this.#turns.all(this.#store.timeline.items(), this.#older.releases);
  }

  /** True if `turns` has not all turns. */
  get hasOlderTurns(): boolean {
    return this.hasOlder && !this.#turns.isRead(this.#older.releases);
  }

  /** Reads the turns that are not loaded. */
  readTurns(): Promise<void> {
    return this.#turns.read(this);
  }

  /** True if earlier items are not loaded. */
  get hasOlder(): boolean {
    return this.#older.exist;
  }

  /** Returns whether an item is the first of the whole conversation. */
  isFirst(id: string): boolean {
    const first = this.#store.timeline.items().find((item) => item.kind !== "notice");
    return this.hasOlder ? this.#far.window?.isFirst(id) === true : first?.id === id;
  }

  /** Returns whether the last message in frames of the saved conversation is loaded. */
  holdsEnd(frames: readonly Frame[]): boolean {
    const uuid = findLastMessage(frames);
    return (
      uuid === undefined ||
      this.#store.createdBy(uuid) !== undefined ||
      this.#store.item(mainThread, uuid) !== undefined
    );
  }

  /** Loads the end of a subagent's thread that is not loaded, or with `isWhole` all of it. */
  async loadThread(toolId: string, isWhole = false): Promise<void> {
    await this.calls.hold(toolId);
    const far = this.#farThread(toolId);
    if (far) return far.loadThread(toolId, isWhole);
    await this.#threads.load(toolId);
    if (isWhole) await this.#threads.loadWhile(toolId, () => true);
  }

  /** Sets the reader for the part before the loaded items, which were read from `frames`. */
  setOlder(
    older: OpenReader | undefined,
    openAgent?: TranscriptReader["openAgent"],
    frames: readonly Frame[] = [],
  ): void {
    this.#older.set(older, frames);
    this.prompts.reset();
    this.#threads.setSource(openAgent);
  }

  /**
   * Drops the oldest items, as far as the end of the transcript shows that they can be read again, and keeps about
   * `count`, fewer long ones. Asks `canTrim` once that end was read. Never rejects.
   */
  trim(count: number, { open, canTrim }: TrimOptions): Promise<void> {
    return this.#older.inTurn(async () => {
      const items = this.#store.timeline.items();
      if (getKeptStart(items, count) === 0) return;
      try {
        const page = await (await open(undefined))?.read();
        const start = getKeptStart(this.#store.timeline.items(), count);
        const point = page && canTrim() ? findTrimPoint(this.#store, page.frames, start) : undefined;
        if (point) this.#older.release(point.item, point.frames, openBefore(point.entry, open));
      } catch (error) {
        this.#logger.warn(`kept the earlier part of a conversation in memory: ${getErrorMessage(error)}`);
      }
    });
  }

  /** Text of the newest reply; undefined before the first one. */
  get lastReply(): string | undefined {
    return this.#store.timeline.items().findLast((item) => item.kind === "text")?.text;
  }

  /** True if the conversation has nothing that a process could resume. */
  get isEmpty(): boolean {
    return !this.hasOlder && this.#store.timeline.items(mainThread).every((item) => item.kind === "notice");
  }

  /** Returns the reader of a subagent's thread far before the loaded items. */
  #farThread(thread: string): ThreadReader | undefined {
    return thread === mainThread || this.#store.record(thread)
      ? undefined
      : this.#far.window?.partOfCall(thread)?.threads;
  }

  /**
   * Returns the place where the loaded items begin; undefined where nothing is before them, or it cannot be read. Call
   * it in turn.
   */
  async #findPlace(): Promise<EarlierPlace | undefined> {
    const openAgent = this.#threads.source;
    const readThreads = (part: ConversationStore): Transcript => {
      const transcript = new Transcript(part, this.#logger, this.#damaged);
      transcript.setOlder(undefined, openAgent);
      return transcript;
    };
    return this.#older.findPlace(readThreads);
  }
}
