import fs from "node:fs";
import path from "node:path";
import type { UpdateOutcome } from "../../core/conversations/isolationPorts.ts";
import { statItself } from "../checkpoints/disk/compareDisk.ts";
import { askRepository, splitNames } from "../git/askRepository.ts";
import { changeRepository } from "../git/changeRepository.ts";
import { getTopFolder, type IsolationRecord, type WorktreeRecord, writeRecord } from "./record.ts";
import { getEntry, readCommit } from "./worktreeBranch.ts";

/** Returns true if something on disk is at the place of a new file, or a file at that of one of its folders. */
function isInWay(to: string, name: string): boolean {
  const parts = name.split("/");
  return parts.some((_, at) => {
    const stats = statItself(path.join(to, ...parts.slice(0, at + 1)));
    return stats !== undefined && (at === parts.length - 1 || !stats.isDirectory());
  });
}

/** Nothing but the branch, the index and the files of the worktree changes. */
const settings = ["-c", "rerere.enabled=false", "-c", "merge.autoStash=false"];

/** The isolated folder in `place`, with its record, whose worktree is updated. */
interface WorktreeUpdate {
  /** Path of git. */
  readonly program: string;
  readonly place: string;
  readonly record: IsolationRecord;
  readonly worktree: WorktreeRecord;
  /** Time that the record notes, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Merges the branch that a worktree was made from into its own branch. Changes nothing while changes are not committed,
 * and takes a merge with conflicts back. Never uses the `.git` file of the worktree, which a conversation can replace.
 * A merge is noted in the record. Runs the filters and merge drivers of the repository, as the same
 * merge in a terminal would: only the user starts it, in a trusted workspace.
 */
export async function updateWorktree({ program, place, record, worktree, at }: WorktreeUpdate): Promise<UpdateOutcome> {
  const { top, branch, from } = worktree;
  const [to, entry] = [getTopFolder(place, record), getEntry(record, worktree)];
  const base = await readCommit(program, top, from === "" ? "HEAD" : `refs/heads/${from}`);
  if (base === undefined || !fs.existsSync(to) || !fs.existsSync(entry)) return { kind: "gone" };
  const own = [`--git-dir=${entry}`, `--work-tree=${to}`];
  const ask = (...args: string[]): Promise<string> => askRepository(program, to, [...own, ...args]);
  const change = (...args: string[]): Promise<string> => changeRepository(program, to, [...own, ...settings, ...args]);
  const isMerging = (): boolean => fs.existsSync(path.join(entry, "MERGE_HEAD"));
  const head = await ask("symbolic-ref", "--quiet", "HEAD").catch(() => "");
  if (head.trim() !== `refs/heads/${branch}`) return { kind: "otherBranch" };
  const changed = splitNames(await change("status", "--porcelain", "-z", "--no-renames", "--ignore-submodules=all"));
  if (changed.length > 0 || isMerging()) return { kind: "uncommitted", paths: changed.map((line) => line.slice(3)) };
  const commits = Number(await ask("rev-list", "--count", `HEAD..${base}`));
  if (commits === 0) return { kind: "current" };
  // Git overwrites ignored files without a word.
  const added = splitNames(
    await ask("diff", "--name-only", "--no-renames", "--diff-filter=A", "-z", "HEAD", base, "--"),
  ).filter((name) => isInWay(to, name));
  if (added.length > 0) return { kind: "uncommitted", paths: added };
  try {
    await change(
      "merge",
      "--quiet",
      "--no-edit",
      "-m",
      `Merge ${from === "" ? base.slice(0, 12) : `branch '${from}'`} into ${branch}`,
      base,
    );
    writeRecord(place, { ...record, worktree: { ...worktree, updated: { commit: base, at } } });
    return { kind: "updated", commits };
  } catch (error) {
    if (!isMerging()) throw error;
    const paths = splitNames(await ask("diff", "--name-only", "--diff-filter=U", "-z"));
    await change("merge", "--abort");
    return { kind: "conflicts", paths };
  }
}
