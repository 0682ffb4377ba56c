import path from "node:path";
import { readSmallFile } from "../index/blobNames.ts";
import { statItself } from "./compareDisk.ts";

/** Maximum size in bytes of an ignore file that is recorded. */
const maxBytes = 1024 * 1024;

/** Stands for the text of a file that was not recorded: it is not known what its rules leave out. */
export const unknownRules = "\0";

/**
 * Returns the texts, as latin1, of the `.gitignore` files in these folders of a work tree that a snapshot does not
 * have: above its folder, or left out themselves. By their paths in the work tree.
 */
export function readRuleFiles(
  workTree: string,
  folders: Iterable<string>,
  isCovered: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    const name = path.posix.join(folder, ".gitignore");
    if (isCovered(name)) continue;
    const full = path.join(workTree, name);
    // Git follows no link here.
    if (statItself(full)?.isFile()) found.set(name, readSmallFile(full, maxBytes)?.toString("latin1") ?? unknownRules);
  }
  return found;
}

/** Returns the folders of a work tree above a prefix; the work tree itself is "". */
export function getAbove(prefix: string): readonly string[] {
  const parts = prefix.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at).join("/"));
}
