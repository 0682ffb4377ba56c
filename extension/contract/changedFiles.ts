import type { ProposalView } from "./requests.ts";

/** A file that a conversation changed, against how it was before. */
export interface ChangedFile {
  /** Absolute, as the CLI named it: what is done to the file names it by this. */
  readonly path: string;
  /** As a person reads it, from the working folder. */
  readonly shown: string;
  readonly added: number;
  readonly removed: number;
  /** `opaque`: it is no text any more, or too large to be compared. */
  readonly state: "changed" | "created" | "deleted" | "opaque";
  /** The user looked at it as it is now. */
  readonly isReviewed: boolean;
}

/** The parts of a changed file, bounded. */
export interface ChangedHunks extends Pick<ProposalView, "hunks" | "hunksOmitted"> {
  /** Tells these from the parts of the same file later. */
  readonly revision: string;
}

/** A file that commands changed, created or deleted. Nobody knows what it was, so that it cannot be taken back. */
export interface CommandChange {
  /** Absolute. */
  readonly path: string;
  /** As a person reads it, from the working folder. */
  readonly shown: string;
  readonly state: "changed" | "created" | "deleted";
}

/** What commands changed beside the edits. */
export interface CommandChanges {
  readonly files: readonly CommandChange[];
  /** There may be more: a folder was too large to be compared, or files are left out of the list. */
  readonly isPartial: boolean;
}

/** What a user does with a changed file from the list. */
export const changedFileActions = ["open", "openCommand", "revert", "review", "unreview"] as const;
export type ChangedFileAction = (typeof changedFileActions)[number];
