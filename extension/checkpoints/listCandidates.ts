import fs from "node:fs";
import path from "node:path";
import { askRepository } from "../git/askRepository.ts";
import { PrivateGit } from "../git/privateGit.ts";
import { isLink } from "./links.ts";
import type { Gap } from "./snapshotModel.ts";

export interface ListOptions {
  /** Path of git. */
  readonly program: string;
  readonly git: PrivateGit;
  readonly index: string;
  /** Folder below the work tree to list, with "/" at the end; empty for all of it. */
  readonly prefix: string;
  /** Patterns of ignored files that count all the same, relative to the folder. */
  readonly include: readonly string[];
  readonly maxFileBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** A file that differs from the index, with its stats at that time. */
export interface Candidate {
  /** Path relative to the work tree, with "/". */
  readonly path: string;
  readonly stats: fs.Stats;
}

export interface Candidates {
  readonly files: readonly Candidate[];
  /** Paths that the index has and the disk has not, or not as something that a snapshot holds. */
  readonly gone: readonly string[];
  readonly gaps: readonly Gap[];
}

/** Number of files that are looked at in parallel. */
const batchSize = 128;

/**
 * Lists the files that differ from an index, by their stats: also those of which only permissions or times differ. Files of nested repositories count
 * like all others. Rejects when git fails or the call is aborted.
 */
export async function listCandidates(options: ListOptions): Promise<Candidates> {
  const { git, index, prefix, include, signal } = options;
  const below = prefix === "" ? "." : prefix;
  const included = include.map((pattern) => `${prefix}${pattern}`);
  const [created, changed, extra] = await Promise.all([
    git.run(["ls-files", "-z", "--others", "--exclude-standard", "--", below], { index, signal }),
    git.run(["diff-files", "-z", "--name-only", "--", below], { index, signal }),
    included.length === 0 ? undefined : git.run(["ls-files", "-z", "--others", "--", ...included], { index, signal, hasPatterns: true }),
  ]);
  const found = new Set([created, changed, extra].flatMap((output) => (output ? readList(output) : [])));
  const nested = [...found].filter((each) => each.endsWith("/"));
  for (const folder of nested) {
    found.delete(folder);
    for (const file of await listNested(options, folder)) found.add(file);
  }
  return look([...found], options);
}

function readList(output: Buffer): readonly string[] {
  return output
    .toString("utf8")
    .split("\0")
    .filter((name) => name !== "");
}

/** Lists the files of a repository inside the work tree, which git does not look into: those in its index, and those that its rules do not ignore. */
async function listNested(options: ListOptions, folder: string): Promise<readonly string[]> {
  const { git, program, signal } = options;
  const top = path.join(git.workTree, folder);
  const others = new PrivateGit(program, git.folder, top).run(["ls-files", "-z", "--others", "--exclude-standard"], {
    // Without an index, every file is one of the others.
    index: path.join(git.folder, "no-index"),
    signal,
  });
  const tracked = askRepository(program, top, ["ls-files", "-z"]).catch(() => "");
  const files: string[] = [];
  for (const name of new Set([...readList(await others), ...(await tracked).split("\0").filter(Boolean)])) {
    if (!name.endsWith("/")) files.push(folder + name);
    else files.push(...(await listNested(options, folder + name)));
  }
  return files;
}

async function look(paths: readonly string[], { git, prefix, maxFileBytes, signal }: ListOptions): Promise<Candidates> {
  const files: Candidate[] = [];
  const gone: string[] = [];
  const gaps: Gap[] = [];
  const linked = new Map<string, boolean>([[".", false]]);
  /** True if a folder is a link or lies behind one: git lists its files as deleted, and they belong elsewhere. */
  const isBehindLink = (folder: string): boolean => {
    const known = linked.get(folder);
    if (known !== undefined) return known;
    const found = isBehindLink(path.posix.dirname(folder)) || isLink(path.join(git.workTree, folder));
    linked.set(folder, found);
    return found;
  };
  const one = async (name: string): Promise<void> => {
    const full = path.join(git.workTree, name);
    const gap = (reason: Gap["reason"]): void => {
      gaps.push({ path: name.slice(prefix.length), reason });
      gone.push(name);
    };
    // Git knows a name as bytes; one that is no UTF-8 cannot be opened by its text.
    if (name.includes("\uFFFD")) return void gaps.push({ path: name.slice(prefix.length), reason: "name" });
    const stats = isBehindLink(path.posix.dirname(name)) ? undefined : await fs.promises.lstat(full).catch(() => undefined);
    if (!stats || !(stats.isFile() || stats.isSymbolicLink())) return void gone.push(name);
    if (stats.isFile() && stats.size > maxFileBytes) return gap("tooLarge");
    if (
      stats.isFile() &&
      (await fs.promises.access(full, fs.constants.R_OK).then(
        () => false,
        () => true,
      ))
    )
      return gap("unreadable");
    files.push({ path: name, stats });
  };
  for (let start = 0; start < paths.length; start += batchSize) {
    signal?.throwIfAborted();
    await Promise.all(paths.slice(start, start + batchSize).map(one));
  }
  return { files, gone, gaps };
}
