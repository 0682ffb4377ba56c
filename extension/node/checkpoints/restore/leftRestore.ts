import fs from "node:fs";
import path from "node:path";

/** Prefix of the folders of staged files. */
export const stagedPrefix = "restore-";

/** Name of the journal in its folder. */
export const journalName = `${stagedPrefix}journal.json`;

/** Name of the folder for staged files in a workspace folder on another disk than its store. */
export const besideName = ".tandem-restore";

/** Returns whether there is a journal: under the lock of its folder, that of a restore which was interrupted. */
export function hasJournal(folder: string): boolean {
  return fs.existsSync(path.join(folder, journalName));
}

/** Returns whether a restore left a journal or staged files in a store, or beside the workspace folder `root`. */
export function hasLeftRestore(store: string, root: string): boolean {
  return (
    fs.existsSync(path.join(root, besideName)) || fs.readdirSync(store).some((name) => name.startsWith(stagedPrefix))
  );
}
