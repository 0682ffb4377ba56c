import type {
  Checkpoint,
  CheckpointCause,
  CheckpointId,
  FileDifference,
  UncoveredFile,
  UncoveredReason,
} from "../../../shared/contract/changes/checkpoints.ts";
import type { ParticipantContext } from "./participant.ts";

/** A state of the files: that of a checkpoint, or the disk as it is. */
export type FileState = CheckpointId | "disk";

export interface Comparison {
  /** As changes from the first state to the second: an added file exists only in the second. */
  readonly differences: readonly FileDifference[];
  /** Files that one of the two states leaves out, so that it is unknown whether they differ. */
  readonly uncovered: readonly UncoveredFile[];
  /**
   * Number of folders that differ by themselves: in their permissions, or that only one of the two has without a file.
   */
  readonly folders?: number | undefined;
}

/** A state of the files to which a restore leads, and the state from which it was planned. */
export interface FileTarget {
  readonly to: CheckpointId;
  readonly expected: CheckpointId;
}

/**
 * A file in a checkpoint. "uncovered": the checkpoint leaves it out, or its path leads through a link, so that its
 * state is not known there.
 */
export type RecordedFile = "file" | "none" | "uncovered";

/** An ignored file that is gone, a folder of such files, or a folder of git: known by its name and size alone. */
export interface DeletedFile {
  readonly path: string;
  /** Size in bytes, where it is known. */
  readonly size?: number | undefined;
  /** True if its folder, which is ignored as a whole, has new files since, as after a build. */
  readonly isReplaced: boolean;
}

/** One step of a restore: its effect on one path. */
export type RestoreStep =
  /** Writes the file of the checkpoint, or deletes what did not exist then. */
  | { readonly path: string; readonly kind: "restore" }
  /** Writes other content, for instance a merge or a file with some hunks left out. */
  | { readonly path: string; readonly kind: "write"; readonly content: Uint8Array };

export type RestoreResult =
  | {
      readonly kind: "done";
      /** Taken before the restore: restoring it undoes the restore. */
      readonly undo: Checkpoint;
      /** Paths that are not as planned nevertheless. */
      readonly different: readonly string[];
    }
  /** Nothing changed, or all changes were rolled back. `path` and `reason` name what prevented it. */
  | {
      readonly kind: "refused";
      readonly path?: string | undefined;
      readonly reason: "changed" | "noUndo" | "failed";
      readonly message: string;
    }
  /** Some changes could be neither finished nor rolled back. */
  | {
      readonly kind: "partial";
      readonly undo: Checkpoint;
      readonly notBack: readonly string[];
      readonly message: string;
    };

/**
 * The recorded states of the files of one conversation: of its folder, and of the other folders it may write to.
 * Checkpoints outlive the window, and a copy of a conversation finds those of the messages it shares.
 */
export interface FileHistory {
  /**
   * All checkpoints of the conversation, oldest first, without previews; those of turns that it shares with the one it
   * is a copy of are among them.
   */
  list(): Promise<readonly Checkpoint[]>;
  /**
   * Calls `listener` when checkpoints of the list were added, with the new one, or removed. Returns a function that
   * ends this.
   */
  onDidChange(listener: (taken?: Checkpoint) => void): () => void;
  /**
   * True if a checkpoint of the folder of the conversation follows each call that can write any file: none is missing,
   * as far as known.
   */
  readonly isFollowingCalls: boolean;
  /** The checkpoint before a message; undefined if none was taken or it was cleaned up. */
  before(prompt: string): Promise<Checkpoint | undefined>;
  /** Takes a checkpoint. A folder that cannot be covered is named in it with its reason. Rejects only when aborted. */
  take(cause: CheckpointCause, signal?: AbortSignal): Promise<Checkpoint>;
  /** Compares two states. Rejects if a checkpoint no longer exists. */
  compare(from: FileState, to: FileState): Promise<Comparison>;
  /**
   * Returns the paths that changed outside the tool calls and turns of this conversation between a checkpoint and now:
   * changes of the user and of others.
   */
  changedByOthers(since: CheckpointId): Promise<ReadonlySet<string>>;
  /**
   * Returns those paths that changed since outside the turns of this conversation while commands of it were known to
   * run in the background.
   */
  changedInBackground(since: CheckpointId): Promise<ReadonlySet<string>>;
  /**
   * Returns a name of what a file is in each checkpoint of the list that covers its folder: other names for other
   * contents; undefined where it does not exist.
   */
  findVersions(path: string): Promise<ReadonlyMap<CheckpointId, string | undefined>>;
  /**
   * Returns those of these paths that a checkpoint does not cover because of their place: outside all folders, or left
   * out by ignore rules.
   */
  findUncovered(id: CheckpointId, paths: readonly string[]): Promise<readonly UncoveredFile[]>;
  /**
   * Returns the ignored files that existed before the message of a checkpoint, or at a checkpoint of the user, and are
   * gone now: no checkpoint has their content.
   */
  findDeleted(since: CheckpointId): Promise<readonly DeletedFile[]>;
  /**
   * Returns how a checkpoint has these files, by path. Takes no snapshot and reads no content. Rejects if the
   * checkpoint no longer exists.
   */
  find(id: CheckpointId, paths: readonly string[]): Promise<ReadonlyMap<string, RecordedFile>>;
  /**
   * Returns the content of a file in a state, without a snapshot; undefined if it did not exist there, "tooLarge" if it
   * has more than `maxBytes`, or is too large to be shown or compared. Rejects where the content is lost.
   */
  read(state: FileState, path: string, maxBytes?: number): Promise<Uint8Array | "tooLarge" | undefined>;
  /**
   * Returns the contents of files in a checkpoint like `read`, by path, of those that it has: much faster than one
   * after the other. A content that is lost is "tooLarge".
   */
  readAll(
    id: CheckpointId,
    paths: readonly string[],
    maxBytes: number,
  ): Promise<ReadonlyMap<string, Uint8Array | "tooLarge">>;
  /**
   * Brings these paths to a checkpoint, all or none. `expected`: the state that the plan was made from; a path that
   * differs from it by now refuses the restore. Takes a checkpoint first (`undo`); without it nothing is restored. That
   * of a refused restore is not listed.
   */
  restore(
    to: CheckpointId,
    steps: readonly RestoreStep[],
    expected: CheckpointId,
    undo: CheckpointCause,
  ): Promise<RestoreResult>;
  /**
   * Leaves checkpoints out of the list from now on: those before rewinds that did not happen, so that they cannot be
   * undone. Never rejects.
   */
  cancel(ids: readonly CheckpointId[]): Promise<void>;
}

/** Returns whether a checkpoint has a snapshot of at least one folder. */
export function isCovering(checkpoint: Checkpoint): boolean {
  return checkpoint.folders.some(({ snapshot }) => snapshot !== undefined);
}

/** Returns the reason why a checkpoint covers nothing; undefined if it covers something, or gives no reason. */
export function getUncoveredReason(checkpoint: Checkpoint | undefined): UncoveredReason | undefined {
  return checkpoint && !isCovering(checkpoint)
    ? checkpoint.folders.find(({ uncovered }) => uncovered !== undefined)?.uncovered
    : undefined;
}

/** Creates the file history of one conversation. */
export type MakeFileHistory = (conversation: ParticipantContext) => FileHistory;

/**
 * The names of all open conversations, and the sessions that they continue, or that they are copies of: a conversation
 * that is opened again has another name, and the same session.
 */
export interface OpenNames {
  readonly conversations: readonly string[];
  readonly sessions: readonly string[];
}
