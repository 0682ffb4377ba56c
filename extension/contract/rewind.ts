/** Why files do not go back. `reason` is in the CLI's words, where it gave one. */
export type RewindProblem = { readonly code: "notRunning" } | { readonly code: "refused"; readonly reason?: string | undefined };

/** What a rewind of files would do, as the CLI says it in a dry run. `byCommands`: what commands changed since, which stays, as people read it. */
export type RewindPreview =
  | {
      readonly kind: "possible";
      readonly files: readonly string[];
      readonly insertions: number;
      readonly deletions: number;
      readonly byCommands: readonly string[];
    }
  | { readonly kind: "impossible"; readonly problem: RewindProblem };

/** What of a rewind did not happen. Nothing else of it did, then. */
export type RewindFailure = { readonly code: "filesNotRestored"; readonly problem: RewindProblem } | { readonly code: "conversationNotCut" };
