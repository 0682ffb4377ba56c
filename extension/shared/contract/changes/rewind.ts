import type { GapReason, UncoveredReason } from "./checkpoints.ts";

/** Reason why files were not restored. `reason` is in the words of `claude` or of the system, if it gave one. */
export type RewindProblem =
  /**
   * `noCheckpoint`: the checkpoint no longer exists. `policy`: the user's organization keeps the checkpoints of
   * `claude` off.
   */
  | { readonly code: "notRunning" | "noCheckpoint" | "policy" }
  | { readonly code: "refused"; readonly reason?: string | undefined }
  /** A file changed after the preview; nothing was restored. */
  | { readonly code: "changed"; readonly path?: string | undefined }
  /** The checkpoint with which the restore could be undone was not taken; nothing was restored. */
  | { readonly code: "noUndo"; readonly reason: string };

/** Choice of a rewind for a file that it could restore. */
export type FileChoice = "restore" | "keep" | "merge";

/** A file that is not now as it was at the point of a rewind. */
export interface PlannedFile {
  /** Absolute path. */
  readonly path: string;
  /**
   * Effect of restoring it: changes its content, brings a deleted file back, or deletes a file that was created since.
   */
  readonly effect: "change" | "create" | "delete";
  /** Lines that restoring it adds and removes; undefined for a binary file. */
  readonly lines?: { readonly added: number; readonly removed: number } | undefined;
  /** For a file that is brought back: the file with its content that is deleted, if it was only moved. */
  readonly movedFrom?: string | undefined;
  /** True if the user or another program changed it since. */
  readonly isForeign: boolean;
  /**
   * True for a foreign file that changed while a command of the conversation ran in the background, which may have done
   * it.
   */
  readonly inBackground?: boolean;
  readonly choice: FileChoice;
  /** True if the preview of the rewind shows what restoring it does now. */
  readonly isShown?: boolean;
}

/**
 * Returns the moves among files that are restored, by the path that is deleted: a move counts as one file where both of
 * its paths are restored.
 */
export function findMoves(restored: readonly PlannedFile[]): ReadonlyMap<string, PlannedFile> {
  const deleted = new Set(restored.flatMap(({ path, effect }) => (effect === "delete" ? [path] : [])));
  return new Map(
    restored.flatMap((file) =>
      file.movedFrom !== undefined && deleted.has(file.movedFrom) ? [[file.movedFrom, file] as const] : [],
    ),
  );
}

/** Returns the number of files that a plan restores, with a move as one file. */
export function countRestored(files: readonly PlannedFile[]): number {
  const restored = files.filter(({ choice }) => choice !== "keep");
  return restored.length - findMoves(restored).size;
}

/** The choice of a rewind for each file. Files that it cannot restore are named with the reason. */
export interface RestorePlan {
  readonly files: readonly PlannedFile[];
  readonly uncovered: readonly {
    readonly path: string;
    readonly reason: GapReason | UncoveredReason;
    readonly size?: number | undefined;
  }[];
  /** Number of folders of which permissions, or the folder without a file, come back too if all files are restored. */
  readonly folders?: number | undefined;
}

/**
 * The changes that a rewind would make to files: planned from checkpoints, or without them as a dry run of `claude`
 * reports them, without those by commands. `why`: the reason why there is no checkpoint.
 */
export type RewindPreview =
  | { readonly kind: "planned"; readonly plan: RestorePlan }
  | {
      readonly kind: "possible";
      readonly files: readonly string[];
      readonly insertions: number;
      readonly deletions: number;
      readonly why?: UncoveredReason | undefined;
    }
  | { readonly kind: "impossible"; readonly problem: RewindProblem };

/** The parts that a rewind restores. */
export type RewindParts = "files" | "both" | "conversation";

/**
 * The step of a rewind that failed. After `filesNotRestored` nothing changed. After `conversationNotTruncated` the
 * files are "back", as before it, except those that someone `changed` meanwhile, unless they could not be restored
 * again.
 */
export type RewindFailure =
  | { readonly code: "filesNotRestored"; readonly problem: RewindProblem }
  | { readonly code: "partlyRestored"; readonly files: readonly string[]; readonly reason: string }
  | {
      readonly code: "conversationNotTruncated";
      readonly files: "unchanged" | "back" | "restored";
      readonly changed?: readonly string[];
    };
