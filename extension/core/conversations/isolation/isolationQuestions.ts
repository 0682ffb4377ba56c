import type { IsolationKind, IsolationRecovery, IsolationRefusal } from "../../../shared/contract/changes/isolation.ts";
import type { SideNames } from "../../review/conflictMarkers.ts";
import type { ApplyOutcome, BranchView, IsolatedChanges, IsolatedFolder, UnreadableFolder } from "../isolationPorts.ts";
import type { Notifier } from "../ports.ts";
import type { BothChoice, PickedChange, PlannedChange } from "./isolationPlan.ts";

export interface ListedFolder {
  readonly folder: IsolatedFolder;
  readonly bytes: number;
}

export interface ListedUnreadable {
  readonly folder: UnreadableFolder;
  readonly bytes: number;
}

export type FolderAction = "open" | "review" | "apply" | "undo" | "merge" | "update" | "discard";

/**
 * Outcome of an apply. `left`: number of changes that were not applied; `others`: changed files that are not compared.
 */
export interface ApplyReport {
  readonly outcome: ApplyOutcome;
  readonly left: number;
  readonly others: readonly string[];
}

/**
 * The content of an isolated folder that its original does not have: changes, files that are not compared, commits of
 * a worktree's branch, and other work in git.
 */
export interface UnappliedWork extends Pick<IsolatedChanges, "others" | "work" | "isGone"> {
  readonly changes: readonly PlannedChange[];
  readonly branch: BranchView | undefined;
}

/** Questions and messages about isolated folders. */
export interface IsolationQuestions extends Notifier {
  /** Runs work that takes long, with its progress and a way to cancel it. */
  withProgress<T>(
    kind: IsolationKind | "compare",
    origin: string,
    work: (signal: AbortSignal, onProgress: (done: number, total: number) => void) => Promise<T>,
  ): Promise<T>;
  showRefusal(kind: IsolationKind, refusal: IsolationRefusal): void;
  /** Tells which entries of the original a new copy does not have. */
  showLeftOut(folder: IsolatedFolder): void;
  /** Tells that no folder is kept. */
  showNone(): void;
  /**
   * Tells that a folder has no change to apply; `others` are changed files that are not compared, `work` is what git
   * alone has.
   */
  showNothing(folder: IsolatedFolder, left: Pick<IsolatedChanges, "others" | "work">): void;
  /** Tells which changes the diff does not show: `count` files that are not text, and those that are not compared. */
  showNotCompared(count: number, others: readonly string[]): void;
  pickFolder(folders: readonly IsolatedFolder[]): Promise<IsolatedFolder | undefined>;
  /** Lists all kept folders, and lets the user pick an action for one. Of an unreadable one it shows the place. */
  pickAction(
    folders: readonly ListedFolder[],
    unreadable: readonly ListedUnreadable[],
  ): Promise<{ readonly folder: IsolatedFolder; readonly action: FolderAction } | undefined>;
  /** Lets the user pick the changes to apply, or some hunks of them. */
  pickChanges(folder: IsolatedFolder, planned: readonly PlannedChange[]): Promise<readonly PickedChange[] | undefined>;
  /** Asks about a file that the user changed since the folder was made; undefined cancels everything. */
  chooseBoth(
    folder: IsolatedFolder,
    planned: PlannedChange,
    choices: readonly BothChoice[],
  ): Promise<BothChoice | undefined>;
  /** Names of both sides on the marks of a conflict. */
  sideNames(): SideNames;
  /** Tells that files have unsaved text, so that nothing was applied. */
  showUnsaved(paths: readonly string[]): void;
  showApplied(folder: IsolatedFolder, report: ApplyReport): Promise<void>;
  /** Shows the outcome of undoing an apply. */
  showUndone(folder: IsolatedFolder, outcome: ApplyOutcome): void;
  /** Shows that there is no apply to undo. */
  showNoUndo(folder: IsolatedFolder): void;
  /** Asks for consent to discard. Lists all that the original does not have. */
  confirmDiscard(folder: IsolatedFolder, left: UnappliedWork): Promise<boolean>;
  confirmRemoval(folder: IsolatedFolder): Promise<boolean>;
  showDiscarded(folder: IsolatedFolder): void;
  /** Tells which work was finished after a crash. */
  showRecovered(done: readonly IsolationRecovery[]): void;
}
