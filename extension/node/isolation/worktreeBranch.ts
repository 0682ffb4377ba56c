import fs from "node:fs";
import path from "node:path";
import type { BranchView } from "../../core/conversations/isolationPorts.ts";
import { askRepository } from "../git/askRepository.ts";
import { changeRepository } from "../git/changeRepository.ts";
import { readRegular } from "../storage/regularFiles.ts";
import type { IsolationRecord, WorktreeRecord } from "./record.ts";
import { removeFolder } from "./removeFolder.ts";

/** Maximum number of commits that are named. */
const maxNamed = 20;

/**
 * Returns the checked-out commit and branch of a repository, and the distance to the upstream; undefined without a
 * commit.
 */
export async function readCheckedOut(
  program: string,
  top: string,
): Promise<Pick<WorktreeRecord, "commit" | "from" | "upstream"> | undefined> {
  const ask = (...args: string[]): Promise<string> =>
    askRepository(program, top, args).then(
      (text) => text.trim(),
      () => "",
    );
  // There is no upstream without a branch.
  const [commit, from, name] = await Promise.all([
    readCommit(program, top, "HEAD"),
    ask("symbolic-ref", "--quiet", "--short", "HEAD"),
    ask("rev-parse", "--abbrev-ref", "--symbolic-full-name", "@{upstream}"),
  ]);
  if (commit === undefined) return undefined;
  const [ahead, behind] =
    name === ""
      ? []
      : (await ask("rev-list", "--left-right", "--count", "HEAD...@{upstream}")).split(/\s+/).map(Number);
  return {
    commit,
    from,
    ...(ahead === undefined || behind === undefined ? {} : { upstream: { name, ahead, behind } }),
  };
}

/** Returns true if a name can be a branch that does not exist yet. */
export async function canCreateBranch(program: string, top: string, branch: string): Promise<boolean> {
  if (branch.startsWith("-")) return false;
  const [isName, existing] = await Promise.all([
    succeeds(askRepository(program, top, ["check-ref-format", "--branch", branch])),
    readCommit(program, top, `refs/heads/${branch}`),
  ]);
  return isName && existing === undefined;
}

/**
 * Returns the branch of a worktree with the commits that only it has: no other branch, no tag and no remote. Those of a
 * detached HEAD count. Never asks by the `.git` file of the worktree, which a conversation can replace.
 */
export async function describeBranch(
  program: string,
  record: IsolationRecord,
  worktree: WorktreeRecord,
): Promise<BranchView> {
  const { branch } = worktree;
  const tip = await readCommit(program, getRepository(worktree), `refs/heads/${branch}`);
  const tips = [tip, await readHead(program, record, worktree)].filter((each) => each !== undefined);
  const lines = await listOwnCommits(program, record, worktree, tips);
  return { branch, exists: tip !== undefined, commits: lines.slice(0, maxNamed), commitCount: lines.length };
}

/**
 * Takes a worktree whose files are gone out of its repository: its own entry, and its branch if that has no commit of
 * its own and is checked out nowhere else. Does nothing for a repository that is gone. Can be repeated.
 */
export async function detachWorktree(program: string | undefined, record: IsolationRecord): Promise<void> {
  const { worktree } = record;
  if (!worktree || !fs.existsSync(worktree.common)) return;
  const { branch, commit } = worktree;
  const entry = getEntry(record, worktree);
  const names = (await readRegular(path.join(entry, "gitdir")).catch(() => "")).trim();
  // An entry that git had not finished names nothing yet.
  if (names === "" || path.basename(path.dirname(names)) === record.name) await removeFolder(entry);
  // Git expects no empty folder of entries.
  await fs.promises.rmdir(path.dirname(entry)).catch(() => {});
  if (program === undefined) return;
  const top = getRepository(worktree);
  const ref = `refs/heads/${branch}`;
  const found = await askRepository(program, top, [
    "for-each-ref",
    "--format=%(objectname) %(worktreepath)",
    ref,
  ]).catch(() => "");
  const tip = /^([0-9a-f]+) $/m.exec(found)?.[1];
  if (tip === undefined || !(tip === commit || (await listOwnCommits(program, record, worktree, [tip])).length === 0))
    return;
  // Does nothing if the branch got a commit meanwhile.
  await changeRepository(program, top, ["update-ref", "-d", ref, tip]);
}

/** Lists the commits that no other branch, no tag and no remote has. */
async function listOwnCommits(
  program: string,
  record: IsolationRecord,
  worktree: WorktreeRecord,
  tips: readonly string[],
): Promise<readonly string[]> {
  if (tips.length === 0) return [];
  const others = [
    `--exclude=${worktree.branch}`,
    `--exclude=${getDetachedName(record, worktree.branch)}*`,
    "--branches",
    "--tags",
    "--remotes",
  ];
  const args = ["log", "--format=%h %s", "--no-show-signature", "--topo-order", ...tips, "--not", ...others];
  return (await askRepository(program, getRepository(worktree), args)).split("\n").filter(Boolean);
}

/** Returns the name of the branch that the commits of a detached HEAD get. */
export function getDetachedName({ id }: IsolationRecord, branch: string): string {
  return `${branch}-${id}-detached`;
}

/**
 * Returns the folder in which git is called for a worktree: that which it was made from, or the git folder where that
 * is gone, as another worktree.
 */
export function getRepository({ top, common }: WorktreeRecord): string {
  return fs.existsSync(top) ? top : common;
}

/** Returns the folder that git keeps for a worktree. */
export function getEntry({ name }: IsolationRecord, { common }: WorktreeRecord): string {
  return path.join(common, "worktrees", name);
}

/** Returns the commit that a worktree has checked out; undefined for none. */
export function readHead(
  program: string,
  record: IsolationRecord,
  worktree: WorktreeRecord,
): Promise<string | undefined> {
  const entry = getEntry(record, worktree);
  return fs.existsSync(entry)
    ? readCommit(program, getRepository(worktree), "HEAD", [`--git-dir=${entry}`])
    : Promise.resolve(undefined);
}

/** Returns the commit of a name; undefined if there is none. */
export async function readCommit(
  program: string,
  top: string,
  name: string,
  options: readonly string[] = [],
): Promise<string | undefined> {
  const found = await askRepository(program, top, [
    ...options,
    "rev-parse",
    "--verify",
    "--quiet",
    `${name}^{commit}`,
  ]).catch(() => "");
  return found.trim() || undefined;
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
