import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { RevertFailure } from "../../../shared/contract/changes/changedFiles.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import { type CoveredFile, type RevertResult, revertFile, undoRevert } from "../../conversation/files/fileReverts.ts";
import type { FileSides } from "../../conversation/files/fileSides.ts";
import type { FileHistory } from "../../conversation/ports/fileHistory.ts";
import type { DiskText } from "../../review/writeRules.ts";
import type { Notifier } from "../ports.ts";
import type { WritableFiles } from "../requests/reviewPorts.ts";

/** Messages about a revert. */
export interface RevertMessages extends Notifier {
  /** Reports that a file, or a part of it, was reverted. Resolves to true when the user wants to undo that. */
  showReverted(shown: string, what: "file" | "part"): Promise<boolean>;
  /** Reports that a file, or a part of it, was not reverted, or not completely. */
  showRevertFailed(path: string, failure: RevertFailure): void;
}

/** A file that the checkpoints of its conversation have. */
export interface CoveredRevert {
  readonly conversation: Conversation;
  readonly history: FileHistory;
  readonly file: CoveredFile;
  /** True if the user or another program changed it since. */
  readonly isForeign: boolean;
}

/** Reverts files to their states in the checkpoints of a conversation. */
export class CheckpointReverts {
  readonly #files: WritableFiles;
  readonly #dialogs: RevertMessages;

  constructor(files: WritableFiles, dialogs: RevertMessages) {
    this.#files = files;
    this.#dialogs = dialogs;
  }

  /**
   * Plans the revert of a file that a checkpoint covers, as it is shown. Resolves to undefined after reporting why that
   * is not possible.
   */
  async plan(conversation: Conversation, { path, point, now }: FileSides): Promise<CoveredRevert | undefined> {
    const history = conversation.fileHistory;
    if (!history || point === undefined) return void this.#dialogs.say("noChange");
    try {
      const present = await history.read("disk", path);
      if (now !== null && now?.text !== this.#decode(present)?.text) return void this.#dialogs.say("fileChanged");
      const isForeign = (await history.changedByOthers(point)).has(path);
      return { conversation, history, file: { path, point, now: present }, isForeign };
    } catch (error) {
      return void this.#dialogs.showRevertFailed(path, toFailure(error));
    }
  }

  /**
   * Restores a file, or writes a text with a part of it, after a checkpoint, and offers to undo that. Never writes over
   * unsaved changes.
   */
  async restore(
    { conversation, history, file }: CoveredRevert,
    text: DiskText | undefined,
    what: "file" | "part",
  ): Promise<void> {
    const { path, point } = file;
    if (this.#files.isDirty(path)) return this.#dialogs.say("unsavedFile");
    const content = text && this.#files.encode(text);
    const result = await this.#run(path, () => revertFile(history, file, content));
    await conversation.edits.changed.compare([path]);
    if (!result) return;
    if (result.different.length > 0) conversation.notice("error", { code: "restoredDifferently", files: [path] });
    if (!(await this.#dialogs.showReverted(path, what))) return;
    if (this.#files.isDirty(path)) return this.#dialogs.say("unsavedFile");
    await this.#run(path, async () => undoRevert(history, path, result, content ?? (await history.read(point, path))));
    await conversation.edits.changed.compare([path]);
  }

  async #run(
    path: string,
    work: () => Promise<RevertResult>,
  ): Promise<Extract<RevertResult, { readonly kind: "done" }> | undefined> {
    const result = await work().catch(
      (error: unknown): RevertResult => ({ kind: "failed", failure: toFailure(error) }),
    );
    if (result.kind === "done") return result;
    if (result.failure.code === "changed") this.#dialogs.say("fileChanged");
    else this.#dialogs.showRevertFailed(path, result.failure);
    return undefined;
  }

  /** Returns the text of bytes; undefined if they are not text. */
  #decode(bytes: Uint8Array | "tooLarge" | undefined): DiskText | undefined {
    try {
      return bytes && bytes !== "tooLarge" ? this.#files.decode(bytes) : undefined;
    } catch {
      return undefined;
    }
  }
}

function toFailure(error: unknown): RevertFailure {
  return { code: "failed", reason: getErrorMessage(error) };
}
