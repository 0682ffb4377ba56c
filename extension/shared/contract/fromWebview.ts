import type { ChangedFileAction } from "./changes/changedFiles.ts";
import type { AttachmentContent } from "./composer/attachments.ts";
import type { EditorSelection } from "./composer/suggestions.ts";
import type { FindQuery } from "./find.ts";
import type { RepositoryDecision } from "./repository.ts";
import type { Decision, ReviewStep } from "./requests/requests.ts";
import type { PageAnchor } from "./toWebview.ts";
import type { ViewState } from "./viewState.ts";

/** Editor commands that a webview can run, each with its command id. */
export const actions = {
  selectModel: "selectModel",
  selectMode: "selectPermissionMode",
  cycleMode: "cycleMode",
  retry: "retry",
  reviewIsolated: "isolation.review",
  restart: "restart",
  resetToSettings: "resetToSettings",
  chooseProgram: "chooseProgram",
  openSetupGuide: "openSetupGuide",
  copyInstallCommand: "copyInstallCommand",
  manageTrust: "manageTrust",
  openFolder: "openFolder",
  useHomeFolder: "useHomeFolder",
  startAnyway: "startAnyway",
  logIn: "logIn",
  updateProgram: "updateProgram",
  openWalkthrough: "openWalkthrough",
  newConversation: "newConversation",
  rename: "renameConversation",
  showLog: "showLog",
  openSettings: "openSettings",
  openSettingsFile: "openSettingsFile",
  rewind: "rewind",
  undoRewind: "undoRewind",
  redoRewind: "redoRewind",
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
  showUsage: "usage",
  logOut: "logOut",
  recordTrace: "recordTrace",
  reviewRepository: "trust.review",
} as const;
export type Action = keyof typeof actions;

/** Tandem commands that are typed like commands of `claude`; they take precedence over those. */
export const ownCommands = {
  btw: "askAside",
  clear: "newConversation",
  cost: "showUsage",
  effort: "selectEffort",
  export: "export",
  fast: "selectFastMode",
  history: "promptHistory",
  login: "logIn",
  logout: "logOut",
  mcp: "showServers",
  model: "selectModel",
  permissions: "managePermissions",
  rename: "rename",
  resume: "openConversation",
  rewind: "rewind",
  status: "showStatus",
  thinking: "selectThinking",
  usage: "showUsage",
} as const satisfies Readonly<Record<string, Action>>;
export type OwnCommand = keyof typeof ownCommands;

export const queueActions = ["edit", "sendNow", "remove"] as const;
export type QueueAction = (typeof queueActions)[number];

/** Actions for an interrupted or failed turn. */
export const interruptionActions = ["continue", "sendAgain", "retry", "compactAndRetry", "raiseBudget"] as const;
export type InterruptionAction = (typeof interruptionActions)[number];

export const externalUseActions = ["takeOver", "stopWaiting", "fork", "showAll"] as const;
export type ExternalUseAction = (typeof externalUseActions)[number];

export const unwrittenTextActions = ["compare", "copy"] as const;
export type UnwrittenTextAction = (typeof unwrittenTextActions)[number];

export const unsavedActions = ["save", "compare"] as const;
export type UnsavedAction = (typeof unsavedActions)[number];

export const bufferActions = ["compare", "merge"] as const;
export type BufferAction = (typeof bufferActions)[number];

/** Bodies of the webview's messages, by name. This is the only place that defines the names. */
export interface Intentions {
  /** The webview is ready and requests a snapshot. */
  readonly ready: object;
  /** The page's own script runs: `ready` comes from the document before it. Also the answer to some messages. */
  readonly pageRuns: object;
  /** A resource of the document failed to load: the page shows an error and no conversation. */
  readonly pageFailed: object;
  /** A file that the page loads on demand could not be loaded. */
  readonly partFailed: object;
  /** The user works in this webview. */
  readonly focused: object;
  /** Reports what is open and the scroll position; the host keeps it. */
  readonly saveView: { readonly view: ViewState };
  /**
   * `attachments`: those in the composer that the message includes. `selection`: the editor selection to include, as it
   * was shown.
   */
  readonly submit: {
    readonly text: string;
    readonly attachments?: readonly string[] | undefined;
    readonly selection?: EditorSelection | undefined;
  };
  /** Adds an attachment to the draft under an id from the webview, so that a prompt can name it at once. */
  readonly attach: { readonly id: string; readonly content: AttachmentContent };
  readonly detach: { readonly id: string };
  /** Opens the source of a mention that is not a path. */
  readonly openMention: { readonly text: string };
  /** Runs a line in a terminal; its output is attached. */
  readonly runInTerminal: { readonly command: string };
  /** Types a line into a terminal without running it; the user can run it there. */
  readonly typeInTerminal: { readonly command: string };
  /** The draft may be meant for an instructions file. */
  readonly addNote: { readonly text: string; readonly selection?: EditorSelection | undefined };
  /** Opens an image that a tool call returned in full size. */
  readonly openImage: { readonly toolId: string; readonly index: number };
  /** Opens the full output of a tool call, with its errors after it. */
  readonly openOutput: { readonly toolId: string };
  /** Opens the content of an attachment. */
  readonly openAttachment: { readonly id: string };
  /** Inserts a pasted text into the message and removes its attachment. */
  readonly unfoldAttachment: { readonly id: string };
  /** The user pressed a button of a banner, by its index, or closed the banner. */
  readonly answerBanner: { readonly id: number; readonly button?: number | undefined };
  readonly stop: object;
  readonly stopTask: { readonly id: string };
  /** Moves a running command to the background, so that the turn no longer waits for it. */
  readonly runInBackground: { readonly toolId: string };
  /** The output of a task became visible or hidden; it is sent only while visible. */
  readonly watchOutput: { readonly taskId: string; readonly isOpen: boolean };
  /** The text of the composer changed; the host keeps it. */
  readonly draft: { readonly text: string };
  /** The card of a request, in this revision, was visible long enough to be read. */
  readonly markSeen: { readonly requestId: string; readonly revision: number };
  /** `revision` is the revision of the request that was visible. */
  readonly decide: { readonly requestId: string; readonly revision: number; readonly decision: Decision };
  /** Opens the proposal of a request in the diff editor, or its plan as a document. */
  readonly openReview: { readonly requestId: string };
  /** A step of the user in reviewing a proposal, before the decision. */
  readonly reviewStep: { readonly requestId: string; readonly revision: number; readonly step: ReviewStep };
  /** Shows the prompt before (-1) or after (1) an item of the main thread, if the webview has not loaded it. */
  readonly showPrompt: { readonly from: string; readonly step: -1 | 1 };
  readonly loadPage: { readonly thread: string; readonly at: PageAnchor };
  /** A subagent's card was opened or closed; only open threads are sent. */
  readonly openThread: { readonly thread: string; readonly isOpen: boolean };
  readonly openDetails: { readonly toolId: string };
  /** Opens the change that a tool call makes to its file in the diff editor. */
  readonly openCallDiff: { readonly toolId: string };
  /** Opens a file by a path that is absolute or relative to the working folder; `line` is 1-based. */
  readonly openFile: { readonly path: string; readonly line?: number | undefined };
  /** Requests the kinds of these paths, which have no line suffix. */
  readonly lookForFiles: { readonly paths: readonly string[] };
  /** Copies a text to the clipboard. */
  readonly copy: { readonly text: string };
  readonly openLink: { readonly url: string };
  readonly resolveInterruption: { readonly action: InterruptionAction };
  readonly rewindTo: { readonly promptId: string };
  /** Opens all changes since a prompt in one editor. */
  readonly showChangesSince: { readonly promptId: string };
  readonly forkFrom: { readonly promptId: string };
  /** Replaces a prompt with another text; it keeps the attachments of the prompt except those in `without`. */
  readonly resend: {
    readonly promptId: string;
    readonly text: string;
    readonly without?: readonly string[] | undefined;
  };
  readonly editQueued: { readonly id: string; readonly action: QueueAction };
  /** Moves a queued prompt to another position, counted from the front. */
  readonly moveQueued: { readonly id: string; readonly to: number };
  /** Decides whether unsaved files are saved before the next prompt is sent. */
  readonly decideUnsaved: { readonly isSaved: boolean };
  /** Runs an action on a file that the conversation changed; without a path, on all of them. */
  readonly reviewChanges: { readonly action: ChangedFileAction; readonly path?: string | undefined };
  /** Requests the hunks of a changed file. */
  readonly readHunks: { readonly path: string };
  /** Reverts a hunk of a changed file, as shown in that revision. */
  readonly revertHunk: { readonly path: string; readonly hunk: number; readonly revision: string };
  /** Runs an action on a text that a notice refers to. */
  readonly openKeptText: { readonly id: string; readonly action: UnwrittenTextAction };
  /** Runs an action on the unsaved editor content of a request's file. */
  readonly resolveUnsavedFile: { readonly requestId: string; readonly action: UnsavedAction };
  /** Runs an action on unsaved changes in a file that `claude` changed too. */
  readonly resolveBuffer: { readonly path: string; readonly action: BufferAction };
  /** Runs an action on a conversation that another program continues. */
  readonly resolveExternalUse: { readonly action: ExternalUseAction };
  /** Requests all matches in the conversation; `search` identifies the request in its answer. */
  readonly find: { readonly search: number; readonly query: FindQuery };
  /** Requests the usage of the context window. */
  readonly readContext: object;
  /** Asks the model a side question; `id` identifies it in its answer. */
  readonly askAside: { readonly id: number; readonly question: string };
  /** `revision` is that of the review that was visible; `off` are the ids of entries that the user left out. */
  readonly decideRepository: {
    readonly revision: string;
    readonly decision: RepositoryDecision;
    readonly off: readonly string[];
  };
  /** Inserts code of a reply into the editor at the cursor. */
  readonly insertCode: { readonly text: string };
  /** Opens code of a reply as a new unsaved file; `language` is as the reply names it. */
  readonly openCode: { readonly text: string; readonly language: string };
  /** Adds mentions of files that were dropped from the editor, named by URIs. */
  readonly mentionUris: { readonly uris: readonly string[] };
  /** Requests mention suggestions; `search` identifies the request in its answer. */
  readonly findMentions: { readonly search: number; readonly query: string };
  /** `argument` is the text after the name of a Tandem command. */
  readonly runCommand: { readonly action: Action; readonly argument?: string | undefined };
}

export type IntentionName = keyof Intentions;

/** Messages that a page sends without an action of the user: the user is not notified if one has no effect. */
export const passiveIntentions: ReadonlySet<IntentionName> = new Set<IntentionName>([
  ...([
    "ready",
    "pageRuns",
    "pageFailed",
    "partFailed",
    "focused",
    "saveView",
    "draft",
    "markSeen",
    "watchOutput",
    "loadPage",
    "openThread",
    "lookForFiles",
  ] as const),
  ...(["find", "findMentions", "readContext"] as const),
]);
export type Intention<N extends IntentionName> = { readonly type: N } & Intentions[N];

/** A message of the webview. Messages are one-way: results arrive as state. */
export type FromWebview = { [N in IntentionName]: Intention<N> }[IntentionName];
