import type { ProposalView } from "../requests/requests.ts";
import type { UncoveredReason } from "./checkpoints.ts";

/** A file that a conversation changed, compared with its baseline. */
export interface ChangedFile {
  /** Absolute path as `claude` named it; it identifies the file in actions. */
  readonly path: string;
  /** Display path, relative to the working folder. */
  readonly shown: string;
  readonly added: number;
  readonly removed: number;
  /** `opaque`: the file is no longer text, or is too large to compare. */
  readonly state: "changed" | "created" | "deleted" | "opaque";
  /** The user reviewed the file in its current state. */
  readonly isReviewed: boolean;
}

/** The hunks of a changed file, truncated. */
export interface ChangedHunks extends Pick<ProposalView, "hunks" | "hunksOmitted"> {
  /** Revision of the file that the hunks belong to. */
  readonly revision: string;
}

/**
 * A file that commands changed, created or deleted. No checkpoint has its former content, so the change cannot be
 * reverted.
 */
export interface CommandChange {
  /** Absolute path. */
  readonly path: string;
  /** Display path, relative to the working folder. */
  readonly shown: string;
  readonly state: "changed" | "created" | "deleted";
}

/** Files that commands changed, in addition to the files that edits changed. */
export interface CommandChanges {
  readonly files: readonly CommandChange[];
  /** The list may be incomplete: a checkpoint is missing, or files were left out. */
  readonly isPartial: boolean;
  /** Commands ran that no checkpoint followed: what they changed is unknown. */
  readonly isUnknown: boolean;
}

/** Actions on a file in the list of changed files. */
export const changedFileActions = ["open", "openCommand", "revert", "review", "unreview"] as const;
export type ChangedFileAction = (typeof changedFileActions)[number];

/** Reason why a file was not reverted. `reason` is in the words of the system. */
export type RevertFailure =
  /** The file is no longer as it was shown; nothing was done. */
  | { readonly code: "changed" }
  /** No checkpoint could be taken, so that the revert could not be undone; nothing was done. */
  | { readonly code: "notCovered"; readonly reason: UncoveredReason | undefined }
  | { readonly code: "noUndo" | "failed"; readonly reason: string }
  /** The file is neither reverted nor as before. */
  | { readonly code: "partial"; readonly reason: string };
