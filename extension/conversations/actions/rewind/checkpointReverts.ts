import { computeChange, type FileChange } from "../../../review/changeSet.ts";
import type { DiskText } from "../../../review/writeRules.ts";
import type { Conversation } from "../../../session/conversation.ts";
import type { FileHistory } from "../../../session/fileHistory.ts";
import type { FileBefore } from "../../../session/files/fileBefore.ts";
import { type PlannedRevert, planRevert, revertFile, undoRevert } from "../../../session/files/fileReverts.ts";
import type { Notifier } from "../../ports.ts";
import type { WritableFiles } from "../../requests/reviewPorts.ts";

/** Messages about a revert. */
export interface RevertMessages extends Notifier {
  /** Reports that a file, or a part of it, was reverted. Resolves to true when the user wants to undo that. */
  showReverted(shown: string, what: "file" | "part"): Promise<boolean>;
}

/** A file that the checkpoints of its conversation have. */
export interface FoundRevert {
  readonly conversation: Conversation;
  readonly history: FileHistory;
  readonly revert: PlannedRevert;
  readonly file: FileBefore;
}

/** Reverts files to their states in the checkpoints of a conversation. */
export class CheckpointReverts {
  readonly #files: WritableFiles;
  readonly #dialogs: RevertMessages;

  constructor(files: WritableFiles, dialogs: RevertMessages) {
    this.#files = files;
    this.#dialogs = dialogs;
  }

  /** Finds a file of a conversation in its checkpoints; undefined where they do not have it. */
  async find(conversation: Conversation | undefined, path: string): Promise<FoundRevert | undefined> {
    const history = conversation?.fileHistory;
    const revert = conversation && (await planRevert(conversation, path).catch(() => undefined));
    if (!conversation || !history || !revert) return undefined;
    const isListed = conversation.state.changedFiles.some((file) => file.path === path);
    // A file that only others changed does not belong to this conversation.
    if (revert.isForeign && !isListed) return undefined;
    const before = revert.before && this.#decode(revert.before);
    return { conversation, history, revert, file: { path, before, isExact: true, isSeen: true } };
  }

  /** Returns the change of a file since before the conversation; undefined where it is not text now. */
  getChange({ revert, file }: FoundRevert): FileChange | undefined {
    const now = revert.now && this.#decode(revert.now);
    const isText = now !== undefined && (revert.before === undefined || file.before !== undefined);
    return isText ? computeChange(revert.path, file.before?.text, now.text) : undefined;
  }

  /** Restores a file, or writes a text with a part of it, after a checkpoint, and offers to undo that. Never writes over unsaved changes. */
  async restore({ conversation, history, revert }: FoundRevert, text: DiskText | undefined, what: "file" | "part"): Promise<void> {
    const { path } = revert;
    if (this.#files.isDirty(path)) return this.#dialogs.say("unsavedFile");
    const content = text && this.#files.encode(text);
    const result = await revertFile(history, revert, content);
    if (result.kind !== "done") return this.#dialogs.say("fileChanged");
    await conversation.edits.changed.updateAll();
    if (!(await this.#dialogs.showReverted(path, what))) return;
    if (this.#files.isDirty(path) || !(await undoRevert(history, path, result, content ?? revert.before))) return this.#dialogs.say("fileChanged");
    await conversation.edits.changed.updateAll();
  }

  #decode(bytes: Uint8Array): DiskText | undefined {
    try {
      return this.#files.decode(bytes);
    } catch {
      return undefined;
    }
  }
}
