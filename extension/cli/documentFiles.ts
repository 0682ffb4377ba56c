import fs from "node:fs";
import path from "node:path";
import { getErrorMessage } from "../base/failure.ts";
import { isHeaderCut } from "../configuration/repository/documentEntries.ts";
import { describeState, openRegular, readRegular } from "../storage/regularFiles.ts";

/** Limits for folders of a repository, which can be of any size. */
const maxFiles = 300;
const maxDepth = 8;
/** Number of bytes that are read of each file: its header is at the start. */
const readBytes = 16_384;

interface DocumentFile {
  /** Relative to the folder, with slashes. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
  /** The reason why the file, or the rest of the folder, was not read. */
  readonly problem?: string;
  /** Changes with a file that was not read. */
  readonly state?: string;
}

/** Returns the files of a folder and its subfolders whose names match, with their headers, or with their whole texts. Never rejects. */
export async function listDocuments(folder: string, names: RegExp, isWhole = false): Promise<readonly DocumentFile[]> {
  const files: DocumentFile[] = [];
  const pending: { name: string; depth: number }[] = [{ name: "", depth: 0 }];
  for (let next = pending.shift(); next; next = pending.shift()) {
    const { name, depth } = next;
    const at = path.join(folder, name);
    const entries = await fs.promises.readdir(at, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => error.code ?? "ERROR");
    if (typeof entries === "string") {
      if (name === "" && (entries === "ENOENT" || entries === "ENOTDIR")) return [];
      files.push({ name, path: at, text: "", problem: entries });
      continue;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const inner = name === "" ? entry.name : `${name}/${entry.name}`;
      if (files.length + pending.length >= maxFiles) return [...files, { name: inner, path: at, text: "", problem: "EMFILE" }];
      const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await isFolderLink(path.join(at, entry.name))));
      if (isFolder && depth < maxDepth) pending.push({ name: inner, depth: depth + 1 });
      else if (isFolder) files.push({ name: inner, path: path.join(at, entry.name), text: "", problem: "ENAMETOOLONG" });
      else if (!isFolder && names.test(entry.name)) files.push(await readOne(inner, path.join(at, entry.name), isWhole));
    }
  }
  return files;
}

async function readOne(name: string, file: string, isWhole: boolean): Promise<DocumentFile> {
  try {
    if (isWhole) return { name, path: file, text: await readRegular(file) };
    const handle = await openRegular(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(readBytes), 0, readBytes, 0);
      const start = buffer.toString("utf8", 0, bytesRead);
      return { name, path: file, text: bytesRead === readBytes && isHeaderCut(start) ? await readRegular(file) : start };
    } finally {
      await handle.close();
    }
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
