import path from "node:path";
import type { PrivateGit } from "../../git/privateGit.ts";

/**
 * Returns a name of what a file is in each of these snapshots, by their ids: equal contents with the same executable
 * bit have equal names; undefined where it does not exist. Starts git once.
 */
export async function findVersions(
  git: PrivateGit,
  snapshots: readonly string[],
  name: string,
): Promise<ReadonlyMap<string, string | undefined>> {
  const folder = path.posix.dirname(name);
  // A line cannot hold such a name.
  if (folder.includes("\n")) return new Map();
  const input = snapshots.map((id) => `${id}:files${folder === "." ? "" : `/${folder}`}\n`).join("");
  const output = await git.run(["cat-file", "--batch"], { input });
  const versions = new Map<string, string | undefined>();
  let at = 0;
  for (const id of snapshots) {
    const end = output.indexOf("\n", at);
    const [, size] = /^[0-9a-f]+ tree (\d+)$/.exec(output.toString("utf8", at, end)) ?? [];
    at = end + 1;
    if (size === undefined) {
      versions.set(id, undefined);
      continue;
    }
    versions.set(id, findEntry(output.subarray(at, at + Number(size)), path.posix.basename(name)));
    at += Number(size) + 1;
  }
  return versions;
}

/** Number of bytes of the name of an object in a tree. */
const hashLength = 20;

/** Returns the mode and the object of a name in a tree: entries of mode, space, name, zero, object. */
function findEntry(tree: Buffer, name: string): string | undefined {
  for (let at = 0; at < tree.length; ) {
    const zero = tree.indexOf(0, at);
    const [mode = "", found] = splitOnce(tree.toString("utf8", at, zero));
    at = zero + 1 + hashLength;
    if (found === name) return `${mode} ${tree.toString("hex", zero + 1, at)}`;
  }
  return undefined;
}

function splitOnce(entry: string): readonly [string, string] {
  const space = entry.indexOf(" ");
  return [entry.slice(0, space), entry.slice(space + 1)];
}
