import fs from "node:fs";
import path from "node:path";
import type { RepositoryWork } from "../../core/conversations/isolationPorts.ts";
import { askRepository } from "../git/askRepository.ts";
import { findRepository } from "../git/worktrees.ts";
import { listUnreachable } from "./keptCommits.ts";
import { readLooseHeads } from "./looseHeads.ts";
import { getFilesFolder, getMountFolder, getTopFolder, getWorkFolder, type IsolationRecord } from "./record.ts";
import { walk } from "./removeFolder.ts";
import { getEntry } from "./worktreeBranch.ts";

/** Maximum number of commits of a repository that are named. */
const maxNamed = 20;

/**
 * Lists the work in git that no file of an isolated folder shows: commits of its repositories that the repositories of
 * the original do not have, whatever leads to them (branches, tags, stashes, a detached HEAD, reflogs, a rebase in
 * progress), and branches and tags that these do not have, with repositories at any depth. A repository that git cannot
 * read counts as one with such work. Of the branch of a worktree it lists only what no branch, tag, or remote has.
 */
export async function listUnlistedWork(
  program: string,
  place: string,
  record: IsolationRecord,
): Promise<readonly RepositoryWork[]> {
  const found: RepositoryWork[] = [];
  const roots = [getFilesFolder(place), ...getModules(record)];
  for (const git of (await Promise.all(roots.map(findGitFolders))).flat()) {
    const name = nameRepository(place, record, git);
    const work = await readWork(program, git, findOriginal(place, record, git)).catch(
      (): Omit<RepositoryWork, "path"> => ({ commits: [], commitCount: 0, isKnown: false }),
    );
    if (work.commitCount > 0 || work.refs || !work.isKnown) found.push({ path: name, ...work });
  }
  const { worktree } = record;
  if (!worktree || !fs.existsSync(worktree.common)) return found;
  const lost = await listUnreachable(program, record, worktree);
  return lost.length === 0 ? found : [...found, { path: "", ...cut(lost.map(({ subject }) => subject)) }];
}

/** Returns the folder with the repositories of the submodules of a worktree, which git keeps in the entry of that. */
function getModules(record: IsolationRecord): readonly string[] {
  return record.worktree ? [path.join(getEntry(record, record.worktree), "modules")] : [];
}

/**
 * Names a git folder by its path from the top folder, with "/"; one of a submodule of a worktree as below `.git`. Only
 * that of one beside the top folder begins with "..".
 */
function nameRepository(place: string, record: IsolationRecord, git: string): string {
  const { worktree } = record;
  const top = getTopFolder(place, record);
  const isBelow = git.startsWith(`${getFilesFolder(place)}${path.sep}`);
  const relative = isBelow || !worktree ? path.relative(top, git) : path.relative(getEntry(record, worktree), git);
  return (isBelow ? "" : ".git/") + relative.split(path.sep).join("/");
}

/** Returns the git folder of such a name. */
export function locateRepository(place: string, record: IsolationRecord, name: string): string {
  const { worktree } = record;
  const parts = name.split("/");
  const found = path.join(getTopFolder(place, record), ...parts);
  return worktree && parts[0] === ".git" && parts.length > 1 && !fs.existsSync(found)
    ? path.join(getEntry(record, worktree), ...parts.slice(1))
    : found;
}

/**
 * Finds the git folders at any depth, also bare ones and those of submodules: folders with a HEAD, objects, and refs.
 * Follows no link.
 */
export async function findGitFolders(top: string): Promise<readonly string[]> {
  const found: string[] = [];
  await walk(top, (full, stats) => {
    if (stats.isDirectory() && isGitFolder(full)) found.push(full);
    return undefined;
  });
  return found;
}

/** Returns true for a folder that git takes for a repository without its work tree. */
export function isGitFolder(folder: string): boolean {
  return ["HEAD", "objects", "refs"].every((name) => fs.existsSync(path.join(folder, name)));
}

/** Returns the git folder of the original in the place of one of the isolated folder, if there is one. */
function findOriginal(place: string, record: IsolationRecord, git: string): string | undefined {
  const { origin, worktree, mounts = [] } = record;
  const roots = [
    ...mounts.map((mount) => ({ from: getMountFolder(place, record, mount), to: mount.origin })),
    { from: worktree ? getTopFolder(place, record) : getWorkFolder(place, record), to: worktree?.top ?? origin },
  ];
  if (worktree) roots.push({ from: getEntry(record, worktree), to: worktree.common });
  const root = roots.find(({ from }) => git.startsWith(`${from}${path.sep}`));
  if (!root) return undefined;
  const original = path.join(root.to, path.relative(root.from, git));
  if (isGitFolder(original)) return original;
  // The original can be a worktree itself, whose git folder is elsewhere.
  return path.basename(git) === ".git" ? findRepository(path.dirname(original))?.common : undefined;
}

async function readWork(
  program: string,
  git: string,
  original: string | undefined,
): Promise<Omit<RepositoryWork, "path">> {
  const ask = (folder: string, args: readonly string[], input?: string): Promise<string> =>
    askRepository(program, folder, [`--git-dir=${folder}`, ...args], input);
  const known =
    original === undefined
      ? []
      : (await ask(original, ["rev-list", "--all", "--reflog", "--no-walk=unsorted"])).split("\n").filter(Boolean);
  const [loose, knownLoose] = await Promise.all([
    readLooseHeads(git),
    original === undefined ? [] : readLooseHeads(original),
  ]);
  const input = [...loose, ...[...known, ...knownLoose].map((id) => `^${id}`)];
  const args = ["log", "--ignore-missing", "--all", "--reflog", "--stdin", "--no-show-signature", "--format=%h %s"];
  const commits = (await ask(git, args, input.map((id) => `${id}\n`).join(""))).split("\n").filter(Boolean);
  if (commits.length > 0 || original === undefined) return cut(commits);
  // A tag can have a message of its own, or name something else than a commit.
  const listRefs = async (folder: string): Promise<readonly string[]> => {
    const format = "--format=%(refname:short)%00%(if:equals=commit)%(objecttype)%(then)%(else)%(objectname)%(end)";
    return (await ask(folder, ["for-each-ref", format, "refs/heads", "refs/tags"])).split("\n").filter(Boolean);
  };
  const theirs = new Set(await listRefs(original));
  const refs = (await listRefs(git)).flatMap((line) => (theirs.has(line) ? [] : [line.split("\0", 1)[0] ?? ""]));
  return { ...cut([]), ...(refs.length > 0 ? { refs } : {}) };
}

function cut(commits: readonly string[]): Omit<RepositoryWork, "path"> {
  return { commits: commits.slice(0, maxNamed), commitCount: commits.length, isKnown: true };
}
