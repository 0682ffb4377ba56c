/** Ways to isolate a conversation from the workspace: in a copy of its folder, or in a git worktree. */
export type IsolationKind = "copy" | "worktree";

/** The isolated folder of a conversation, for its header. */
export interface IsolationView {
  readonly kind: IsolationKind;
  /** Absolute path of the folder that it was made from. */
  readonly origin: string;
  /** Branch of a worktree. */
  readonly branch?: string;
  /** Place among several attempts of a prompt, from 1. */
  readonly attempt?: { readonly number: number; readonly count: number };
}

/** Reasons why an entry of a folder is not in its copy. */
export const leftOutReasons = ["linkOutside", "special", "gitElsewhere", "unreadable"] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** An entry that is not in a copy. The path is relative to the folder, with "/". */
export interface LeftOut {
  readonly path: string;
  readonly reason: LeftOutReason;
}

/** Reasons why an isolated folder was not created; sizes in bytes. Nothing is left of it then. */
export type IsolationRefusal =
  | { readonly code: "notAllowed" | "homeOrRoot" | "notFolder" | "noRepository" | "noCommit"; readonly folder: string }
  | {
      readonly code: "overBudget" | "mountOverBudget";
      readonly folder: string;
      readonly bytes: number;
      readonly limit: number;
    }
  | { readonly code: "badMountPath" | "mountTaken"; readonly path: string }
  | { readonly code: "mountOverlap"; readonly folder: string }
  | { readonly code: "noSpace"; readonly bytes: number }
  | { readonly code: "tooManyFiles"; readonly limit: number }
  | { readonly code: "noGit" | "cancelled" | "untrusted" }
  | { readonly code: "badBranch"; readonly branch: string }
  | { readonly code: "failed"; readonly detail: string };

/** Outcome of recovering isolated folders that a crash left unfinished. */
export type IsolationRecovery =
  | { readonly code: "unfinishedRemoved" | "discardFinished"; readonly origin: string }
  /** `files`: paths of what someone changed since, which stays. */
  | { readonly code: "applyFinished" | "applyTakenBack"; readonly origin: string; readonly files?: readonly string[] }
  | { readonly code: "applyPartial"; readonly origin: string; readonly files: readonly string[] };
