import type { Clock } from "../../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import { escapePath } from "../../../shared/base/invisible.ts";
import type { BufferAction } from "../../../shared/contract/fromWebview.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { ToolItem } from "../../../shared/contract/items.ts";
import type { Notice } from "../../../shared/contract/notices.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import { toolKinds } from "../../../shared/contract/tools.ts";
import type { ConversationChange } from "../../conversation/events/changeEvents.ts";
import { toRelativePath } from "../../conversation/tools/relativePath.ts";
import { mergeWithMarkers, type SideNames } from "../../review/conflictMarkers.ts";
import type { Conversations } from "../conversations.ts";
import type { Notifier } from "../ports.ts";
import type { DiskContent, EditorBuffers } from "./bufferPorts.ts";

/** Time in ms that the editor has to notice a change of the disk itself. */
const timeoutMs = 1_000;

/** A file that a conversation wrote, or may have written (`isCertain` false). */
interface Write {
  readonly id: ConversationId;
  readonly path: string;
  readonly isCertain: boolean;
}

type BufferNotice = Extract<Notice, { readonly code: `buffer${string}` }>;

export interface BufferSyncOptions {
  readonly conversations: Conversations;
  readonly buffers: EditorBuffers;
  readonly dialogs: Notifier;
  readonly clock: Clock;
  /** Returns the names of the two sides of a conflict for the markers in a file. */
  readonly sideNames: () => SideNames;
}

/**
 * Keeps buffers of the editor in step with the files that `claude` writes.
 * - Reloads an unchanged buffer where the editor did not notice the write itself.
 * - Offers a merge for a dirty buffer, once until it is saved or reverted.
 * - No save overwrites a write of `claude`: the editor refuses a save over a file of another length; for a file of the
 *   same length, which it does not notice (seen with 1.139), the save writes both changes.
 */
export class BufferSync implements Disposable {
  readonly #options: BufferSyncOptions;
  readonly #store = new DisposableStore();
  /** Text on disk that a dirty buffer is based on, by path. */
  readonly #bases = new Map<string, Promise<DiskContent | undefined>>();
  /** Paths of dirty buffers that are known to be behind the disk. */
  readonly #behind = new Set<string>();
  /** Running comparisons by path, each with the write to compare next. */
  readonly #checks = new Map<string, { next: Write | undefined }>();
  /** Buffers that the editor may still reload itself, by path, with the conversation that wrote the file. */
  readonly #late = new Map<string, ConversationId>();
  #timer: Disposable | undefined;
  /** The conversation that wrote last. */
  #writer: ConversationId | undefined;

  constructor(options: BufferSyncOptions) {
    this.#options = options;
    const { conversations, buffers } = options;
    this.#store.add(
      conversations.changes.on({ fields: ["status"], items: ["tool"] }, (change) => this.#follow(change)),
    );
    this.#store.add(buffers.onDidChangeDirty((path) => this.#note(path)));
    this.#store.add(buffers.onWillSave((path) => (this.#bases.has(path) ? this.#textToSave(path) : undefined)));
    this.#store.defer(() => this.#timer?.dispose());
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Runs an action of the notice about a buffer. */
  async run(path: string, action: BufferAction): Promise<void> {
    const { buffers, dialogs, sideNames } = this.#options;
    const base = await this.#bases.get(path);
    const buffer = buffers.get(path);
    if (!this.#behind.has(path) || !buffer?.isDirty) return dialogs.say("bufferInStep");
    if (action === "compare" || base === undefined || buffer.text === undefined) return buffers.compare(path);
    const isMerged = await buffers.rebase(
      path,
      (saved, mine) => mergeWithMarkers(base.text, mine, saved, sideNames()).text,
    );
    if (!isMerged) return dialogs.say("bufferNotMerged");
    this.#behind.delete(path);
    this.#bases.set(path, buffers.readSaved(path));
  }

  #follow({ id, changes }: ConversationChange): void {
    const statuses = changes.flatMap((change) => (change.kind === "state" ? (change.set.status ?? []) : []));
    const calls = changes.flatMap((change) => getEndedCall(change) ?? []);
    if (statuses.length === 0 && !calls.some((call) => isEdit(call) || mayWriteAnything(call))) return;
    this.#writer = id;
    // A list of all documents, which only few calls need.
    const { buffers } = this.#options;
    if (statuses.includes("working")) for (const path of buffers.paths) this.#note(path);
    const written = new Set(calls.flatMap((call) => (isEdit(call) && call.state === "done" ? (call.path ?? []) : [])));
    for (const path of written) this.#background(this.#check({ id, path, isCertain: true }));
    if (!calls.some(mayWriteAnything) && !statuses.includes("idle")) return;
    for (const path of buffers.paths)
      if (!written.has(path)) this.#background(this.#check({ id, path, isCertain: false }));
  }

  /** Keeps the base of a dirty buffer for as long as it is dirty, from the start of a turn on. */
  #note(path: string): void {
    const { conversations, buffers } = this.#options;
    if (!buffers.get(path)?.isDirty) {
      this.#bases.delete(path);
      this.#behind.delete(path);
    } else if (
      !this.#bases.has(path) &&
      conversations.all.some(({ conversation }) => conversation.state.status === "working")
    ) {
      this.#bases.set(path, buffers.readSaved(path));
    }
  }

  /**
   * Compares a buffer with the disk. Of the writes that arrive during a comparison only the last one is compared again.
   */
  async #check(write: Write): Promise<void> {
    const { path } = write;
    if (!this.#options.buffers.get(path)) return;
    const running = this.#checks.get(path);
    if (running) {
      running.next = { ...write, isCertain: write.isCertain || running.next?.isCertain === true };
      return;
    }
    const check: { next: Write | undefined } = { next: write };
    this.#checks.set(path, check);
    while (check.next) {
      const { next } = check;
      check.next = undefined;
      await this.#compare(next);
    }
    this.#checks.delete(path);
  }

  async #compare(write: Write): Promise<void> {
    const { id, path } = write;
    const { buffers } = this.#options;
    const saved = await buffers.readSaved(path);
    const buffer = buffers.get(path);
    if (buffer?.isDirty) return this.#tell(write, saved);
    if (saved === undefined || buffer?.text === undefined || buffer.text === saved.text) return;
    this.#late.set(path, id);
    this.#timer ??= this.#options.clock.after(timeoutMs, () => {
      const late = [...this.#late];
      this.#late.clear();
      this.#timer = undefined;
      for (const [each, writer] of late) this.#background(this.#reload(writer, each));
    });
  }

  async #reload(id: ConversationId, path: string): Promise<void> {
    if (!(await this.#isStale(path))) return;
    await this.#options.buffers.reload(path);
    if (await this.#isStale(path)) this.#notice(id, path, "bufferStale");
  }

  /** Checks whether an unchanged buffer differs from the disk. */
  async #isStale(path: string): Promise<boolean> {
    const saved = await this.#options.buffers.readSaved(path);
    const buffer = this.#options.buffers.get(path);
    return saved !== undefined && buffer?.text !== undefined && !buffer.isDirty && buffer.text !== saved.text;
  }

  /**
   * Offers a merge for a dirty buffer. It differs from the disk in any case, so the check is whether the disk still has
   * the base of the buffer.
   */
  async #tell({ id, path, isCertain }: Write, saved: DiskContent | undefined): Promise<void> {
    const base = await this.#bases.get(path);
    const buffer = this.#options.buffers.get(path);
    const isBehind = base && saved ? base.text !== saved.text && saved.text !== buffer?.text : isCertain;
    if (!isBehind || this.#behind.has(path) || !buffer?.isDirty) return;
    this.#behind.add(path);
    this.#notice(id, path, base && buffer.text !== undefined ? "bufferBehind" : "bufferUnmergeable");
  }

  async #textToSave(path: string): Promise<string | undefined> {
    const { buffers, sideNames } = this.#options;
    const [base, saved] = await Promise.all([this.#bases.get(path), buffers.readSaved(path)]);
    const text = buffers.get(path)?.text;
    if (!base || !saved || text === undefined || text === saved.text || saved.text === base.text) return undefined;
    // The editor refuses this save itself and reports it.
    if (saved.size !== base.size && buffers.refusesConflicts(path)) return undefined;
    const merged = mergeWithMarkers(base.text, text, saved.text, sideNames());
    if (this.#writer !== undefined)
      this.#notice(this.#writer, path, merged.conflicts > 0 ? "bufferConflicts" : "bufferMerged");
    return merged.text;
  }

  #notice(id: ConversationId, path: string, code: BufferNotice["code"]): void {
    const conversation = this.#options.conversations.get(id)?.conversation;
    const shown = escapePath(toRelativePath(path, conversation?.state.folder ?? ""));
    conversation?.notice(code === "bufferMerged" ? "info" : "warning", { code, path, shown });
  }

  #background(work: Promise<unknown>): void {
    this.#options.conversations.inBackground(work, "keeping an editor in step");
  }
}

function getEndedCall(change: StateDelta): ToolItem | undefined {
  const item = change.kind === "put" && change.item.kind === "tool" ? change.item : undefined;
  return item && (item.state === "done" || item.state === "failed" || item.state === "stopped") ? item : undefined;
}

const isEdit = ({ toolKind }: ToolItem): boolean => toolKinds[toolKind].writes === "named";

/** Checks whether a call can write files that it does not name. */
const mayWriteAnything = ({ toolKind, countsAs }: ToolItem): boolean =>
  countsAs === undefined && (toolKind === "command" || toolKind === "mcp" || toolKind === "other");
