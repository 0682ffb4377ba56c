import { t } from "@vscode/l10n";
import { escapeLine, escapePath } from "../../base/invisible.ts";
import type { IsolationView } from "../../contract/changes/isolation.ts";
import { formatFileCount } from "../numbers.ts";

const lastPart = (folder: string): string => folder.split(/[\\/]/).at(-1) || folder;

/** Maximum number of files that a message names. */
const maxNamed = 10;

/** Returns the label of an isolated conversation in its header and in lists. */
export function formatIsolation({ kind, origin, branch, attempt }: IsolationView): string {
  if (attempt) return t("Attempt {0} of {1}", attempt.number, attempt.count);
  if (kind === "copy") return t("Copy of {0}", lastPart(origin));
  return branch === undefined
    ? t("Worktree of {0}", lastPart(origin))
    : t("Worktree of {0}: {1}", lastPart(origin), branch);
}

/** Returns the explanation of that label. `asks`: edits there need the user's approval. */
export function getIsolationHint({ kind, origin }: IsolationView, asks = true): string {
  const hint =
    kind === "copy"
      ? t("Works in a copy of {0}. Click to review its changes.", origin)
      : t("Works in a worktree of {0}. Click to review its changes.", origin);
  return asks ? hint : `${hint} ${t("In Manual mode, its edits need no approval.")}`;
}

/** Returns some paths as a list, with the number of those that are not named. `more`: number of further ones. */
export function formatPaths(paths: readonly string[], more = 0): string {
  const left = Math.max(paths.length - maxNamed, 0) + more;
  return [...paths.slice(0, maxNamed), ...(left > 0 ? [t("… and {0} more", left)] : [])].join("\n");
}

/**
 * The content of an isolated folder that its original does not have. `work`: commits of its repositories; an empty
 * path stands for those of the worktree itself.
 */
export interface DiscardedWork {
  readonly files: readonly string[];
  readonly others: readonly string[];
  readonly work: readonly {
    readonly path: string;
    readonly commits: readonly string[];
    readonly commitCount: number;
    readonly refs?: readonly string[] | undefined;
    readonly isKnown: boolean;
  }[];
  readonly isGone?: true;
  readonly branch:
    | {
        readonly branch: string;
        readonly exists: boolean;
        readonly commits: readonly string[];
        readonly commitCount: number;
      }
    | undefined;
}

/** Returns the message that a folder with this label has no change to apply, and what it has nevertheless. */
export function formatNothing(label: string, { others, work }: Pick<DiscardedWork, "others" | "work">): string {
  const text = isolationText;
  if (others.length + work.length === 0) return text.nothing(label);
  const left = [
    ...(others.length > 0 ? [text.notCompared(others.length)] : []),
    ...(work.length > 0 ? [text.onlyInGit()] : []),
  ];
  return [text.nothingToApply(label), ...left].join(" ");
}

/** Returns the detail of the question whether to discard a folder: all that it has and the original does not. */
export function formatDiscard({ files, others, work, branch, isGone }: DiscardedWork): string {
  const text = isolationText;
  const commitsOf = (each: { readonly commits: readonly string[]; readonly commitCount: number }): string =>
    formatPaths(each.commits.map(escapeLine), each.commitCount - each.commits.length);
  const parts = [
    ...(isGone ? [text.discardGone()] : []),
    ...(files.length > 0
      ? [`${text.discardUnapplied(files.length)}\n${formatPaths(files.map(escapePath))}`, text.discardKept()]
      : []),
    ...(others.length > 0 ? [`${text.discardOthers(others.length)}\n${formatPaths(others.map(escapePath))}`] : []),
    ...work.map((each) => {
      const name = escapePath(each.path);
      if (!each.isKnown) return text.discardUnknown(name);
      if (each.refs) return `${text.discardRefs(name)}\n${formatPaths(each.refs.map(escapePath))}`;
      return `${name === "" ? text.discardUnreachable(each.commitCount) : text.discardWork(each.commitCount, name)}\n${commitsOf(each)}`;
    }),
    // Its commits are listed although it is kept, because they are in no other place.
    ...(branch && branch.commitCount > 0
      ? [`${text.discardCommits(branch.commitCount, escapePath(branch.branch))}\n${commitsOf(branch)}`]
      : []),
  ];
  const known = parts.length === 0 ? [text.discardNothing()] : parts;
  return [
    ...known,
    ...(branch?.exists && branch.commitCount === 0 ? [text.discardBranch(escapePath(branch.branch))] : []),
  ].join("\n\n");
}

/** Texts of questions and messages about isolated folders. */
export const isolationText = {
  copying: (folder: string) => t("Copying {0}…", folder),
  creatingWorktree: (folder: string) => t("Creating a worktree of {0}…", folder),
  comparing: (folder: string) => t("Comparing with {0}…", folder),
  filesDone: (done: number, total: number) => t("{0} of {1} files", done, total),
  leftOut: (count: number, names: string) =>
    count === 1 ? t("Not copied: {0}", names) : t("Not copied ({0}), for example: {1}", count, names),
  linkOutside: (name: string) => t("{0} (a link to a place outside the folder)", name),
  special: (name: string) => t("{0} (not a regular file)", name),
  gitElsewhere: (name: string) => t("{0} (belongs to a repository elsewhere)", name),
  unreadable: (name: string) => t("{0} (can't be read)", name),
  none: () =>
    t(
      "There are no copies or worktrees. To create one, use “New Conversation in Copy…” or “New Conversation in Worktree…”.",
    ),
  nothing: (label: string) => t("All changes in {0} are already in your workspace.", label),
  nothingToApply: (label: string) => t("{0} has no changes to apply.", label),
  onlyInGit: () => t("Its Git repositories have work that is not in your workspace."),
  notCompared: (count: number) =>
    t(
      "{0} changed but can't be shown or applied: ignored by Git, too large, unreadable, or beside the folder.",
      formatFileCount(count),
    ),
  notText: (count: number) => t("{0} can't be shown as text, but can be applied.", formatFileCount(count)),
  pickFolder: () => t("Select a copy or worktree"),
  manage: () => t("Copies and worktrees"),
  discarded: (age: string) => t("discarded {0}", age),
  created: (age: string) => t("created {0}", age),
  lastChanged: (age: string) => t("changed {0}", age),
  unreadableFolder: () => t("Unreadable copy or worktree (damaged, or from another version of Tandem)"),
  open: () => t("Open Conversation"),
  review: () => t("Review Changes"),
  apply: () => t("Apply Changes…"),
  mergeBranch: () => t("Merge Branch"),
  update: () => t("Update from Base"),
  discard: () => t("Discard…"),
  showRepositories: () => t("Show Kept Repositories"),
  remove: () => t("Remove…"),
  pickChanges: (origin: string) => t("Select the changes to apply to {0}", origin),
  pickHunks: () => t("Select changes in this file"),
  pickHunksOf: (name: string) => t("Select the changes in {0} to apply", name),
  hunksPicked: (count: number, all: number) =>
    all === 1 ? t("{0} of 1 change selected", count) : t("{0} of {1} changes selected", count, all),
  hunkPlace: (line: number, added: number, removed: number) => t("line {0} · +{1} −{2}", line, added, removed),
  added: () => t("added"),
  changed: () => t("changed"),
  deleted: () => t("deleted"),
  clean: () => "",
  merge: () => t("also changed by you, can be merged"),
  conflict: () => t("also changed by you"),
  bothTitle: (name: string) => t("{0} also changed in your workspace. What do you want to do?", name),
  chooseMerge: () => t("Merge both changes"),
  chooseEditor: () => t("Resolve in merge editor"),
  editorDetail: () => t("The file stays as it is until you complete the merge"),
  chooseMarkers: () => t("Insert conflict markers"),
  chooseTheirs: () => t("Replace with the conversation's version"),
  chooseMine: () => t("Keep my version"),
  mergeDetail: () => t("The changes are in different lines"),
  markersDetail: () => t("Both versions stay in the file; you resolve them in the editor"),
  theirsDetail: () => t("Your changes in this file are lost"),
  mineDetail: () => t("The conversation's change is not applied"),
  mySide: () => t("Workspace"),
  theirSide: () => t("Conversation"),
  unsaved: (names: string) =>
    t("Nothing was applied: these files have unsaved changes. Save them, then try again: {0}", names),
  applied: (count: number, origin: string) => t("Applied the changes of {0} to {1}.", formatFileCount(count), origin),
  undo: () => t("Undo"),
  undoApply: () => t("Undo Last Apply"),
  undone: (count: number, origin: string) =>
    t("Undid the changes applied to {0} in {1}.", formatFileCount(count), origin),
  undoRefused: (name: string) => t("Nothing was undone: {0} changed since then, or can't be written.", name),
  noUndo: (label: string) => t("There is nothing to undo: no changes of {0} were applied.", label),
  left: (count: number) => (count === 1 ? t("1 change was not applied.") : t("{0} changes were not applied.", count)),
  refused: (name: string) =>
    t("Nothing was applied: {0} changed in the meantime, or can't be written. Review the changes again.", name),
  refusedNoSpace: () => t("Nothing was changed: the disk is full."),
  partial: (names: string) =>
    t("Applying failed, and these files could not be restored: {0}. Check them before you continue.", names),
  discardQuestion: (label: string) => t("Discard {0}?", label),
  discardNothing: () => t("All its changes are in your workspace."),
  discardGone: () => t("Its files are no longer on the disk. Tandem has the changes that it saw last."),
  discardUnapplied: (count: number) =>
    count === 1 ? t("1 change is not in your workspace:") : t("{0} changes are not in your workspace:", count),
  discardOthers: (count: number) =>
    t("{0} also changed but can't be compared. Those changes will be lost:", formatFileCount(count)),
  discardKept: () =>
    t(
      "Tandem keeps the changes. You can still apply them until you remove them from the list of copies and worktrees.",
    ),
  discardCommits: (count: number, branch: string) =>
    count === 1
      ? t("1 commit is only on the branch {0}, which is kept:", branch)
      : t("{0} commits are only on the branch {1}, which is kept:", count, branch),
  discardBranch: (branch: string) => t("The branch {0} has no commits of its own and will be deleted.", branch),
  discardWork: (count: number, repository: string) =>
    count === 1
      ? t("1 commit of the repository {0} is not in your workspace. Tandem keeps the repository:", repository)
      : t(
          "{0} commits of the repository {1} are not in your workspace. Tandem keeps the repository:",
          count,
          repository,
        ),
  discardRefs: (repository: string) =>
    t("Branches and tags of the repository {0} are not in your workspace. Tandem keeps the repository:", repository),
  discardUnknown: (repository: string) => t("The repository {0} can't be read. Tandem keeps it.", repository),
  discardUnreachable: (count: number) =>
    count === 1
      ? t("1 commit is on no branch. Tandem keeps it:")
      : t("{0} commits are on no branch. Tandem keeps them:", count),
  discardNow: () => t("Discard"),
  discardedNow: (label: string) => t("{0} was discarded. Its changes are kept.", label),
  removeQuestion: (label: string) => t("Permanently remove the changes of {0}?", label),
  removeDetail: () => t("They can't be restored."),
  removeRepositories: (count: number) =>
    count === 1
      ? t("One of its repositories with commits that are not in your workspace will also be removed.")
      : t("{0} of its repositories with commits that are not in your workspace will also be removed.", count),
  removeNow: () => t("Remove"),
} as const;
