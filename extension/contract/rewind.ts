/** Reason why files were not restored. `reason` is in the words of `claude`, if it gave one. */
export type RewindProblem = { readonly code: "notRunning" } | { readonly code: "refused"; readonly reason?: string | undefined };

/**
 * Result of a dry run of a file rewind, as `claude` reports it. `byCommands`: display paths of files that commands changed since, which stay
 * as they are.
 */
export type RewindPreview =
  | {
      readonly kind: "possible";
      readonly files: readonly string[];
      readonly insertions: number;
      readonly deletions: number;
      readonly byCommands: readonly string[];
    }
  | { readonly kind: "impossible"; readonly problem: RewindProblem };

/** The step of a rewind that failed. After `filesNotRestored` nothing changed; after `conversationNotCut` files may already be restored. */
export type RewindFailure = { readonly code: "filesNotRestored"; readonly problem: RewindProblem } | { readonly code: "conversationNotCut" };
