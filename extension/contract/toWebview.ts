import type { PathKind } from "./attachments.ts";
import type { ChangedHunks } from "./changedFiles.ts";
import type { ContextUsage, PlanLimit } from "./contextUsage.ts";
import type { ConversationState } from "./conversationState.ts";
import type { FindHit, FindProblem } from "./find.ts";
import type { Item } from "./items.ts";
import type { StateDelta } from "./stateDeltas.ts";
import type { EditorSelection, MentionProblem, MentionSuggestion } from "./suggestions.ts";
import type { OutputText, ToolDetails } from "./tools.ts";

/** Which items of a thread: the newest ones, or those next to an item, which itself is only part of "around". */
export type PageAnchor = { readonly kind: "end" } | { readonly kind: "before" | "after" | "around"; readonly id: string };

/** A run of a thread's items. How many there are in all is not known: a transcript may be read backwards from disk. */
export interface Page {
  readonly thread: string;
  /** What it was asked for by. */
  readonly at: PageAnchor;
  readonly items: readonly Item[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
}

/** A start that one click sends. */
export interface Starter {
  readonly label: string;
  readonly prompt: string;
}

/** How the model's thinking is shown, unless the user opened or folded it. */
export const thinkingDisplays = ["collapsed", "expanded", "hidden"] as const;
export type ThinkingDisplay = (typeof thinkingDisplays)[number];

export interface PanelOptions {
  readonly sendKey: "enter" | "ctrlEnter";
  readonly showThinking: ThinkingDisplay;
  /** In pixels; the editor's own where it is null. */
  readonly fontSize: number | null;
  /** The workspace has several folders, so that it is said which one a conversation works in. */
  readonly showsFolder: boolean;
  /** The mode in which nothing asks may be chosen. */
  readonly isBypassAllowed: boolean;
  /** Says where replies come from when it is not the user's account. */
  readonly badge?: string;
  readonly starters: readonly Starter[];
}

/** Before the host has said what they are. */
export const defaultOptions: PanelOptions = {
  sendKey: "enter",
  showThinking: "collapsed",
  fontSize: null,
  showsFolder: false,
  isBypassAllowed: false,
  starters: [],
};

/** The item at the top of the screen when the end was not followed, and how far it was scrolled past, in pixels. */
export interface ScrollAnchor {
  readonly id: string;
  readonly offset: number;
}

/** An earlier prompt as it is edited. */
export interface EditedPrompt {
  readonly id: string;
  readonly text: string;
  /** Ids of its attachments that do not go again. */
  readonly without?: readonly string[] | undefined;
}

/** How a conversation was being looked at. */
export interface ViewState {
  /** Undefined at the end. */
  readonly anchor?: ScrollAnchor | undefined;
  /** Cards that are open, by item id, and what is unfolded in items, by their ids and names of its own. */
  readonly open: readonly string[];
  /** An earlier prompt that is being edited, with its text as it is now. */
  readonly editing?: EditedPrompt | undefined;
}

/** Rebuilds the whole panel, and binds the webview to the conversation of its envelope. */
export interface Snapshot {
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

/** Answers `readHunks`: the parts of a changed file; none where they cannot be shown. */
export interface FileHunks {
  readonly type: "fileHunks";
  /** As `ChangedFile` names it. */
  readonly path: string;
  readonly changed?: ChangedHunks | undefined;
}

/** What a task has put out so far, while that is watched; without it where the CLI cannot tell. */
export interface TaskOutput {
  readonly type: "taskOutput";
  readonly taskId: string;
  readonly output?: OutputText | undefined;
}

export interface FocusComposer {
  readonly type: "focusComposer";
  /** It was asked for before the page was there: the user may be elsewhere by now, and is left there. */
  readonly isLate?: boolean;
}

/** Text put into the composer, in place of what is there. The host has it already. */
export interface SetDraft {
  readonly type: "setDraft";
  readonly text: string;
}

/** Text put into the composer at its cursor. */
export interface InsertText {
  readonly type: "insertText";
  readonly text: string;
}

export interface SetOptions {
  readonly type: "options";
  readonly options: PanelOptions;
}

/** A short sound; `at`, in milliseconds since the epoch, is when there was a reason for it. */
export interface PlaySound {
  readonly type: "sound";
  readonly at: number;
}

/** The card of a request is to be in front, before those that came earlier. */
export interface ShowRequest {
  readonly type: "showRequest";
  readonly requestId: string;
}

/** Answers `readContext`; without what fills it where the CLI cannot say. */
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

/** Answers `findMentions`, perhaps more than once: the newest answer holds all. */
export interface MentionResults {
  readonly type: "mentions";
  readonly search: number;
  readonly found: readonly MentionSuggestion[];
  /** Nothing was found, and no more comes. */
  readonly isDone?: boolean;
}

/** What commands of the editor do on the page: each a key or a button of it as well. */
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

/** A file that was picked in the editor's own dialog: its bytes in base64, or why it is not read. */
export type PickedFile = { readonly name: string } & ({ readonly data: string } | { readonly problem: "notReadable" | "tooMuch" });

/** Files to attach to the message in the composer. */
export interface AttachFiles {
  readonly type: "attachFiles";
  readonly files: readonly PickedFile[];
}

/** Asks the model something beside the conversation. */
export interface AskSideQuestion {
  readonly type: "askAside";
  readonly question: string;
}

export interface RunPageCommand {
  readonly type: "act";
  readonly command: PageCommand;
}

/** What is selected in the page is copied as Markdown: answered by `copy`. */
export interface CopySelection {
  readonly type: "copySelection";
}

/** Answers `lookForFiles`: what is at each path, and the web page of the folder's repository, where its host is known. */
export interface PathLookupResults {
  readonly type: "files";
  readonly found: readonly { readonly path: string; readonly kind: PathKind }[];
  readonly repository?: string | undefined;
}

/**
 * Why something was not opened: it is not there, it is on another machine, it is no address of a page, what was in it is not kept, or the
 * editor could not.
 */
export type OpenFailure = "missing" | "elsewhere" | "noPage" | "notKept" | "cancelled" | "failed";

/** Answers what asks to open something where nothing was opened; `target` is what was asked for. */
export interface OpenFailureMessage {
  readonly type: "notOpened";
  readonly target: string;
  readonly reason: OpenFailure;
}

/** Answers `mentionUris` where some of what was dropped is not mentioned. */
export interface MentionFailureMessage {
  readonly type: "notMentioned";
  readonly problems: readonly MentionProblem[];
}

/** What is selected in the editor now; without a selection nothing. */
export interface SetSelection {
  readonly type: "selection";
  readonly selection?: EditorSelection | undefined;
}

export type ToWebview =
  | Snapshot
  | DeltasMessage
  | PageMessage
  | DetailsMessage
  | TaskOutput
  | FileHunks
  | MentionResults
  | SetSelection
  | PathLookupResults
  | OpenFailureMessage
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
