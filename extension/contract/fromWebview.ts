import type { AttachmentContent } from "./attachments.ts";
import type { ChangedFileAction } from "./changedFiles.ts";
import type { FindQuery } from "./find.ts";
import type { Decision, ReviewStep } from "./requests.ts";
import type { EditorSelection } from "./suggestions.ts";
import type { PageAnchor, ViewState } from "./toWebview.ts";

/** What a webview can have done that is also a command of the editor, each with the id of that command. */
export const actions = {
  selectModel: "selectModel",
  selectMode: "selectPermissionMode",
  cycleMode: "cycleMode",
  retry: "retry",
  chooseProgram: "chooseProgram",
  logIn: "logIn",
  newConversation: "newConversation",
  rename: "renameConversation",
  showLog: "showLog",
  openSettings: "openSettings",
  rewind: "rewind",
  export: "exportConversation",
  openConversation: "openConversation",
  managePermissions: "permissions.manage",
  continueInTerminal: "continueInTerminal",
  selectEffort: "selectEffort",
  compact: "compact",
  selectThinking: "selectThinking",
  selectFastMode: "selectFastMode",
  editMessage: "editMessage",
  promptHistory: "promptHistory",
  askAside: "askAside",
  showStatus: "status",
  showServers: "mcp.manage",
} as const;
export type Action = keyof typeof actions;

/** Commands of our own that are typed like the CLI's, which they come before. */
export const ownCommands = {
  btw: "askAside",
  clear: "newConversation",
  effort: "selectEffort",
  export: "export",
  fast: "selectFastMode",
  history: "promptHistory",
  mcp: "showServers",
  model: "selectModel",
  permissions: "managePermissions",
  rename: "rename",
  resume: "openConversation",
  rewind: "rewind",
  status: "showStatus",
  thinking: "selectThinking",
} as const satisfies Readonly<Record<string, Action>>;
export type OwnCommand = keyof typeof ownCommands;

export const queueActions = ["edit", "sendNow", "remove"] as const;
export type QueueAction = (typeof queueActions)[number];

/** What can be done about a turn that was cut. */
export const interruptionActions = ["goOn", "sendAgain", "retry"] as const;
export type InterruptionAction = (typeof interruptionActions)[number];

export const externalUseActions = ["takeOver", "stopWaiting", "fork"] as const;
export type ExternalUseAction = (typeof externalUseActions)[number];

export const unwrittenTextActions = ["compare", "copy"] as const;
export type UnwrittenTextAction = (typeof unwrittenTextActions)[number];

export const unsavedActions = ["save", "compare"] as const;
export type UnsavedAction = (typeof unsavedActions)[number];

export const bufferActions = ["compare", "merge"] as const;
export type BufferAction = (typeof bufferActions)[number];

/** The bodies of what the webview intends, by name. Names are written here only. */
export interface Intentions {
  /** The webview is there and wants a snapshot. */
  readonly ready: object;
  /** What the document would load could not be loaded: it says so, and shows no conversation. */
  readonly pageFailed: object;
  /** The user works in this webview. */
  readonly focused: object;
  /** What the reader has open and where; the host keeps it. */
  readonly saveView: { readonly view: ViewState };
  /** `attachments`: which of those in the composer go with it. `selection`: what is selected in the editor goes too, as it was shown. */
  readonly submit: { readonly text: string; readonly attachments?: readonly string[] | undefined; readonly selection?: EditorSelection | undefined };
  /** Goes with the prompt in the composer, under an id of its own, by which that prompt can name it at once. */
  readonly attach: { readonly id: string; readonly content: AttachmentContent };
  readonly detach: { readonly id: string };
  /** Shows what a mention stands for that is no path. */
  readonly openMention: { readonly text: string };
  /** A line for the terminal; what it puts out is attached. */
  readonly runInTerminal: { readonly command: string };
  /** A line is typed into a terminal, where its user runs it or not. */
  readonly typeInTerminal: { readonly command: string };
  /** What stands in the composer may be meant for a file of instructions. */
  readonly addNote: { readonly text: string; readonly selection?: EditorSelection | undefined };
  /** Shows an image that a call returned, large. */
  readonly openImage: { readonly toolId: string; readonly index: number };
  /** Shows all that a call put out, errors behind it. */
  readonly openOutput: { readonly toolId: string };
  /** Shows what is in an attachment. */
  readonly openAttachment: { readonly id: string };
  /** Puts a text that was pasted into the message in place of its attachment. */
  readonly unfoldAttachment: { readonly id: string };
  readonly stop: object;
  readonly stopTask: { readonly id: string };
  /** A command that runs goes on beside the turn, which does not wait for it any more. */
  readonly runInBackground: { readonly toolId: string };
  /** What a task puts out is on the screen, or is no more: it is sent while it is. */
  readonly watchOutput: { readonly taskId: string; readonly isOpen: boolean };
  /** The composer's text changed; the host keeps it. */
  readonly draft: { readonly text: string };
  /** The card of a request has stood on the screen, in this revision, long enough to be read. */
  readonly markSeen: { readonly requestId: string; readonly revision: number };
  /** `revision` is that of the request as it was on the screen. */
  readonly decide: { readonly requestId: string; readonly revision: number; readonly decision: Decision };
  /** Opens the proposal of a request in the diff editor, or its plan as a document. */
  readonly openReview: { readonly requestId: string };
  /** What the user does with a proposal before deciding about it. */
  readonly reviewStep: { readonly requestId: string; readonly revision: number; readonly step: ReviewStep };
  /** The prompt before (-1) or after an item of the main thread is to be shown, which the webview does not hold. */
  readonly showPrompt: { readonly from: string; readonly step: -1 | 1 };
  readonly loadPage: { readonly thread: string; readonly at: PageAnchor };
  /** A subagent's card was opened or closed; only open threads are sent. */
  readonly openThread: { readonly thread: string; readonly isOpen: boolean };
  readonly openDetails: { readonly toolId: string };
  /** Shows what a call makes of its file in the diff editor. */
  readonly openCallDiff: { readonly toolId: string };
  /** Opens a file, relative to the working folder or absolute; `line` is 1-based. */
  readonly openFile: { readonly path: string; readonly line?: number | undefined };
  /** Which of these files are there is looked for; each may have no line behind it. */
  readonly lookForFiles: { readonly paths: readonly string[] };
  /** A text for the clipboard. */
  readonly copy: { readonly text: string };
  readonly openLink: { readonly url: string };
  readonly resolveInterruption: { readonly action: InterruptionAction };
  readonly rewindTo: { readonly promptId: string };
  /** Shows what was changed since a prompt, in one editor. */
  readonly showChangesSince: { readonly promptId: string };
  readonly forkFrom: { readonly promptId: string };
  /** Another text in place of a prompt, with its attachments but those `without`. */
  readonly resend: { readonly promptId: string; readonly text: string; readonly without?: readonly string[] | undefined };
  readonly editQueued: { readonly id: string; readonly action: QueueAction };
  /** Puts a queued prompt at another place, counted from the front. */
  readonly moveQueued: { readonly id: string; readonly to: number };
  /** Whether unsaved files are saved before the next prompt goes. */
  readonly decideUnsaved: { readonly isSaved: boolean };
  /** What to do with a file that the conversation changed; without one with all of them. */
  readonly reviewChanges: { readonly action: ChangedFileAction; readonly path?: string | undefined };
  /** The parts of a changed file are asked for. */
  readonly readHunks: { readonly path: string };
  /** Puts a part of a changed file back, as it was shown in that revision. */
  readonly revertHunk: { readonly path: string; readonly hunk: number; readonly revision: string };
  /** What to do with a text that a notice names. */
  readonly openKeptText: { readonly id: string; readonly action: UnwrittenTextAction };
  /** What to do with what an editor holds of the file of a request. */
  readonly resolveUnsavedFile: { readonly requestId: string; readonly action: UnsavedAction };
  /** What to do with unsaved changes of a file that `claude` changed too. */
  readonly resolveBuffer: { readonly path: string; readonly action: BufferAction };
  /** What to do about a conversation that another program goes on with. */
  readonly resolveExternalUse: { readonly action: ExternalUseAction };
  /** Everything in the conversation that a query fits is looked for; `search` names the question to its answer. */
  readonly find: { readonly search: number; readonly query: FindQuery };
  /** What fills the context is asked for. */
  readonly readContext: object;
  /** A question to the model beside the conversation; `id` names it to its answer. */
  readonly askAside: { readonly id: number; readonly question: string };
  /** Code of a reply is put into the editor at its cursor. */
  readonly insertCode: { readonly text: string };
  /** Code of a reply becomes a new file that is not saved; `language` as the reply names it. */
  readonly openCode: { readonly text: string; readonly language: string };
  /** Files of the editor were dropped, named by URIs: they are mentioned. */
  readonly mentionUris: { readonly uris: readonly string[] };
  /** What can be mentioned is looked for; `search` names the question to its answer. */
  readonly findMentions: { readonly search: number; readonly query: string };
  /** `argument`: what stood behind the name of a command of ours. */
  readonly runCommand: { readonly action: Action; readonly argument?: string | undefined };
}

export type IntentionName = keyof Intentions;

/** What a page says without anybody having pressed something: the user is told nothing where it comes to nothing. */
export const passiveIntentions: ReadonlySet<IntentionName> = new Set<IntentionName>([
  ...(["ready", "pageFailed", "focused", "saveView", "draft", "markSeen", "watchOutput", "loadPage", "openThread", "lookForFiles"] as const),
  ...(["find", "findMentions", "readContext"] as const),
]);
export type Intention<N extends IntentionName> = { readonly type: N } & Intentions[N];

/** What the webview intends. One-way: what follows comes back as state. */
export type FromWebview = { [N in IntentionName]: Intention<N> }[IntentionName];
