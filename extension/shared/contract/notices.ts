import type { UncoveredReason } from "./changes/checkpoints.ts";
import type { LeftOutOption } from "./configuration.ts";
import type { LimitMeter } from "./requests/guards.ts";

/** Operation of the user that failed. */
export type FailedAction = "stop" | "stopTask" | "rename";

/** An event outside the conversation; `text` and similar fields are words of `claude` or of an MCP server. */
export type Notice =
  | { readonly code: "text"; readonly text: string }
  | { readonly code: "compacted"; readonly before?: number; readonly after?: number; readonly isAutomatic?: boolean }
  | { readonly code: "memoryRead"; readonly paths: readonly string[] }
  | { readonly code: "memorySaved"; readonly paths: readonly string[] }
  | { readonly code: "scheduled"; readonly text: string }
  | { readonly code: "goal"; readonly goal: string }
  | { readonly code: "workerEnds"; readonly reason: string }
  | { readonly code: "compactingFailed"; readonly reason?: string }
  | { readonly code: "hookFailed" | "hookSaid"; readonly hook: string; readonly output: string }
  | { readonly code: "modelChanged"; readonly from?: string; readonly to?: string; readonly text?: string }
  | { readonly code: "unanswered" | "agentsEnded" | "turnPreempted" | "repositoryDecided" | "repositoryUndecided" }
  /** A command that renews the login with the model's provider failed. */
  | { readonly code: "loginFailed"; readonly reason: string }
  | { readonly code: "startedAfresh" | "resumedAsCopy" | "nothingSaved" | "shortened" | "stateDamaged" }
  | { readonly code: "instructionsLong"; readonly characters: number; readonly limit: number }
  | { readonly code: "writesLost"; readonly lost: readonly string[] }
  | { readonly code: "pluginFailed"; readonly plugin: string; readonly error: string }
  /** `kept` identifies both texts, for a comparison. */
  | { readonly code: "notAsAccepted" | "keptVersion"; readonly subject: string; readonly kept: string }
  /** Editor content of a file that `claude` wrote; `shown` is its display path. */
  | {
      readonly code: "bufferBehind" | "bufferUnmergeable" | "bufferStale" | "bufferMerged" | "bufferConflicts";
      readonly path: string;
      readonly shown: string;
    }
  /** Names of branches, or abbreviated commit hashes. */
  | { readonly code: "branchChanged"; readonly from: string; readonly to: string }
  /** A folder that checkpoints do not cover. */
  | { readonly code: "notCovered"; readonly folder: string; readonly reason: UncoveredReason }
  /**
   * A restore that a crash interrupted could not be finished; `files` are display paths of what could not be rolled
   * back either.
   */
  | { readonly code: "restoreUnfinished"; readonly folder: string; readonly files: readonly string[] }
  /** An interrupted restore was taken back; `files` are display paths of what someone changed since, which stays. */
  | { readonly code: "restoreTakenBack"; readonly folder: string; readonly files: readonly string[] }
  /** A restore was interrupted, and what it was to do is not known anymore. */
  | { readonly code: "restoreRecordLost"; readonly folder: string }
  /** A restore that a crash interrupted was finished; `files` are display paths of what differs from the plan. */
  | { readonly code: "restoreFinished"; readonly folder: string; readonly files: readonly string[] }
  | { readonly code: "notSaved"; readonly files: readonly string[] }
  /** The answer about unsaved files became the user's setting. */
  | { readonly code: "savingRemembered"; readonly isSaved: boolean }
  | { readonly code: "attachmentsLost"; readonly names: readonly string[] }
  | { readonly code: "mentionFailed" | "promptNotPrepared"; readonly reason: string }
  | { readonly code: "mentionsLeftOut"; readonly mentions: readonly string[] }
  | { readonly code: "selectionChanged"; readonly path: string }
  | { readonly code: "damaged"; readonly lines: number }
  | { readonly code: "lineLost"; readonly reason: string }
  | { readonly code: "optionLeftOut"; readonly option: LeftOutOption }
  /** A limit is nearly used up, or tool calls are denied because the user did not answer at it. */
  | { readonly code: "limitNear" | "limitUnanswered"; readonly limit: LimitMeter }
  /**
   * This version of `claude` can run a held call when the turn is stopped, or reports the cost only at the end of a
   * turn.
   */
  | { readonly code: "guardSoft" | "costLate"; readonly version: string }
  /** `claude` did not take the value of an option; `reason` is empty if it gave none. */
  | { readonly code: "optionRefused"; readonly option: string; readonly reason: string }
  | { readonly code: "notRunning"; readonly attempt: FailedAction }
  | { readonly code: "failed"; readonly attempt: FailedAction; readonly reason: string }
  /** A background command ended; `output` is the file to which `claude` wrote its output. */
  | {
      readonly code: "taskEnded";
      readonly task: string;
      readonly state: "done" | "failed" | "stopped";
      readonly exitCode?: number;
      readonly output?: string;
    }
  /**
   * `files` is the number of restored files; undefined if only the conversation was rewound. `undo` is set if it can be
   * undone.
   */
  | { readonly code: "filesRestored"; readonly files: number; readonly undo?: true }
  | {
      readonly code: "rewound";
      readonly files?: number;
      readonly isTruncated: boolean;
      readonly prompt: string;
      readonly undo?: true;
    }
  /** An undo or redo of a rewind. `more` is set if another rewind can be undone, or redone, in the same direction. */
  | {
      readonly code: "rewindUndone" | "rewindRedone";
      readonly files?: number;
      readonly isTruncated: boolean;
      readonly undo?: true;
      readonly more?: true;
    }
  /** Files that are not as a restore planned; display paths. */
  | { readonly code: "restoredDifferently"; readonly files: readonly string[] }
  /**
   * Ignored files that are gone, by name: after a turn that deleted them, or after a rewind that could not bring them
   * back.
   */
  | ({ readonly code: "ignoredDeleted"; readonly after: "turn" | "rewind" } & FewFiles)
  /**
   * A rewind that was interrupted was finished or rolled back at the next start; `rewindUnknown`: its result is
   * unknown.
   */
  | ({ readonly code: "rewindFinished"; readonly undo?: true } & InterruptedRewind)
  | ({
      readonly code: "rewindRolledBack" /** Files that someone changed since, which stay. */;
      readonly changed?: readonly string[];
    } & InterruptedRewind)
  | ({ readonly code: "rewindUnknown"; readonly reason?: string } & InterruptedRewind);

/** The first names of a list that can be long, and the number of those that follow. */
export interface FewFiles {
  readonly files: readonly string[];
  readonly further?: number;
}

/** Shortens a list of names to what a sentence shows. */
export function nameFew(names: readonly string[]): FewFiles {
  return names.length > maxNames
    ? { files: names.slice(0, maxNames), further: names.length - maxNames }
    : { files: names };
}

/** Maximum number of names in a sentence; the rest is counted. */
export const maxNames = 5;

/**
 * A rewind, or the undo or redo of one. `prompt`: first words of the prompt that it led to; empty where it led to none.
 */
export interface InterruptedRewind {
  readonly step: "rewind" | "undo" | "redo";
  readonly prompt: string;
}

export type NoticeLevel = "info" | "warning" | "error";

export interface NoticeItem {
  readonly kind: "notice";
  readonly id: string;
  readonly level: NoticeLevel;
  readonly notice: Notice;
}
