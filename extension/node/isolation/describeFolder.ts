import path from "node:path";
import type { IsolatedFolder, MountView, WorktreeView } from "../../core/conversations/isolationPorts.ts";

/** Maximum number of missing entries that are named. */
const maxNamed = 10;

/** Returns a description of an isolated folder for the model. */
export function describeForModel(isolated: IsolatedFolder): string {
  return isolated.worktree ? describeWorktree(isolated, isolated.worktree) : describeCopy(isolated);
}

function describeCopy(isolated: IsolatedFolder): string {
  const { folder, origin } = isolated;
  return [
    `You work in ${folder}, a copy of ${origin} that was made at ${getTime(isolated)} with its uncommitted and ignored files.`,
    `Change files only in the copy; the user reviews the changes and applies them to ${origin}.`,
    `Later changes of the original are not in the copy.${getMissing(isolated, "copy")}`,
    ...describeRules(isolated),
    ...(isolated.mounts ?? []).map(describeMount),
  ].join(" ");
}

function describeMount({ path: place, origin, isReadOnly, rules }: MountView): string {
  const kept = isReadOnly ? "is never applied" : "is reviewed and applied there too";
  return [
    `Its folder ${JSON.stringify(place)} is a copy of ${origin}; a change in it ${kept}.`,
    ...describeRules({ rules }, "folder"),
  ].join(" ");
}

function describeRules(
  { rules: { include = [], exclude = [], isFollowingLinks = false } = {} }: Pick<IsolatedFolder, "rules">,
  kind = "copy",
): readonly string[] {
  return [
    ...(include.length > 0 ? [`The ${kind} has only what matches ${JSON.stringify(include)}, and ignore rules.`] : []),
    ...(exclude.length > 0 ? [`It has nothing that matches ${JSON.stringify(exclude)}.`] : []),
    ...(isFollowingLinks
      ? ["In place of links to some other folders it has their content; changes of it are not applied."]
      : []),
  ];
}

function describeWorktree(isolated: IsolatedFolder, worktree: WorktreeView): string {
  const { folder, root } = isolated;
  const { branch, commit, upstream, hasUncommitted, ports } = worktree;
  const distance = upstream
    ? `, which was ${upstream.ahead} commits ahead of ${JSON.stringify(upstream.name)} and ${upstream.behind} behind it`
    : "";
  return [
    `You work in ${folder}, a git worktree of ${root} on its own branch ${JSON.stringify(branch)}.`,
    `It was made at ${getTime(isolated)} from commit ${commit.slice(0, 12)}${getBase(worktree)}${distance}.`,
    describeUpdate(worktree),
    hasUncommitted
      ? "It has the uncommitted changes that the original had then; they are not staged."
      : "Uncommitted changes of the original are not in it, so its state can differ from what the user sees.",
    "Ignored files such as installed packages and local configuration are missing unless the user's patterns include them; submodules are empty.",
    `Later changes of the original are not in it.${getMissing(isolated, "worktree")}`,
    `Change files only here; the user reviews the changes and applies them to ${root}, or merges the branch. Commits stay on this branch.`,
    `Do not change the git configuration, which is shared with ${root}.`,
    ports
      ? `Let servers listen on the ports ${ports.first} to ${ports.last}, as in TANDEM_PORT_FIRST and TANDEM_PORT_LAST.`
      : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Returns what the last update from the base brought, for the model; empty if there was none. */
export function describeUpdate(worktree: WorktreeView): string {
  const { updated } = worktree;
  if (!updated) return "";
  return `At ${new Date(updated.at).toISOString()} the user merged the commits${getBase(worktree)} up to ${updated.commit.slice(0, 12)} into the worktree.`;
}

function getBase({ from }: WorktreeView): string {
  return from === "" ? "" : ` of the branch ${JSON.stringify(from)}`;
}

function getTime({ createdAt }: IsolatedFolder): string {
  return new Date(createdAt).toISOString();
}

function getMissing({ leftOut, leftOutCount }: IsolatedFolder, kind: string): string {
  const named = leftOut.slice(0, maxNamed).map(({ path: name }) => JSON.stringify(name));
  return leftOutCount === 0 ? "" : ` Not in the ${kind}: ${leftOutCount} entries, such as ${named.join(", ")}.`;
}

/**
 * Returns environment variables for programs in an isolated folder: git looks for no repository above it, and servers
 * find free ports.
 */
export function getIsolatedEnvironment(
  place: string,
  { worktree }: Pick<IsolatedFolder, "worktree">,
): Readonly<Record<string, string>> {
  const ports = worktree?.ports;
  return {
    GIT_CEILING_DIRECTORIES: path.join(place, "files"),
    ...(ports ? { TANDEM_PORT_FIRST: String(ports.first), TANDEM_PORT_LAST: String(ports.last) } : {}),
  };
}
