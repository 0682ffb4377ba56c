import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { getErrorMessage } from "../../shared/base/failure.ts";
import { describeState, readRegular, statExisting } from "../storage/regularFiles.ts";

/** Limits for folders of a repository, which can be of any size. */
const maxFiles = 300;
const maxDepth = 8;
/** Maximum number of entries by which a rest that was not read is known again. */
const maxEntries = 20_000;

/** A file that was found, with its text. */
export interface DocumentFile {
  /** Relative to the folder, with slashes. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
  /** The reason why the file, or the rest of the folder, was not read. */
  readonly problem?: string;
  /** Changes with what was not read. */
  readonly state?: string;
}

/**
 * Returns the files of a folder and its subfolders whose names match, with their texts; of a file, itself. Never
 * rejects.
 */
export async function readMatchingFiles(folder: string, names: RegExp): Promise<readonly DocumentFile[]> {
  if (names.test(path.basename(folder)) && statExisting(folder)?.isFile())
    return [await readOne(path.basename(folder), folder)];
  const files: DocumentFile[] = [];
  const pending: { name: string; depth: number }[] = [{ name: "", depth: 0 }];
  for (let next = pending.shift(); next; next = pending.shift()) {
    const { name, depth } = next;
    const at = path.join(folder, name);
    const entries = await fs.promises
      .readdir(at, { withFileTypes: true })
      .catch((error: NodeJS.ErrnoException) => error.code ?? "ERROR");
    if (typeof entries === "string") {
      if (name === "" && (entries === "ENOENT" || entries === "ENOTDIR")) return [];
      files.push({ name, path: at, text: "", problem: entries, state: await describeState(at) });
      continue;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const inner = name === "" ? entry.name : `${name}/${entry.name}`;
      if (files.length + pending.length >= maxFiles)
        return [...files, { name: inner, path: at, text: "", problem: "EMFILE", state: await describeTree([folder]) }];
      const isFolder =
        entry.isDirectory() || (entry.isSymbolicLink() && (await isFolderLink(path.join(at, entry.name))));
      if (isFolder && depth < maxDepth) pending.push({ name: inner, depth: depth + 1 });
      else if (isFolder) {
        const deep = path.join(at, entry.name);
        files.push({ name: inner, path: deep, text: "", problem: "ENAMETOOLONG", state: await describeTree([deep]) });
      } else if (!isFolder && names.test(entry.name)) files.push(await readOne(inner, path.join(at, entry.name)));
    }
  }
  return files;
}

/** Returns a text that changes with every entry of folders, up to a limit that is far above what is usual. */
export async function describeTree(folders: readonly string[]): Promise<string> {
  const sum = createHash("sha256");
  let count = 0;
  const pending = [...folders];
  for (let at = pending.shift(); at !== undefined && count < maxEntries; at = pending.shift())
    for (const entry of await fs.promises.readdir(at, { withFileTypes: true }).catch(() => [])) {
      const full = path.join(at, entry.name);
      sum.update(`${full}\0${await describeState(full)}\0`);
      count++;
      if (entry.isDirectory()) pending.push(full);
    }
  return `${count} ${sum.digest("hex")}`;
}

async function readOne(name: string, file: string): Promise<DocumentFile> {
  try {
    return { name, path: file, text: await readRegular(file) };
  } catch (error) {
    return { name, path: file, text: "", problem: getErrorMessage(error), state: await describeState(file) };
  }
}

async function isFolderLink(file: string): Promise<boolean> {
  return fs.promises.stat(file).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
