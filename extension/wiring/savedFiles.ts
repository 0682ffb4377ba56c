import path from "node:path";
import type * as vscode from "vscode";
import { FileLocks } from "../node/storage/fileLocks.ts";
import { SharedFile } from "../node/storage/sharedFile.ts";
import { StateFiles } from "../node/storage/stateFiles.ts";
import { createUnreadNotice, notifyStorage } from "../vscode/dialogs/storageNotice.ts";

/** Opens the files of Tandem. */
export interface SavedFiles {
  /** Opens a folder of named texts. */
  open(folder: string): StateFiles;
  /** Opens a folder of named texts that all windows share. */
  openShared(folder: string): StateFiles;
  /** Opens a JSON object that all windows share, on the disk of the extension host. */
  share(name: string): SharedFile;
  /** Resolves when all texts are on disk, or were refused once more. */
  flush(): Promise<void>;
  /** Ends all saving of texts. Resolves when none is being written anymore. */
  end(): Promise<void>;
}

/** Builds the access to files of Tandem. */
export function createSavedFiles(
  { globalStorageUri }: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
): SavedFiles {
  const tellUnread = createUnreadNotice(log);
  const own = (name: string): string => path.join(globalStorageUri.fsPath, name);
  const opened: StateFiles[] = [];
  const open = (folder: string): StateFiles => {
    const files = new StateFiles(folder, log, { tellFailing: notifyStorage, tellUnread });
    opened.push(files);
    return files;
  };
  return {
    open,
    openShared: (folder) => open(own(folder)),
    share: (name) =>
      new SharedFile(own(name), { locks: new FileLocks(own("locks")), backups: own("backups"), tellUnread }),
    flush: async () => void (await Promise.all(opened.map((files) => files.flush()))),
    end: async () => void (await Promise.all(opened.map((files) => files.end()))),
  };
}
