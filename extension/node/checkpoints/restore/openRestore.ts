import fs from "node:fs";
import path from "node:path";
import { readRegular } from "../../storage/regularFiles.ts";
import type { FolderParts } from "../folderParts.ts";
import { besideName } from "./leftRestore.ts";
import { Restore, type StagingFolder } from "./restore.ts";
import { RestoreFiles } from "./restoreFiles.ts";

/** Returns the restore of a workspace folder and its store. */
export function openRestore({ store, root, snapshots }: Pick<FolderParts, "store" | "root" | "snapshots">): Restore {
  return new Restore({
    files: new RestoreFiles(root, snapshots, { findRecorded: (names) => snapshots.findRecorded(names) }),
    folder: store,
    staging: openStaging(store, root),
  });
}

/** Content of the ignore file beside staged files. */
const ignoreAll = "*\n";

/** Returns the folder for staged files: on the disk of the workspace, so that they can be moved into place at once. */
export function openStaging(store: string, root: string): StagingFolder {
  const isSameDisk = async (): Promise<boolean> => {
    const [own, other] = await Promise.all([fs.promises.stat(store), fs.promises.stat(root).catch(() => undefined)]);
    return own.dev === other?.dev;
  };
  const beside = path.join(root, besideName);
  // A link of this name could lead anywhere.
  const isFolder = async (): Promise<boolean> =>
    (await fs.promises.lstat(beside).catch(() => undefined))?.isDirectory() === true;
  return {
    find: async () => ((await isSameDisk()) ? store : (await isFolder()) ? beside : undefined),
    create: async () => {
      if (await isSameDisk()) return store;
      await fs.promises.mkdir(beside, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      });
      if (!(await isFolder())) throw new Error(`${beside} is not a folder`);
      await fs.promises
        .writeFile(path.join(beside, ".gitignore"), ignoreAll, { flag: "wx" })
        .catch((error: NodeJS.ErrnoException) => {
          if (error.code !== "EEXIST") throw error;
        });
      return beside;
    },
    remove: async () => {
      if ((await isSameDisk()) || !(await isFolder())) return;
      const ignoring = path.join(beside, ".gitignore");
      const names = await fs.promises.readdir(beside);
      if (names.some((name) => name !== ".gitignore")) return;
      if (names.length > 0 && (await readRegular(ignoring)) !== ignoreAll) return;
      await fs.promises.rm(ignoring, { force: true });
      await fs.promises.rmdir(beside);
    },
  };
}
