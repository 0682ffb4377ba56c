import { type ConversationState, createEmptyState, patchState } from "../../../shared/contract/conversationState.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { Item } from "../../../shared/contract/items.ts";
import type { PutDelta, StateDelta } from "../../../shared/contract/stateDeltas.ts";
import { hasSince } from "../../protocol/version.ts";
import { CallStarts } from "../reduce/callStarts.ts";
import { ExternalIds } from "../reduce/externalIds.ts";
import type { TakenKeys } from "../reduce/keyedCalls.ts";
import type { Reduction, StoreView, ThreadCursor } from "../reduce/reduction.ts";
import type { ProcessUsage } from "../reduce/turnUsage.ts";
import { mayEdit } from "../tools/describeCall.ts";
import { isWithin, type PathRules } from "../tools/toolPath.ts";
import type { ToolRecord } from "../tools/toolRecord.ts";
import { CreatedItems, type FrameItems } from "./createdItems.ts";
import { ShownFacts } from "./shownFacts.ts";
import { Timeline } from "./timeline.ts";
import { UnsettledItems } from "./unsettledItems.ts";

/** All state of one conversation. Reducers are pure and return reductions; only this class applies them. */
export class ConversationStore implements StoreView {
  readonly timeline = new Timeline();
  readonly #cursors = new Map<string, ThreadCursor>();
  readonly #records = new Map<string, ToolRecord>();
  readonly #unsettled = new UnsettledItems(this.timeline);
  readonly #created = new CreatedItems();
  /** Data of attachments of prompts from a saved transcript, by attachment id. */
  readonly #attached = new Map<string, string>();
  /** Facts in rows that no transcript has. */
  readonly shown: ShownFacts;
  /** Working folders of the process that hooks reported, by tool-use id. */
  readonly #folders = new Map<string, string>();
  /** Folders in which the processes of this conversation keep their own files. */
  readonly #configFolders = new Set<string>();
  readonly paths: PathRules;
  /** Maps the ids of every frame before it is reduced. */
  readonly ids: ExternalIds;
  readonly starts = new CallStarts();
  #state: ConversationState;
  #hasStateEvents = false;
  #costOffset = 0;
  #isCostKnown = true;
  #counted: ProcessUsage = { models: new Map(), apiMs: 0 };
  #editRevision = 0;

  /**
   * `paths`: path rules of the machine of the process; without them `~` is not resolved. `shown`: what rows said that
   * are read back.
   */
  constructor(
    state: ConversationState,
    paths: PathRules = { home: "", isWindows: false },
    shown = new ShownFacts(),
    ids = new ExternalIds(),
  ) {
    this.#state = state;
    this.paths = paths;
    this.shown = shown;
    this.ids = ids;
  }

  /**
   * Returns an empty store for the part of the conversation before the loaded one; pass it to `prepend`. Its keys
   * differ from all keys in this store, and from `taken`.
   */
  makeOlder(taken?: TakenKeys): ConversationStore {
    const isMessage = (thread: string, key: string): boolean =>
      taken?.isMessage(thread, key) === true || this.timeline.items(thread).some(({ id }) => id.startsWith(`${key}:`));
    return new ConversationStore(
      createEmptyState(this.#state.folder),
      this.paths,
      this.shown,
      new ExternalIds({ isCall: (key) => taken?.isCall(key) === true || this.#records.has(key), isMessage }),
    );
  }

  folderOf(toolId: string): string {
    return this.#folders.get(toolId) ?? this.#state.folder;
  }

  /** Notes the working folder of the process before a call, which a hook reported. */
  noteFolder(toolId: string, folder: string): void {
    if (folder !== this.#state.folder) this.#folders.set(toolId, folder);
  }

  /**
   * The config folders of the processes of `claude`, in which it keeps its own files. Without one in which the user
   * works.
   */
  get ownFolders(): readonly string[] {
    const { isWindows, configFolder } = this.paths;
    const current = configFolder?.(this.#state.profile);
    const all = [...this.#configFolders, ...(current === undefined ? [] : [current])];
    return all.filter((folder) => !isWithin(this.#state.folder, folder, isWindows));
  }

  /** Returns a test for files of `claude` itself, such as plans and memories. */
  claudesOwn(): (path: string) => boolean {
    const folders = this.ownFolders;
    return (path) => folders.some((folder) => isWithin(path, folder, this.paths.isWindows));
  }

  get state(): ConversationState {
    return this.#state;
  }

  get hasStateEvents(): boolean {
    return this.#hasStateEvents;
  }

  get costOffset(): number {
    return this.#costOffset;
  }

  /** Changes when an editing call, or an agent call (whose steps may edit), is added, removed, or gets its input. */
  get editRevision(): number {
    return this.#editRevision;
  }

  get counted(): ProcessUsage {
    return this.#counted;
  }

  get isCostKnown(): boolean {
    return this.#isCostKnown;
  }

  item(thread: string, id: string): Item | undefined {
    return this.timeline.item(thread, id);
  }

  size(thread: string): number {
    return this.timeline.items(thread).length;
  }

  last(thread: string): Item | undefined {
    return this.timeline.items(thread).at(-1);
  }

  lastSaid(thread: string): Item | undefined {
    return this.timeline.items(thread).findLast(({ kind }) => kind !== "notice" && kind !== "turn");
  }

  cursor(thread: string): ThreadCursor | undefined {
    return this.#cursors.get(thread);
  }

  record(toolId: string): ToolRecord | undefined {
    return this.#records.get(toolId);
  }

  attached(id: string): string | undefined {
    return this.#attached.get(id);
  }

  wasWaiting(toolId: string): boolean {
    return this.shown.wasWaiting(toolId);
  }

  /** Ids of calls that wait for the user now, or waited when a process ended. */
  get waited(): readonly string[] | undefined {
    const waiting = this.unsettled().flatMap(({ item }) =>
      item.kind === "tool" && item.state === "waiting" ? [item.id] : [],
    );
    const waited = new Set([...this.shown.waited, ...waiting]);
    return waited.size === 0 ? undefined : [...waited];
  }

  createdBy(uuid: string): FrameItems | undefined {
    return this.#created.get(uuid);
  }

  unsettled(): { thread: string; item: Item }[] {
    return this.#unsettled.list();
  }

  /**
   * Resets what the last process announced. On resume, a newer process counts the cost of the whole conversation
   * (2.1.329); an older one counts from its own start (2.0.77, 2.1.50).
   */
  beginProcess({
    isResumed,
    version,
    configFolder,
  }: {
    readonly isResumed: boolean;
    readonly version: string;
    readonly configFolder?: string | undefined;
  }): void {
    if (configFolder !== undefined) this.#configFolders.add(configFolder);
    const isCostCumulative = isResumed && hasSince(version, "c") !== "no";
    this.#hasStateEvents = false;
    this.ids.beginProcess();
    this.starts.beginProcess();
    this.#cursors.clear();
    this.#costOffset = isCostCumulative ? 0 : this.#state.costUsd;
    this.#counted = isCostCumulative ? { models: undefined, apiMs: undefined } : { models: new Map(), apiMs: 0 };
    if (!isCostCumulative) this.#isCostKnown = true;
  }

  /**
   * Marks the cost as unknown: the frames so far were paid elsewhere. Until `claude` reports the total, the cost of a
   * part is unknown too.
   */
  forgetCost(): void {
    this.#isCostKnown = false;
  }

  /**
   * Applies a reduction in time proportional to the reduction, not to the conversation. Returns the changes as they
   * were applied.
   */
  apply(reduction: Reduction): readonly StateDelta[] {
    for (const [id, record] of reduction.records ?? []) {
      if (this.#records.get(id)?.input !== record.input && mayEdit(record.tool)) this.#editRevision++;
      this.#records.set(id, record);
    }
    for (const [id, data] of reduction.attached ?? []) this.#attached.set(id, data);
    if (reduction.created) this.#created.note(reduction.created.uuid, reduction.created);
    if (reduction.hasStateEvents) this.#hasStateEvents = true;
    if (reduction.counted) this.#counted = reduction.counted;
    if (reduction.cursor) this.#cursors.set(reduction.cursor.thread, reduction.cursor.value);
    return reduction.deltas.map((change) => (change.kind === "put" ? this.#put(change) : this.#applyChange(change)));
  }

  #put({ thread, item }: PutDelta): PutDelta {
    const isNew = this.timeline.put(thread, item);
    this.#unsettled.note(thread, item);
    if (item.kind === "tool" && item.decided?.code === "unanswered") this.shown.noteUnanswered(item.id);
    return { kind: "put", thread, item, isNew };
  }

  /** Inserts the earlier part of the conversation, which was read into a store of its own (`makeOlder`). */
  prepend(older: ConversationStore): void {
    this.#editRevision++;
    for (const thread of older.timeline.threads) this.timeline.prepend(thread, this.selectOlder(older, thread));
    for (const [id, record] of older.#records) if (!this.#records.has(id)) this.#records.set(id, record);
    for (const [id, data] of older.#attached) this.#attached.set(id, data);
  }

  /** Returns the items of an earlier part that are not loaded. */
  selectOlder(older: ConversationStore, thread = mainThread): readonly Item[] {
    return older.timeline.items(thread).filter(({ id }) => this.timeline.item(thread, id) === undefined);
  }

  /** Drops the part of the conversation before an item of the main thread. That part stays on disk. */
  dropBefore(id: string): void {
    this.#editRevision++;
    for (const item of this.timeline.dropBefore(id)) {
      this.#unsettled.forget(item.id);
      this.#forgetCall(item.id);
      this.#forgetAttached(item);
      // The ids of a block's row start with the key of its message, see `reduceAssistant`.
      if (item.kind === "text" || item.kind === "thinking")
        this.ids.forgetMessage(item.id.slice(0, item.id.lastIndexOf(":")));
    }
    this.#created.prune((thread, each) => this.item(thread, each) !== undefined);
  }

  #forgetAttached(item: Item | undefined): void {
    if (item?.kind === "prompt") for (const { id } of item.attachments ?? []) this.#attached.delete(id);
  }

  /** Forgets a removed call and, for an Agent call, its thread. */
  #forgetCall(id: string): void {
    if (!this.#records.delete(id)) return;
    this.ids.forgetCall(id);
    this.#folders.delete(id);
    for (const item of this.timeline.items(id)) {
      this.#unsettled.forget(item.id);
      this.#forgetCall(item.id);
    }
    this.timeline.forget(id);
    this.#cursors.delete(id);
  }

  #applyChange(change: Exclude<StateDelta, PutDelta>): StateDelta {
    if (change.kind === "state") {
      this.#state = patchState(this.#state, change.set);
      if (change.set.costUsd !== undefined) this.#isCostKnown = true;
      return change;
    }
    if (change.kind === "restored") return change;
    if (change.kind === "remove" || change.kind === "clear") this.#editRevision++;
    if (change.kind === "remove") this.#forgetAttached(this.item(change.thread, change.id));
    this.timeline.apply(change);
    if (change.kind === "clear") {
      this.ids.reset();
      for (const part of [this.#cursors, this.#records, this.#attached, this.#created, this.#unsettled]) part.clear();
    } else if (change.kind === "remove") {
      this.#unsettled.forget(change.id);
      // The call of a row that moves to its own thread stays known.
      if (this.#records.get(change.id)?.thread === change.thread) this.#forgetCall(change.id);
    }
    return change;
  }
}
