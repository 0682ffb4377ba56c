import type {
  FileChoice,
  PlannedFile,
  RestorePlan,
  RewindFailure,
  RewindParts,
  RewindPreview,
} from "../../../shared/contract/changes/rewind.ts";
import type { CutProblem } from "../../conversation/ports/ports.ts";
import type { SideNames } from "../../review/conflictMarkers.ts";
import type { Notifier, PromptPicker } from "../ports.ts";
import type { FileMerge } from "./fileMerge.ts";

/** Facts for the user's decision about a rewind. */
export interface RewindQuestion {
  /** First words of the message to before which it goes; empty for a message without text. */
  readonly message?: string;
  readonly preview: RewindPreview;
  /** Folder of the conversation, for display paths. */
  readonly folder: string;
  /** Titles of other conversations that work in the folder now. */
  readonly atWork: readonly string[];
  /** True if the changes were already shown, and decided about, in a preview. */
  readonly isPreviewed?: boolean;
  /** The reason why the conversation cannot go back to before the message, so that only files can be restored. */
  readonly blocked?: CutProblem | undefined;
  /** True if nothing is known about the conversation before a rewind, so that its undo or redo restores files alone. */
  readonly isOnlyFiles?: boolean;
}

/** A file that the user or another program changed since the point of a rewind. */
export interface ForeignFile {
  readonly file: PlannedFile;
  /**
   * Resolves to true where its changes can be merged with the earlier state. Reads the texts, so it is asked for one
   * file at a time.
   */
  readonly canMerge: () => Promise<boolean>;
}

export type UnsavedChoice = "save" | "discard" | "leaveOut";

/** Questions and messages about a rewind. */
export interface RewindQuestions extends PromptPicker<"rewind">, Notifier {
  /**
   * Runs work that reads the files, and shows that if it takes long. Resolves to undefined when the user cancels it.
   */
  whileReading<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined>;
  /** Shows a rewind that runs, if it takes long. It cannot be canceled: files and conversation go together. */
  whileRewinding<T>(running: Promise<T>): Promise<T>;
  /** Asks whether to stop the running turn. */
  confirmStop(): Promise<boolean>;
  /** "preview": the user wants to see the changes first; nothing is rewound. */
  confirmRewind(question: RewindQuestion): Promise<RewindParts | "preview" | undefined>;
  /** Asks before files are restored and the conversation stays. */
  confirmRestore(question: RewindQuestion): Promise<boolean>;
  /** Asks before an undo or redo of a rewind that removes messages or restores no files. */
  confirmReverse(kind: "undo" | "redo", question: RewindQuestion): Promise<boolean>;
  /**
   * Asks what to do with files that others changed; resolves to undefined when the user cancels the rewind, or once
   * `closed` is aborted.
   */
  chooseForeign(
    files: readonly ForeignFile[],
    folder: string,
    closed: AbortSignal,
  ): Promise<ReadonlyMap<string, FileChoice> | undefined>;
  /**
   * Asks what to do with unsaved changes in files that the rewind restores. `canLeaveOut`: the files can be left out.
   */
  askUnsaved(paths: readonly string[], folder: string, canLeaveOut: boolean): Promise<UnsavedChoice | undefined>;
  /**
   * Lets the user select the files of a plan to restore; `selected`: those that are selected at first. Resolves to
   * paths.
   */
  pickRestored(
    plan: RestorePlan,
    selected: ReadonlySet<string>,
    folder: string,
  ): Promise<ReadonlySet<string> | undefined>;
  /** Asks what to do with messages that wait in the queue. */
  askQueued(count: number): Promise<"keep" | "remove" | undefined>;
  showRewindFailed(failure: RewindFailure): void;
}

/** The editor around a rewind. */
export interface RewindEditors {
  /**
   * Returns those of the paths that have unsaved changes, in an editor of this path or of another one that leads to the
   * file. Never rejects.
   */
  getUnsaved(paths: readonly string[]): Promise<readonly string[]>;
  /** Saves files and returns the paths that could not be saved. Never rejects. */
  save(paths: readonly string[]): Promise<readonly string[]>;
  /** Discards unsaved changes and returns the paths that still have some. Never rejects. */
  discard(paths: readonly string[]): Promise<readonly string[]>;
  /**
   * True if the editor can show a merge of three texts, and leaves the file as it is until the user saves the merge.
   */
  hasMergeEditor(): Promise<boolean>;
  /**
   * Opens a merge with conflicts; the result is the file. Without a merge editor, opens a diff of the file, which has
   * conflict markers, with its old text. `names`: the names of the sides, by default those of a rewind.
   */
  openMerge(merge: FileMerge, hasMergeEditor: boolean, names?: SideNames): Promise<void>;
}
