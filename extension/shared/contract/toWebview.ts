import type { Banner } from "./banner.ts";
import type { ChangedHunks } from "./changes/changedFiles.ts";
import type { PathKind } from "./composer/attachments.ts";
import type { EditorSelection, MentionProblem, MentionSuggestion } from "./composer/suggestions.ts";
import type { ContextUsage, PlanLimit } from "./contextUsage.ts";
import type { ConversationState } from "./conversationState.ts";
import type { FindHit, FindProblem } from "./find.ts";
import type { Item } from "./items.ts";
import type { PanelOptions } from "./panelOptions.ts";
import type { Refusal } from "./refusal.ts";
import type { StateDelta } from "./stateDeltas.ts";
import type { OutputText, ToolDetails } from "./tools.ts";
import type { ViewState } from "./viewState.ts";

/** Selects items of a thread: the newest ones, or those next to an item. Only "around" includes that item itself. */
export type PageAnchor =
  | { readonly kind: "end" }
  | { readonly kind: "before" | "after" | "around"; readonly id: string };

/** A range of a thread's items. The total is unknown, since a transcript may be read backwards from disk. */
export interface Page {
  readonly thread: string;
  /** The anchor of the request. */
  readonly at: PageAnchor;
  readonly items: readonly Item[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
}

/** Rebuilds the whole panel, and binds the webview to the conversation of its envelope. */
export interface ConversationSnapshot {
  readonly type: "snapshot";
  readonly state: ConversationState;
  readonly page: Page;
  readonly draft: string;
  readonly view: ViewState;
  readonly options: PanelOptions;
}

export interface DeltasMessage {
  readonly type: "changes";
  readonly deltas: readonly StateDelta[];
}

/** Answers `loadPage` and `openThread`. */
export interface PageMessage {
  readonly type: "page";
  readonly page: Page;
}

/** Answers `openDetails`. */
export interface DetailsMessage {
  readonly type: "details";
  readonly toolId: string;
  readonly details: ToolDetails;
}

/** Answers `readHunks`: the hunks of a changed file; undefined if they cannot be shown. */
export interface FileHunks {
  readonly type: "fileHunks";
  /** Path as in `ChangedFile`. */
  readonly path: string;
  readonly changed?: ChangedHunks | undefined;
}

/** Output of a watched task so far; undefined if `claude` cannot report it. */
export interface TaskOutput {
  readonly type: "taskOutput";
  readonly taskId: string;
  readonly output?: OutputText | undefined;
}

/**
 * Focuses the composer once the page has the focus: the user may have moved the focus elsewhere since, such as to the
 * Command Palette.
 */
export interface FocusComposer {
  readonly type: "focusComposer";
}

/** Replaces the text in the composer, which gets the focus once the page has it. The host has the text already. */
export interface SetDraft {
  readonly type: "setDraft";
  readonly text: string;
}

/** Inserts text into the composer at the cursor. */
export interface InsertText {
  readonly type: "insertText";
  readonly text: string;
}

export interface SetOptions {
  readonly type: "options";
  readonly options: PanelOptions;
}

/** Plays a short sound; `at` is the time of its cause, in milliseconds since the epoch. */
export interface PlaySound {
  readonly type: "sound";
  readonly at: number;
}

/** Moves the card of a request in front of earlier ones. */
export interface ShowRequest {
  readonly type: "showRequest";
  readonly requestId: string;
}

/** Answers `readContext`; `usage` is undefined if `claude` cannot report it. */
export interface ContextMessage {
  readonly type: "context";
  readonly usage?: ContextUsage | undefined;
  readonly limits?: readonly PlanLimit[] | undefined;
}

/** Answers `find`. */
export interface FindResults {
  readonly type: "found";
  readonly search: number;
  readonly found: readonly FindHit[] | FindProblem;
}

/** Opens the search in the conversation. */
export interface OpenFind {
  readonly type: "openFind";
}

/** Scrolls to an item of the main thread. */
export interface ShowItem {
  readonly type: "showItem";
  readonly id: string;
}

/** Answers `askAside`. */
export interface SideQuestionAnswer {
  readonly type: "aside";
  readonly id: number;
  readonly answer: { readonly code: "said" | "failed"; readonly text: string } | { readonly code: "unsupported" };
}

/** Answers `findMentions`, possibly more than once: the newest answer contains all results. */
export interface MentionResults {
  readonly type: "mentions";
  readonly search: number;
  readonly found: readonly MentionSuggestion[];
  /** Nothing was found, and no further answer follows. */
  readonly isDone?: boolean;
}

/** Operations of the page that editor commands run; each also has a key or a button on the page. */
export type PageCommand =
  | "previousPrompt"
  | "nextPrompt"
  | "findPrevious"
  | "findNext"
  | "showContext"
  | "send"
  | "allowAll"
  | "nextRequest"
  | "editLastPrompt"
  | "unfoldAll"
  | "foldAll"
  | "copyMessage";

/** A file that was selected in the editor's file dialog: its bytes in base64, or the reason why it was not read. */
export type PickedFile = { readonly name: string } & (
  | { readonly data: string }
  | { readonly problem: "notReadable" | "tooMuch" }
);

/** Files to attach to the message in the composer. */
export interface AttachFiles {
  readonly type: "attachFiles";
  readonly files: readonly PickedFile[];
}

/** Asks the model a side question. */
export interface AskSideQuestion {
  readonly type: "askAside";
  readonly question: string;
}

export interface RunPageCommand {
  readonly type: "act";
  readonly command: PageCommand;
}

/** Copies the selection of the page as Markdown; answered by `copy`. */
export interface CopySelection {
  readonly type: "copySelection";
}

/** Answers `lookForFiles`: the kind of each path, and the web page of the folder's repository if its host is known. */
export interface PathLookupResults {
  readonly type: "files";
  readonly found: readonly { readonly path: string; readonly kind: PathKind }[];
  readonly repository?: string | undefined;
}

/**
 * Reason why something was not opened: it does not exist, is on another machine, is not the address of a page, its
 * content is not kept, the user cancelled, or the editor failed.
 */
export type OpenFailure = "missing" | "elsewhere" | "noPage" | "notKept" | "cancelled" | "failed";

/** Reports that nothing was opened; `target` is the requested target. */
export interface OpenFailureMessage {
  readonly type: "notOpened";
  readonly target: string;
  readonly reason: OpenFailure;
}

/** Reports that an action of the user did nothing. */
export interface RefusalMessage {
  readonly type: "refused";
  readonly refusal: Refusal;
}

/** The banners of the conversation, the oldest first. */
export interface BannersMessage {
  readonly type: "banners";
  readonly banners: readonly Banner[];
}

/** Answers `mentionUris` if some of the dropped files were not mentioned. */
export interface MentionFailureMessage {
  readonly type: "notMentioned";
  readonly problems: readonly MentionProblem[];
}

/** The current selection in the editor; undefined if nothing is selected. */
export interface SetSelection {
  readonly type: "selection";
  readonly selection?: EditorSelection | undefined;
}

export type ToWebview =
  | ConversationSnapshot
  | DeltasMessage
  | PageMessage
  | DetailsMessage
  | TaskOutput
  | FileHunks
  | MentionResults
  | SetSelection
  | PathLookupResults
  | OpenFailureMessage
  | RefusalMessage
  | BannersMessage
  | MentionFailureMessage
  | RunPageCommand
  | AttachFiles
  | AskSideQuestion
  | CopySelection
  | ContextMessage
  | SideQuestionAnswer
  | FindResults
  | OpenFind
  | ShowItem
  | FocusComposer
  | SetDraft
  | InsertText
  | SetOptions
  | PlaySound
  | ShowRequest;
