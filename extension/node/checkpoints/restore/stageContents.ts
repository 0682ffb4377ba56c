import fs from "node:fs";
import type { PrivateGit } from "../../git/privateGit.ts";
import { readObjects } from "../store/readObjects.ts";

/** A file to write: new, with these permission bits. */
export interface StagedFile {
  readonly target: string;
  readonly blob: string;
  readonly mode: number;
}

/** A content that the store does not have any more, or not as it was. */
export class LostContent extends Error {
  readonly blob: string;

  constructor(blob: string) {
    super("the store has lost the content, or not as it was");
    this.blob = blob;
  }
}

/**
 * Writes blobs of any size into new files. Returns the stats of these by their paths. Rejects, with `LostContent` if a
 * blob is missing or damaged.
 */
export async function stageContents(
  git: PrivateGit,
  files: readonly StagedFile[],
): Promise<ReadonlyMap<string, fs.Stats>> {
  const targets = new Map<string, StagedFile[]>();
  for (const file of files) targets.set(file.blob, (targets.get(file.blob) ?? []).concat(file));
  const written = new Map<string, fs.Stats>();
  // Permission bits that the system takes from each new file; asking for them takes longer than what is done with them.
  const umask = process.umask();
  let open: { readonly descriptor: number; readonly target: string } | undefined;
  const close = (): void => {
    if (open) fs.closeSync(open.descriptor);
    open = undefined;
  };
  try {
    await readObjects(git, [...targets.keys()], {
      begin: (blob) => {
        const [file] = targets.get(blob) ?? [];
        if (!file) return;
        open = { descriptor: fs.openSync(file.target, "wx", file.mode), target: file.target };
        if ((file.mode & umask) !== 0) fs.fchmodSync(open.descriptor, file.mode);
      },
      write: (part) => {
        if (open) for (let at = 0; at < part.length; ) at += fs.writeSync(open.descriptor, part, at);
      },
      end: (blob, isWhole) => {
        if (open) written.set(open.target, fs.fstatSync(open.descriptor));
        close();
        if (!isWhole) throw new LostContent(blob);
      },
    });
  } finally {
    close();
  }
  for (const [first, ...others] of targets.values())
    for (const { target, mode } of others) {
      // regular: made above
      if (first) fs.copyFileSync(first.target, target, fs.constants.COPYFILE_EXCL);
      fs.chmodSync(target, mode);
      written.set(target, fs.lstatSync(target));
    }
  return written;
}
