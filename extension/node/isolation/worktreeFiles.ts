import fs from "node:fs";
import path from "node:path";
import type { LeftOut, LeftOutReason } from "../../shared/contract/changes/isolation.ts";
import { createLinkTest, createPause, statItself } from "../checkpoints/disk/compareDisk.ts";
import { isInside } from "../checkpoints/index/paths.ts";
import { askRepository, splitNames } from "../git/askRepository.ts";
import { type CopyEntry, type CopyPlan, findReason, OverBudget } from "./planCopy.ts";

/** File in the root of a repository that names ignored files which a worktree needs, as several tools read it. */
const includeFile = ".worktreeinclude";

/** The files of a work tree that git tracks or does not ignore; nested repositories end with "/". */
export interface OwnFiles {
  readonly names: readonly string[];
  /** Tracked files that a sparse checkout leaves out. */
  readonly sparse: readonly string[];
}

/** Lists the files of a work tree. */
export async function listOwnFiles(program: string, top: string): Promise<OwnFiles> {
  const names = new Set<string>();
  const sparse: string[] = [];
  for (const line of splitNames(
    await askRepository(program, top, ["ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard"]),
  )) {
    names.add(line.slice(2));
    if (line.startsWith("S ")) sparse.push(line.slice(2));
  }
  return { names: [...names], sparse };
}

/** Lists the ignored files that `.worktreeinclude` or a pattern names, both in the syntax of `.gitignore`. */
export async function listIncluded(
  program: string,
  top: string,
  patterns: readonly string[],
): Promise<readonly string[]> {
  const file = path.join(top, includeFile);
  const hasFile = statItself(file)?.isFile() === true;
  if (!hasFile && patterns.length === 0) return [];
  const args = [...patterns.map((pattern) => `--exclude=${pattern}`), ...(hasFile ? [`--exclude-from=${file}`] : [])];
  const named = splitNames(
    await askRepository(program, top, ["ls-files", "-z", "--others", "--ignored", ...args]),
  ).filter((name) => !name.endsWith("/"));
  if (named.length === 0) return [];
  // A pattern can also name files that are not ignored; those are left out. Without a match, git ends with an error.
  const asked = named.map((name) => `${name}\0`).join("");
  return splitNames(await askRepository(program, top, ["check-ignore", "-z", "--stdin"], asked).catch(() => ""));
}

/**
 * Plans the copy of listed files, without following a link. Leaves out entries that are behind a link, lead out, or
 * belong to another repository. Rejects with `OverBudget` as soon as the budget is exceeded.
 */
export async function planListed(
  top: string,
  names: readonly string[],
  maxBytes: number,
  signal?: AbortSignal,
): Promise<CopyPlan> {
  const isBehindLink = createLinkTest(top);
  const folders = new Map<string, CopyEntry>();
  const files: CopyEntry[] = [];
  const leftOut: LeftOut[] = [];
  let bytes = 0;
  const leave = (name: string, reason: LeftOutReason): void => void leftOut.push({ path: name, reason });
  const addFolder = (name: string): void => {
    if (name === "." || folders.has(name)) return;
    addFolder(path.posix.dirname(name));
    folders.set(name, toEntry(name, fs.lstatSync(path.join(top, name))));
  };
  const rest = createPause(signal);
  signal?.throwIfAborted();
  for (const listed of names) {
    await rest();
    const name = listed.replace(/\/$/, "");
    // Git knows a name as bytes; one that is no UTF-8 cannot be opened by its text.
    if (name.includes("\uFFFD")) leave(name, "unreadable");
    // An index can name files outside its repository.
    if (!isInside(name)) {
      leave(name, "unreadable");
      continue;
    }
    if (isBehindLink(path.posix.dirname(name))) continue;
    const stats = statItself(path.join(top, name));
    if (!stats) continue;
    addFolder(path.posix.dirname(name));
    // Git expects the empty folder of a submodule.
    if (stats.isDirectory()) addFolder(name);
    const reason = stats.isDirectory() ? "gitElsewhere" : await findReason(top, name, stats);
    if (reason) {
      leave(name, reason);
      continue;
    }
    files.push(toEntry(name, stats));
    if (stats.isFile()) bytes += stats.size;
    if (bytes > maxBytes) throw new OverBudget(bytes);
  }
  return { entries: [...folders.values(), ...files], bytes, leftOut };
}

/**
 * Returns the entries of a plan that a folder has a place for: no parent is a file or a link there, and nothing has the
 * name.
 */
export function selectNew({ entries, ...plan }: CopyPlan, to: string): CopyPlan {
  const isBehindLink = createLinkTest(to);
  const stats = (name: string): fs.Stats | undefined => statItself(path.join(to, name));
  const hasPlace = ({ path: name, kind }: CopyEntry): boolean => {
    for (let at = path.posix.dirname(name); at !== "."; at = path.posix.dirname(at))
      if (stats(at)?.isDirectory() === false) return false;
    return (
      !isBehindLink(path.posix.dirname(name)) &&
      (kind === "folder" ? stats(name)?.isDirectory() !== false : !stats(name))
    );
  };
  return { ...plan, entries: entries.filter(hasPlace) };
}

function toEntry(name: string, stats: fs.Stats): CopyEntry {
  const kind = stats.isDirectory() ? "folder" : stats.isSymbolicLink() ? "link" : "file";
  return { path: name, kind, size: stats.size, mode: stats.mode & 0o777, ino: stats.ino, mtimeMs: stats.mtimeMs };
}
