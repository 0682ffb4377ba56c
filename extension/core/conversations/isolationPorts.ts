import type {
  IsolationKind,
  IsolationRefusal,
  IsolationView,
  LeftOut,
} from "../../shared/contract/changes/isolation.ts";

/** A git worktree as it was created. */
export interface WorktreeView {
  readonly branch: string;
  /** The commit at which the branch began, and the branch that had it; empty for none. */
  readonly commit: string;
  readonly from: string;
  /** Numbers of commits that only `from`, or only its upstream had. */
  readonly upstream?: { readonly name: string; readonly ahead: number; readonly behind: number } | undefined;
  /** True if it began with the uncommitted changes of the original. */
  readonly hasUncommitted: boolean;
  /** The last commit of its base that was merged into the branch since, and the time of that merge. */
  readonly updated?: { readonly commit: string; readonly at: number } | undefined;
  /** Ports for programs in it. */
  readonly ports?: { readonly first: number; readonly last: number } | undefined;
}

/** One of several attempts of a prompt. */
export interface PromptAttempt {
  /** Id that the attempts of a prompt share. */
  readonly group: string;
  /** Place among them, from 1, and their number. */
  readonly number: number;
  readonly count: number;
  /** Empty for the model of the settings. */
  readonly model: string;
  readonly prompt: string;
}

/** The branch of a worktree now. */
export interface BranchView {
  readonly branch: string;
  /** False once it was deleted. */
  readonly exists: boolean;
  /** Short hash and subject of some commits that no other branch, tag or remote has, and their number. */
  readonly commits: readonly string[];
  readonly commitCount: number;
}

/** A further folder in a copy. */
export interface MountView {
  /** Place in the folder of the conversation, relative with "/". */
  readonly path: string;
  /** Absolute path of the folder that it was made from. */
  readonly origin: string;
  /** Its changes are never applied. */
  readonly isReadOnly: boolean;
  readonly rules?: CopyRules | undefined;
}

/**
 * Outcome of merging the branch that a worktree was made from into its own. Only "updated" changed something. "gone":
 * the branch or the worktree; "otherBranch": the worktree has another branch checked out.
 */
export type UpdateOutcome =
  | { readonly kind: "updated"; readonly commits: number }
  | { readonly kind: "current" }
  | { readonly kind: "gone" }
  | { readonly kind: "otherBranch" }
  | { readonly kind: "uncommitted" | "conflicts"; readonly paths: readonly string[] };

/** An isolated folder that is kept. */
export interface IsolatedFolder {
  readonly id: string;
  readonly kind: IsolationKind;
  /** Absolute path of the folder in which its conversation works. */
  readonly folder: string;
  /** Absolute path of the folder that it was made from. */
  readonly origin: string;
  /** Absolute path of the folder to which changes are applied: the whole repository of a worktree, else `origin`. */
  readonly root: string;
  /** Only of a git worktree. */
  readonly worktree?: WorktreeView | undefined;
  readonly attempt?: PromptAttempt | undefined;
  /** Selection of the entries of a copy, if it has not all. */
  readonly rules?: CopyRules | undefined;
  /** Further folders in a copy. */
  readonly mounts?: readonly MountView[] | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Set once its files were discarded: its changes can still be applied. */
  readonly discardedAt?: number | undefined;
  /** Some of the entries of the original that it does not have, and their number. */
  readonly leftOut: readonly LeftOut[];
  readonly leftOutCount: number;
  /**
   * Absolute paths of git folders that were kept when the files were discarded, because they have commits that the
   * original does not have.
   */
  readonly repositories?: readonly string[] | undefined;
}

/**
 * One of the three states of a changed file. `blob` names its content; `text` is absent for a large content and for one
 * that is not text.
 */
export interface IsolatedFile {
  readonly blob: string;
  readonly kind: "file" | "executable" | "link";
  readonly text?: string;
}

/**
 * A file that an isolated folder changed since its beginning; undefined where it does not exist. The path is relative,
 * with "/".
 */
export interface IsolatedChange {
  readonly path: string;
  readonly base: IsolatedFile | undefined;
  /** In the original folder, now. */
  readonly mine: IsolatedFile | undefined;
  /** In the isolated folder. */
  readonly theirs: IsolatedFile | undefined;
  /** Lines that the isolated folder added and removed; undefined for a file that is no text. */
  readonly lines?: { readonly added: number; readonly removed: number } | undefined;
  /** It cannot be applied: a folder is in its place, or it is a link that leads out of the folder. */
  readonly isBlocked?: boolean;
}

/** The changes of an isolated folder. */
export interface IsolatedChanges {
  /** Snapshot of the isolated folder that was compared. */
  readonly last: string;
  readonly changes: readonly IsolatedChange[];
  /** Files that changed but are not compared: ignored ones, and those too large or unreadable. */
  readonly others: readonly string[];
  /** Work in git that no file shows. */
  readonly work: readonly RepositoryWork[];
  /** Somebody removed the files: the changes are those that were compared last. */
  readonly isGone?: true;
}

/** A repository in an isolated folder with commits that the original does not have. */
export interface RepositoryWork {
  /**
   * Path of its git folder below the top folder, with "/"; empty for commits of a worktree that only a reflog leads to.
   */
  readonly path: string;
  /** Short hash and subject of some of the commits, newest first, and their number. */
  readonly commits: readonly string[];
  readonly commitCount: number;
  /** Branches and tags that the original does not have, if there is no such commit; a tag can have a message. */
  readonly refs?: readonly string[] | undefined;
  /** False where git could not read the repository: it can have such commits. */
  readonly isKnown: boolean;
}

/** Replaces a file of the original folder by that of the isolated one, or by a merged text. */
export interface ApplyStep {
  readonly path: string;
  /** The file as it must still be; undefined if it must not exist. */
  readonly expected: IsolatedFile | undefined;
  readonly text?: string | undefined;
}

/**
 * The outcome of applying. All paths are relative. "refused": nothing changed; `path` was changed meanwhile, or could
 * not be written.
 */
export type ApplyOutcome =
  | { readonly kind: "applied"; readonly files: number }
  | { readonly kind: "refused"; readonly path: string; readonly reason: string }
  | { readonly kind: "partial"; readonly path: string; readonly reason: string; readonly notBack: readonly string[] };

/** Selects the entries of a copy. Globs are relative to the folder, with "/"; none for everything. */
export interface CopyRules {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Copies the targets of links that lead out of the folder, if they lie in an allowed folder. */
  readonly isFollowingLinks?: boolean;
}

/** A further folder to copy, as the setting has it. */
export interface MountRequest {
  /** The folder: absolute, or relative to that of the copy. */
  readonly path: string;
  /** Place in the copy, relative with "/". Without it: the name of the folder. */
  readonly mountPath?: string | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly maxMegabytes?: number | undefined;
  readonly readOnly?: boolean | undefined;
}

/** Selects what a copy contains. */
export type CopyChoice = Pick<CopyRequest, "rules" | "mounts">;

export interface CopyRequest {
  /** Absolute path of the folder to copy. */
  readonly origin: string;
  readonly attempt?: PromptAttempt;
  readonly rules?: CopyRules;
  readonly mounts?: readonly MountRequest[];
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

export interface WorktreeRequest extends Omit<CopyRequest, "rules" | "mounts"> {
  /** Name of the new branch. */
  readonly branch: string;
  /** True if the uncommitted changes of the original are part of it. */
  readonly hasUncommitted: boolean;
  /** Patterns of ignored files that it needs, as in `.gitignore`. */
  readonly include: readonly string[];
}

/** A kept folder whose record is damaged, or that of another version of Tandem. */
export interface UnreadableFolder {
  readonly id: string;
  /** Absolute path of its place, with its files and snapshots. */
  readonly path: string;
  /** Time of the last change of its place, in milliseconds since the epoch. */
  readonly changedAt: number;
}

/** The isolated folders on this machine. */
export interface IsolatedFolders {
  list(): readonly IsolatedFolder[];
  /** Returns the kept folders that nothing can be done with; they are never removed. */
  listUnreadable(): readonly UnreadableFolder[];
  /** Returns the kept folder in which a conversation works. */
  find(folder: string): IsolatedFolder | undefined;
  /** Returns the bytes that a folder and its snapshots take. */
  measure(id: string): Promise<number>;
  createCopy(request: CopyRequest): Promise<IsolatedFolder | IsolationRefusal>;
  /** Creates a git worktree with the last commit of the original. */
  createWorktree(request: WorktreeRequest): Promise<IsolatedFolder | IsolationRefusal>;
  /**
   * Records the ignored files as the beginning, so that files which a setup command made do not count as changes of the
   * conversation.
   */
  noteSetUp(id: string): Promise<void>;
  /** Returns true if a folder is in a repository in which a branch can get this name. */
  canCreateBranch(origin: string, branch: string): Promise<boolean>;
  /** Returns undefined for a copy, and if the repository is gone. */
  describeBranch(id: string): Promise<BranchView | undefined>;
  /** Merges the branch that a worktree was made from into its own. Rejects like git. */
  updateWorktree(id: string): Promise<UpdateOutcome>;
  /** Rejects if the folder is gone, or another window uses it for too long. */
  compare(id: string): Promise<IsolatedChanges>;
  /** Applies steps to the original folder, all or none. `last`: the snapshot that they were planned from. */
  apply(id: string, last: string, steps: readonly ApplyStep[]): Promise<ApplyOutcome>;
  /** Returns the paths of the last apply, relative to `root`; none if it cannot be undone. */
  listApplied(id: string): Promise<readonly string[]>;
  /** Undoes the last apply, all or nothing; "refused" if a file changed since then. Undefined if there is none. */
  undoApply(id: string): Promise<ApplyOutcome | undefined>;
  /**
   * Takes a last snapshot and removes the files. The changes can still be applied, and work in git that no file shows
   * is kept.
   */
  discard(id: string): Promise<void>;
  /** Removes a discarded folder with its snapshots and kept repositories. */
  remove(id: string): Promise<void>;
}

/** Returns the folder outside to which a changed file of an isolated folder belongs, and the name of the file there. */
export function findOriginal(
  { root, mounts = [] }: Pick<IsolatedFolder, "root" | "mounts">,
  name: string,
): { readonly root: string; readonly name: string } {
  const mount = mounts.find(({ path }) => name.startsWith(`${path}/`));
  return mount ? { root: mount.origin, name: name.slice(mount.path.length + 1) } : { root, name };
}

/** Returns the view of an isolated folder for the header of its conversation. */
export function toView({ kind, origin, worktree, attempt }: IsolatedFolder): IsolationView {
  return {
    kind,
    origin,
    ...(worktree ? { branch: worktree.branch } : {}),
    ...(attempt ? { attempt: { number: attempt.number, count: attempt.count } } : {}),
  };
}
