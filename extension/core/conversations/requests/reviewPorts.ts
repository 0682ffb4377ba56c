import type { Event } from "../../../shared/base/emitter.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { Files } from "../../conversation/ports/ports.ts";
import type { ProposalText } from "../../conversation/requests/proposals.ts";
import type { DiffSettings } from "../../review/hiddenLines.ts";
import type { NotebookChange } from "../../review/notebook.ts";
import type { DiskText } from "../../review/writeRules.ts";

/** A request in the revision that a diff shows. */
export interface RequestRevision {
  readonly conversation: ConversationId;
  readonly id: string;
  readonly revision: number;
}

/** An edit of the user on the right side of a diff; `text` has one kind of line ending. */
export interface DiffEdit {
  readonly request: RequestRevision;
  readonly text: string;
}

/** A diff in front of its group, and what of it was on the screen. */
export interface ShownDiff extends RequestRevision {
  readonly settings: DiffSettings;
  /** True if the end of the last hunk is visible. */
  readonly isEndVisible: boolean;
}

/** The active editor group, or the group beside it. */
export type DiffColumn = "active" | "beside";

/** A visible diff. */
export interface VisibleDiff {
  readonly request: RequestRevision;
  /** Id of the document on the right side, which menus and links in the diff pass. */
  readonly document: string;
  /** True when its editor group is the active one. */
  readonly isInFront: boolean;
  /** Index of the hunk at the cursor or nearest to it. */
  readonly hunk: number | undefined;
}

/**
 * The diffs of proposals in the editor, at most one per conversation; a new file has only its text. They never take the
 * focus.
 */
export interface DiffView {
  /** Returns the request of a conversation whose diff has a tab. */
  openRequest(conversation: ConversationId): RequestRevision | undefined;
  readonly visible: readonly VisibleDiff[];
  readonly onDidEdit: Event<DiffEdit>;
  /**
   * Fires when the diff of a request comes to the front of its editor group, shows another revision there, or is
   * scrolled, or its settings change.
   */
  readonly onDidShow: Event<ShownDiff>;
  /** Changes the settings so that diffs, such as the one of a conversation, show changes of white space. */
  showWhiteSpace(conversation: ConversationId): Promise<void>;
  /**
   * Opens a diff in place of the last one of the conversation: the current file on the left, the proposal on the right.
   * An open diff comes to the front of its group.
   */
  open(request: RequestRevision, proposal: ProposalText, place: DiffColumn): Promise<void>;
  /** Shows the current proposal, in the revision of the request, if its diff is open. */
  update(request: RequestRevision, proposal: ProposalText): void;
  /** Closes the diff of a request, if it is open. */
  close(request: RequestRevision): Promise<void>;
  /**
   * Shows a file at a line, counted from 0, where the last diff of the conversation was in front when it closed. Does
   * nothing if another editor came to the front since.
   */
  showWritten(conversation: ConversationId, file: string, line: number): Promise<void>;
}

/**
 * The proposed change of a notebook in the editor: by cells where possible, otherwise as text. Both sides are
 * read-only.
 */
export interface NotebookView {
  /** Opens the change in place of the last one of the conversation. */
  open(conversation: ConversationId, change: NotebookChange): Promise<void>;
  close(conversation: ConversationId): Promise<void>;
}

/** Files that can be reverted. */
export interface WritableFiles extends Files {
  /** Writes a file exactly as given and creates its folders; undefined deletes it. Rejects when that fails. */
  write(path: string, text: DiskText | undefined): Promise<void>;
  /** Returns the bytes that `decode` reads as this text. */
  encode(text: DiskText): Uint8Array;
}

/** A text, or a function that reads it when it is shown, so that nothing has to keep it. */
export type TextSource = string | (() => Promise<string>);

/**
 * A changed file as the editor compares it: the earlier text on the left; on the right the file itself, or a text that
 * is not written yet.
 */
export interface FileComparison {
  /** Absolute path. */
  readonly path: string;
  /** Undefined for a file that did not exist. */
  readonly before: TextSource | undefined;
  readonly after: { readonly kind: "file" | "none" } | { readonly kind: "text"; readonly text: TextSource };
}

/** The changes of conversations in the editor. */
export interface ChangesView {
  /** Opens all changes in one editor; those of a rewind in place of the last one. */
  openAll(title: string, changes: readonly FileComparison[], purpose?: "review" | "rewind" | "compare"): Promise<void>;
  open(title: string, change: FileComparison): Promise<void>;
  /** Closes the editor with the changes of a rewind. */
  closeRewind(): Promise<void>;
  /** Opens a file without a comparison. */
  openFile(path: string): Promise<void>;
  /** Opens a text of a file that is not the one on disk, read-only. */
  openText(title: string, path: string, text: TextSource): Promise<void>;
  /** Copies a text to the clipboard. */
  copy(text: string): Promise<void>;
  /**
   * File and line, counted from 0, of the cursor; `side` tells whether it is in the text on the right or on the left.
   */
  readonly cursor: { readonly path: string; readonly line: number; readonly side: "before" | "after" } | undefined;
}

/** Editors with unsaved text of files. */
export interface UnsavedEditors {
  /** Saves files and returns the paths that could not be saved. Never rejects. */
  save(paths: readonly string[]): Promise<readonly string[]>;
  /** Compares the unsaved text of a file with the disk. */
  compare(path: string): Promise<void>;
}

/** An edit of the user in the document of a plan. */
export interface PlanEdit {
  readonly conversation: ConversationId;
  readonly id: string;
  readonly text: string;
}

/** Editable documents of plans. */
export interface PlanDocuments {
  readonly onDidEdit: Event<PlanEdit>;
  /** Shows a plan and focuses its editor. */
  open(conversation: ConversationId, id: string, text: string): Promise<void>;
  /** Shows the current text of a plan that changed elsewhere, if its document is open. */
  update(conversation: ConversationId, id: string, text: string): void;
  /** Closes the documents of a conversation, except those of the requests that are still open. */
  closeOthers(conversation: ConversationId, open: ReadonlySet<string>): Promise<void>;
}

/** A comment of the user on lines of a file, of a proposal or of a plan. */
export interface LineComment {
  readonly id: string;
  /** Absolute path of a file; otherwise the name of the proposal or the plan. */
  readonly path: string;
  /** First and last line, counted from 1, both included. */
  readonly start: number;
  readonly end: number;
  readonly code: string;
  readonly text: string;
  /** Id of the request whose plan has the comment. */
  readonly plan?: string | undefined;
}

/** The editor in which the user writes comments on lines. */
export interface CommentBox {
  /** Comments that were not sent yet, in the order of their creation. */
  readonly pending: readonly LineComment[];
  markSent(ids: readonly string[]): void;
  /** Collapses answered comments; they stay readable. */
  resolve(ids: readonly string[]): void;
}
