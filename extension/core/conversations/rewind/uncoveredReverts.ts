import type { Conversation } from "../../conversation/conversation.ts";
import type { DiskText } from "../../review/writeRules.ts";
import type { WritableFiles } from "../requests/reviewPorts.ts";
import type { RevertMessages } from "./checkpointReverts.ts";

/** A text to write, and the text of the file for which it was made; undefined where the file does not exist. */
export interface RevertedText {
  readonly text: DiskText | undefined;
  readonly now: DiskText | undefined;
}

/** Reverts files that no checkpoint covers, from the texts that were kept before their calls. */
export class UncoveredReverts {
  readonly #files: WritableFiles;
  readonly #dialogs: RevertMessages;

  constructor(files: WritableFiles, dialogs: RevertMessages) {
    this.#files = files;
    this.#dialogs = dialogs;
  }

  /** Writes a file that is still `now`, and offers to undo that. Never writes over an editor with unsaved changes. */
  async write(
    conversation: Conversation,
    path: string,
    { text, now: shown }: RevertedText,
    what: "file" | "part",
  ): Promise<void> {
    const [files, dialogs] = [this.#files, this.#dialogs];
    const last = await files.readDisk(path);
    if (files.isDirty(path)) return dialogs.say("unsavedFile");
    if (last?.text !== shown?.text) return dialogs.say("fileChanged");
    await files.write(path, text);
    await conversation.edits.changed.compare([path]);
    if (!(await dialogs.showReverted(path, what))) return;
    const now = await files.readDisk(path);
    if (files.isDirty(path) || now?.text !== text?.text) return dialogs.say("fileChanged");
    await files.write(path, last);
    await conversation.edits.changed.compare([path]);
  }
}
