/** Names a checkpoint. Made by Tandem; unique on this machine. */
export type CheckpointId = string & { readonly brand: "CheckpointId" };

/** The moment at which a checkpoint was taken. */
export type CheckpointCause =
  /** Before a message was sent. */
  | { readonly kind: "message"; readonly prompt: string }
  /** After a tool call that can change files. */
  | { readonly kind: "call"; readonly call: string; readonly tool: string }
  /** At the end of the turn of a message. */
  | { readonly kind: "turnEnd"; readonly prompt: string }
  | { readonly kind: "manual"; readonly name: string }
  /** Before a rewind to another checkpoint: its undo. */
  | { readonly kind: "rewind"; readonly to: CheckpointId; readonly prompt?: string | undefined }
  /** Before a file was reverted or changes were applied. */
  | { readonly kind: "revert" | "apply" }
  /**
   * Not points of the timeline. "preview": before the changes of a rewind are shown; "moment": right before a call of
   * the conversation can write, so that what changed until then is known to be by others.
   */
  | { readonly kind: "preview" | "moment" };

/** Returns true for a checkpoint that the timeline has. */
export function isListed({ kind }: CheckpointCause): boolean {
  return kind !== "preview" && kind !== "moment";
}

/** Reasons why a checkpoint does not cover a folder at all. */
export const uncoveredReasons = [
  "noGit",
  "tooManyFiles",
  "homeOrRoot",
  "timeout",
  "noSpace",
  "newerStore",
  "failed",
] as const;
export type UncoveredReason = (typeof uncoveredReasons)[number];

/**
 * Reasons why a checkpoint does not cover a file. "ignored": ignore rules leave it out, now or at the time of the
 * checkpoint. "deleted": it was left out by them, and is gone since. "taken": something that no checkpoint covers is in
 * its place and stays, such as a folder with ignored files, or a socket. "lost": the store does not have its content
 * any more. "outside": it is in no folder of the conversation. "notIncluded": the checkpoint has no part for its
 * folder, which was added to the workspace later.
 */
export const gapReasons = [
  "tooLarge",
  "unreadable",
  "changing",
  "name",
  "ignored",
  "deleted",
  "taken",
  "lost",
  "outside",
  "notIncluded",
] as const;
export type GapReason = (typeof gapReasons)[number];

/** The state of the files of a conversation at a moment. */
export interface Checkpoint {
  readonly id: CheckpointId;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly cause: CheckpointCause;
  /** Absolute path of each folder, and its snapshot or the reason why there is none. */
  readonly folders: readonly {
    readonly folder: string;
    readonly snapshot?: string;
    readonly uncovered?: UncoveredReason;
  }[];
}

/**
 * A file that differs between two states. Paths are absolute. A file that moved is a removed and an added one;
 * `movedFrom` is the path of the removed one where only these two have its content.
 */
export interface FileDifference {
  readonly path: string;
  readonly folder: string;
  readonly kind: "added" | "removed" | "changed" | "mode";
  /** Lines added and removed; undefined for a binary file. */
  readonly lines?: { readonly added: number; readonly removed: number } | undefined;
  readonly movedFrom?: string | undefined;
}

/** A file that a checkpoint leaves out. */
export interface UncoveredFile {
  readonly path: string;
  readonly reason: GapReason;
  /** Size in bytes of a deleted file, where it is known. */
  readonly size?: number | undefined;
}
