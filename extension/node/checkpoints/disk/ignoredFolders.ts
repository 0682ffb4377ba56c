import path from "node:path";
import type { PrivateGit } from "../../git/privateGit.ts";
import { isIgnoreFile } from "../index/paths.ts";

/** Git and the index file with which the ignored paths of a work tree are listed. */
export interface IgnoredListing {
  readonly git: PrivateGit;
  readonly index: string;
  readonly signal?: AbortSignal | undefined;
}

/** Lists the paths that ignore rules leave out; a folder of which they leave out all files has "/" at the end. */
export async function listIgnored({ git, index, signal }: IgnoredListing, below: string): Promise<readonly string[]> {
  const args = ["ls-files", "-z", "--others", "--ignored", "--directory", "--exclude-standard", "--", below];
  return readList(await git.run(args, { index, signal }));
}

/**
 * Returns the folders of which rules leave out all files: a rule of their own can do so, in a file that it leaves out
 * too.
 */
export function getHiddenFolders(ignored: readonly string[]): readonly string[] {
  return ignored.flatMap((name) =>
    name.endsWith("/") ? [name.slice(0, -1)] : isIgnoreFile(name) ? [path.posix.dirname(name)] : [],
  );
}

/**
 * Returns those of the folders inside of `listed` ones, without "/" at the end, that the ignore rules leave out. Both
 * are given with "/" at the end.
 */
export async function findIgnoredFolders(
  { git, signal }: Pick<IgnoredListing, "git" | "signal">,
  listed: readonly string[],
  looked: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set(listed);
  const inside = looked.filter((name) => !known.has(name));
  if (inside.length === 0) return new Set();
  const input = inside.map((name) => `./${name}\0`).join("");
  // Exit code 1 means that no path is ignored.
  const found = await git.run(["check-ignore", "-z", "--stdin", "--no-index"], { input, signal, allowed: [0, 1] });
  return new Set(readList(found).map((name) => name.slice("./".length, -1)));
}

/** Returns the names in an output of git that ends each with a zero. */
export function readList(output: Buffer): readonly string[] {
  const names = output.toString("utf8").split("\0");
  // Each name ends with the separator.
  names.pop();
  return names;
}
