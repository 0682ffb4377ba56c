import type { Conversation } from "../../conversation/conversation.ts";
import type { FileSides } from "../../conversation/files/fileSides.ts";
import { type FileChange, getAcceptedText } from "../../review/changeSet.ts";
import type { DiskText } from "../../review/writeRules.ts";
import type { ChangesView, WritableFiles } from "../requests/reviewPorts.ts";
import { CheckpointReverts, type RevertMessages } from "./checkpointReverts.ts";
import { isShown } from "./comparedSides.ts";
import { UncoveredReverts } from "./uncoveredReverts.ts";

/** Reasons why the user must confirm the revert of a file. */
export interface RevertRisk {
  readonly isOutside: boolean;
  /** True when this extension read the earlier text from the disk itself. */
  readonly isSeen: boolean;
  /** True when the revert deletes the file. */
  readonly isDeleted: boolean;
  /** True if the user or another program changed the file too, and the revert takes that back as well. */
  readonly isForeign?: boolean;
}

/** Questions and messages about changes that were made. */
export interface ChangesQuestions extends RevertMessages {
  /**
   * Asks before the revert of a file that is outside the workspace, or whose earlier text comes only from a saved
   * result. Its diff is open.
   */
  confirmRevert(path: string, doubt: RevertRisk): Promise<boolean>;
}

export interface ConfirmedRevertsOptions {
  readonly files: WritableFiles;
  readonly view: ChangesView;
  readonly dialogs: ChangesQuestions;
  /** Returns the title of the diff in a question, for a conversation with this title. */
  readonly title: (title: string) => string;
}

/** A file that a conversation changed. */
export interface RevertibleFile {
  readonly conversation: Conversation;
  readonly sides: FileSides;
}

/** The change of a file whose both sides are text. */
export interface RevertibleChange extends RevertibleFile {
  readonly change: FileChange;
}

/** The text of a file with a part of its change; undefined if the file does not exist then. */
interface RevertedPart {
  readonly part: DiskText | undefined;
}

/** Reverts changed files and parts of them, after the questions that they need. */
export class ConfirmedReverts {
  readonly #options: ConfirmedRevertsOptions;
  readonly #reverts: CheckpointReverts;
  readonly #uncovered: UncoveredReverts;

  constructor(options: ConfirmedRevertsOptions) {
    this.#options = options;
    this.#reverts = new CheckpointReverts(options.files, options.dialogs);
    this.#uncovered = new UncoveredReverts(options.files, options.dialogs);
  }

  /** Reverts a changed file to its state before the conversation. Rejects if the file cannot be written. */
  async revertFile(found: RevertibleFile): Promise<void> {
    await this.#revert(found, found.sides.before ?? undefined, found.sides.now, undefined);
  }

  /** Reverts a hunk of a change, by its index. */
  async revertHunk(found: RevertibleChange, hunk: number): Promise<void> {
    const { change, sides } = found;
    const text = getAcceptedText({ change, isAccepted: change.hunks.map((_, index) => index !== hunk) });
    const now = await this.#options.files.readDisk(change.path);
    if (now?.text !== change.after) return this.#options.dialogs.say("fileChanged");
    const part = text === undefined ? undefined : { text, isUtf16: now.isUtf16 };
    await this.#revert(found, part, sides.now, { part });
  }

  /** Reverts a file that is still `now` to `text`, after the question that it needs. `only`: a part is reverted. */
  async #revert(
    { conversation, sides }: RevertibleFile,
    text: DiskText | undefined,
    now: FileSides["now"],
    only: RevertedPart | undefined,
  ): Promise<void> {
    const what = only ? "part" : "file";
    if (sides.point === undefined) {
      if (await this.#isSure(conversation, sides, text))
        await this.#uncovered.write(conversation, sides.path, { text, now: now ?? undefined }, what);
      return;
    }
    const planned = await this.#reverts.plan(conversation, sides);
    if (!planned || !(await this.#isSure(conversation, sides, text, planned.isForeign))) return;
    // With its last part, the whole file comes back byte for byte.
    const isWhole = !only || only.part?.text === sides.before?.text;
    await this.#reverts.restore(planned, isWhole ? undefined : only.part, what);
  }

  /**
   * Decides whether a file may be written. Shows a diff and asks the user where the earlier text comes only from a
   * saved result, or where the file is outside the workspace (also through a symbolic link).
   */
  async #isSure(
    conversation: Conversation,
    file: FileSides,
    text: DiskText | undefined,
    isForeign = false,
  ): Promise<boolean> {
    const { files, view, dialogs, title } = this.#options;
    const place = await files.locate(file.path, conversation.state.folder).catch(() => undefined);
    const isOutside = place?.isOutside !== false;
    if (file.isSeen && !isOutside && place.target === undefined && !isForeign) return true;
    const now = await files.readDisk(file.path).catch(() => undefined);
    if (isShown(file))
      await view.open(title(conversation.state.title), {
        path: file.path,
        before: now?.text,
        after: { kind: "text", text: text?.text ?? "" },
      });
    const risk = {
      isOutside,
      isSeen: file.isSeen,
      isDeleted: text === undefined && file.before === undefined,
      ...(isForeign ? { isForeign } : {}),
    };
    if (!(await dialogs.confirmRevert(place?.target ?? file.path, risk))) return false;
    // The user decided about the place that the question named.
    const again = await files.locate(file.path, conversation.state.folder).catch(() => undefined);
    const isSamePlace = again?.isOutside === place?.isOutside && again?.target === place?.target;
    if (!isSamePlace) dialogs.say("fileChanged");
    return isSamePlace;
  }
}
