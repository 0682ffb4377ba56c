import type { IsolationKind, IsolationRefusal, LeftOut } from "../contract/isolation.ts";

/** An isolated folder that is kept. */
export interface IsolatedFolder {
  readonly id: string;
  readonly kind: IsolationKind;
  /** Absolute path of the folder in which its conversation works. */
  readonly folder: string;
  /** Absolute path of the folder that it was made from. */
  readonly origin: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Set once its files were discarded: its changes can still be applied. */
  readonly discardedAt?: number | undefined;
  /** Some of the entries of the original that it does not have, and their number. */
  readonly leftOut: readonly LeftOut[];
  readonly leftOutCount: number;
}

/** One of the three states of a changed file. `blob` names its content; `text` is absent for a large content and for one that is not text. */
export interface IsolatedFile {
  readonly blob: string;
  readonly kind: "file" | "executable" | "link";
  readonly text?: string;
}

/** A file that an isolated folder changed since its beginning; undefined where it does not exist. The path is relative, with "/". */
export interface IsolatedChange {
  readonly path: string;
  readonly base: IsolatedFile | undefined;
  /** In the original folder, now. */
  readonly mine: IsolatedFile | undefined;
  /** In the isolated folder. */
  readonly theirs: IsolatedFile | undefined;
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
}

/** Replaces a file of the original folder by that of the isolated one, or by a merged text. */
export interface ApplyStep {
  readonly path: string;
  /** The file as it must still be; undefined if it must not exist. */
  readonly expected: IsolatedFile | undefined;
  readonly text?: string | undefined;
}

/** The outcome of applying. All paths are relative. "refused": nothing changed; `path` was changed meanwhile, or could not be written. */
export type ApplyOutcome =
  | { readonly kind: "applied"; readonly files: number }
  | { readonly kind: "refused"; readonly path: string; readonly reason: string }
  | { readonly kind: "partial"; readonly path: string; readonly reason: string; readonly notBack: readonly string[] };

export interface CopyRequest {
  /** Absolute path of the folder to copy. */
  readonly origin: string;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** The isolated folders on this machine. */
export interface IsolatedFolders {
  list(): readonly IsolatedFolder[];
  /** Returns the kept folder in which a conversation works. */
  find(folder: string): IsolatedFolder | undefined;
  /** Returns the bytes that a folder and its snapshots take. */
  measure(id: string): Promise<number>;
  createCopy(request: CopyRequest): Promise<IsolatedFolder | IsolationRefusal>;
  /** Rejects if the folder is gone, or another window uses it for too long. */
  compare(id: string): Promise<IsolatedChanges>;
  /** Applies steps to the original folder, all or none. `last`: the snapshot that they were planned from. */
  apply(id: string, last: string, steps: readonly ApplyStep[]): Promise<ApplyOutcome>;
  /** Takes a last snapshot and removes the files. The changes can still be applied. */
  discard(id: string): Promise<void>;
  /** Removes a discarded folder with its snapshots. */
  remove(id: string): Promise<void>;
}
