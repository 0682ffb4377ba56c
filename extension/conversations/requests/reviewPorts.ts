import type { Event } from "../../base/emitter.ts";
import type { ConversationId } from "../../contract/ids.ts";
import type { NotebookChange } from "../../review/notebook.ts";
import type { DiskText } from "../../review/writeRules.ts";
import type { ProposalText } from "../../session/permissions/proposals.ts";
import type { Files } from "../../session/ports.ts";

/** A request in the revision that a diff shows. */
export interface RequestRevision {
  readonly conversation: ConversationId;
  readonly id: string;
  readonly revision: number;
}

/** The user changed the right side of a diff; `text` has one kind of line end. */
export interface DiffEdit {
  readonly request: RequestRevision;
  readonly text: string;
}

/** In the group of editors that is in front, or beside it. */
export type DiffColumn = "active" | "beside";

/** A diff that stands on the screen. */
export interface VisibleDiff {
  readonly request: RequestRevision;
  /** The name of the document on its right side, by which menus and links in the diff name it. */
  readonly document: string;
  /** Its group of editors is the one in front. */
  readonly isInFront: boolean;
  /** The hunk that the cursor is in or nearest to. */
  readonly hunk: number | undefined;
}

/** The editor's diffs of proposals, one of a conversation at a time; of a new file its text alone. They never take the focus. */
export interface DiffView {
  /** The request of a conversation whose diff has a tab. */
  openRequest(conversation: ConversationId): RequestRevision | undefined;
  readonly visible: readonly VisibleDiff[];
  readonly onDidEdit: Event<DiffEdit>;
  /** The diff of a request came to the front of its group of editors, or shows another revision there. */
  readonly onDidShow: Event<RequestRevision>;
  /** The file as it is on the left, as the proposal leaves it on the right, in place of the conversation's last one; one that is open comes to the front of its group. */
  open(request: RequestRevision, proposal: ProposalText, place: DiffColumn): Promise<void>;
  /** Shows the proposal as it is now, in the request's revision, if its diff is open. */
  update(request: RequestRevision, proposal: ProposalText): void;
  /** Closes the diff of a request, if it is open. */
  close(request: RequestRevision): Promise<void>;
  /** Shows a file at a line, counted from 0, where the conversation's last diff stood in front when it was closed. Nothing if another editor came to the front since. */
  showWritten(conversation: ConversationId, file: string, line: number): Promise<void>;
}

/** What a call means to do to a notebook, in the editor: cell by cell where it can, else as text. Neither side can be edited. */
export interface NotebookView {
  /** In place of the conversation's last one. */
  open(conversation: ConversationId, change: NotebookChange): Promise<void>;
  close(conversation: ConversationId): Promise<void>;
}

/** Files that can be put back to what they were. */
export interface WritableFiles extends Files {
  /** Writes a file as it is given, with the folders that lead there; undefined takes it away. Rejects when that cannot be done. */
  write(path: string, text: DiskText | undefined): Promise<void>;
}

/** A file as the editor shows what became of it: the text on the left, and on the right the file itself, or a text that is not written yet. */
export interface FileComparison {
  /** Absolute. */
  readonly path: string;
  /** Undefined for a file that was not there. */
  readonly before: string | undefined;
  readonly after: { readonly kind: "file" | "none" } | { readonly kind: "text"; readonly text: string };
}

/** What conversations changed, in the editor's own views. */
export interface ChangesView {
  /** All of them in one editor. */
  openAll(title: string, changes: readonly FileComparison[]): Promise<void>;
  open(title: string, change: FileComparison): Promise<void>;
  /** A file by itself. */
  openFile(path: string): Promise<void>;
  /** Puts a text where it can be pasted. */
  copy(text: string): Promise<void>;
  /** The file and the line, counted from 0, that the cursor is at: in the file, or in the text that it was. */
  readonly cursor: { readonly path: string; readonly line: number; readonly side: "before" | "after" } | undefined;
}

/** What editors hold of a file beside the disk. */
export interface UnsavedEditors {
  /** Saves files and returns those that could not be saved. Never rejects. */
  save(paths: readonly string[]): Promise<readonly string[]>;
  /** Shows what an editor holds against what is on the disk. */
  compare(path: string): Promise<void>;
}

/** The user changed the text of a plan in its document. */
export interface PlanEdit {
  readonly conversation: ConversationId;
  readonly id: string;
  readonly text: string;
}

/** Documents of plans, which can be edited. */
export interface PlanDocuments {
  readonly onDidEdit: Event<PlanEdit>;
  /** Shows a plan, with the cursor in it. */
  open(conversation: ConversationId, id: string, text: string): Promise<void>;
  /** Shows what became of it elsewhere, if it is open. */
  update(conversation: ConversationId, id: string, text: string): void;
  /** Closes those of a conversation but for the requests that are still open. */
  closeOthers(conversation: ConversationId, open: ReadonlySet<string>): Promise<void>;
}

/** A comment of the user's on lines of a file, of a proposal or of a plan. */
export interface LineComment {
  readonly id: string;
  /** Absolute for a file; else the name of what it is on. */
  readonly path: string;
  /** Counted from 1, both included. */
  readonly start: number;
  readonly end: number;
  readonly code: string;
  readonly text: string;
  /** The request whose plan it is on. */
  readonly plan?: string | undefined;
}

/** Where comments on lines are written. */
export interface CommentBox {
  /** Those that were not sent yet, in the order of their writing. */
  readonly pending: readonly LineComment[];
  markSent(ids: readonly string[]): void;
  /** The model answered: they are folded away, and stay to be read. */
  resolve(ids: readonly string[]): void;
}
