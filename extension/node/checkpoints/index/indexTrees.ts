import { nameObject } from "./blobNames.ts";
import type { IndexFile } from "./indexEntry.ts";

/**
 * Builds the trees of an index, as git would write them: contents by name, each after those that it names. `files`:
 * sorted like those of an index.
 */
export function buildTrees(files: Iterable<IndexFile>): ReadonlyMap<string, Buffer> {
  const trees = new Map<string, Buffer>();
  /** The folders that contain the last file, from the outside in. */
  const open: OpenFolder[] = [{ path: "", content: "" }];
  const close = (): void => {
    const folder = open.pop() as OpenFolder;
    const content = Buffer.from(folder.content, "latin1");
    const name = nameObject("tree", content);
    trees.set(name, content);
    const parent = open.at(-1);
    if (parent)
      parent.content += entry(
        "40000",
        folder.path.slice(parent.path.length, -1),
        Buffer.from(name, "hex").toString("latin1"),
      );
  };
  for (const { path, mode, blob } of files) {
    const end = path.lastIndexOf("/") + 1;
    while (!isIn(path, end, open.at(-1) as OpenFolder)) close();
    for (let from = (open.at(-1) as OpenFolder).path.length; from < end; from = (open.at(-1) as OpenFolder).path.length)
      open.push({ path: path.slice(0, path.indexOf("/", from) + 1), content: "" });
    (open.at(-1) as OpenFolder).content += entry(mode.toString(8), path.slice(end), blob);
  }
  while (open.length > 0) close();
  return trees;
}

/**
 * A folder whose tree is being built. `path`: from the work tree, with "/" at the end. The content has one character
 * for each byte: a buffer for each of many short parts takes longer.
 */
interface OpenFolder {
  readonly path: string;
  content: string;
}

/** Returns whether a path whose folder ends at `end` is in a folder, at any depth. */
function isIn(path: string, end: number, folder: OpenFolder): boolean {
  return folder.path.length <= end && path.startsWith(folder.path);
}

/** Formats an entry, of which all parts have one character for each of their bytes. */
function entry(mode: string, name: string, object: string): string {
  return `${mode} ${name}\0${object}`;
}
