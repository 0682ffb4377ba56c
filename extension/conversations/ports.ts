import type { ConversationState } from "../contract/conversationState.ts";
import type { ConversationId } from "../contract/ids.ts";
import type { ServerState } from "../contract/mcpServers.ts";
import type { Decision, PermissionView, RequestView } from "../contract/requests.ts";
import type { RewindFailure, RewindPreview } from "../contract/rewind.ts";
import type { WholeConversation } from "../contract/wholeConversation.ts";
import type { PromptText } from "../session/transcript.ts";
import type { ListedConversation } from "./conversationList.ts";
import type { OpenConversation } from "./openConversation.ts";
import type { Row, RowPurpose } from "./rows.ts";
import type { SavedSession } from "./savedSessions.ts";

/** Texts by name that outlive the extension host. A save is whole or not at all; of several quick ones only the last is written. */
export interface StateStore {
  /** Of everything that is saved. */
  names(): readonly string[];
  /** Undefined when there is none. */
  load(name: string): string | undefined;
  save(name: string, text: string): void;
  remove(name: string): void;
  /** Keeps a text that could not be understood under another name, for a person to look at. */
  setAside(name: string): void;
  /** Resolves when everything that was saved is on the disk. */
  flush(): Promise<void>;
}

/** A conversation in which something was said, and the line that says it. */
export interface SearchHit {
  readonly sessionId: string;
  readonly line: string;
}

/** Finds saved conversations by all that was said in them, without regard to case. */
export interface SessionSearch {
  /** Calls `found` at most once per conversation, as they are found; resolves at the end. An abort ends it early. Never rejects. */
  search(text: string, found: (hit: SearchHit) => void, signal: AbortSignal): Promise<void>;
}

/** Changes of saved conversations. */
export interface SessionChanges {
  rename(session: SavedSession, title: string): Promise<void>;
  /** An empty tag takes the mark back. */
  tag(session: SavedSession, tag: string): Promise<void>;
  /** Takes it into the archive, or out of it. */
  archive(session: SavedSession, isArchived: boolean): Promise<void>;
  /** Returns what brings it back. */
  remove(session: SavedSession): Promise<() => Promise<void>>;
  /** What can still be brought back, the newest first. */
  deleted(): Promise<readonly DeletedSession[]>;
  restore(id: string): Promise<void>;
}

/** A conversation that was deleted and is kept for a while. */
export interface DeletedSession {
  readonly id: string;
  readonly title: string;
  readonly folder: string;
  /** When it was deleted; milliseconds since the epoch. */
  readonly time: number;
}

/** The conversations that the user wants to stay on top of the list, by session. */
export interface Pins {
  has(sessionId: string): boolean;
  set(sessionId: string, isPinned: boolean): Promise<void>;
}

/** How many processes this window may have at once. */
export interface ProcessLimits {
  readonly maxProcesses: number;
  /** Which of the idle ones rests, so that another can start; undefined for none. */
  pickToRest(candidates: readonly OpenConversation[]): Promise<ConversationId | undefined>;
}

/** The folder that a conversation works in. */
export interface Folders {
  /** Undefined when the user chose none. Rejects with `settingInvalid`. */
  choose(): Promise<string | undefined>;
  /** Whether a conversation works there only since the workspace had no folders when it began; now it has some. Throws `settingInvalid`. */
  isOutdated(folder: string): boolean;
}

/** Why an action did nothing. */
export type Refusal =
  | "noPrompt"
  | "noRequest"
  | "notSeen"
  | "noDiff"
  | "noSuggestion"
  | "noDiffOpen"
  | "answered"
  | "alreadyRead"
  | "notBackgrounded"
  | "nothingThere"
  | "notKept"
  | "changedMeanwhile"
  | "changedSince"
  | "pageNotOpened"
  | "notSaved"
  | "noConversation"
  | "noEffort"
  | "noFastMode"
  | "nothingSaid"
  | "stillWorking"
  | "nothingDeleted"
  | "runsElsewhere"
  | "noChange"
  | "noCursor"
  | "fileGone"
  | "noComment"
  | "fileChanged"
  | "unsavedFile"
  | "otherConversation"
  | "notUnderstood"
  | "conversationGone"
  | "messageGone"
  | "queuedGone"
  | "nothingRuns"
  | "nothingToSend"
  | "noDetails"
  | "tooSoon"
  | "bufferInStep"
  | "bufferNotMerged"
  | "modeMissing"
  | "bypassNotAllowed"
  | "asideEmpty"
  | "noMessage";

/** What a rewind brings back. */
export type RewindChoice = "files" | "both" | "conversation";

/** Where a request can be answered. */
export type AnswerPlace = "card" | "diff" | "tree" | "list" | "notification" | "command";

/** How a request was answered, and where. */
export interface Answered {
  readonly kind: Decision["kind"];
  readonly place: AnswerPlace;
}

/** Why the revert of a file is asked about. */
export interface RevertDoubt {
  readonly isOutside: boolean;
  /** Its earlier text was read from the disk here. */
  readonly isSeen: boolean;
  /** It would be deleted. */
  readonly isDeleted: boolean;
}

/** Native questions and answers. Undefined means that the user chose nothing. */
export interface Dialogs {
  /** The user allowed that nothing asks. */
  readonly isBypassAllowed: boolean;
  say(refusal: Refusal): void;
  /** A decision came too late, or was about what is not shown any more; it changed nothing. Undefined where it is still open. */
  sayAnswered(answered: Answered | undefined): void;
  /** Says what was allowed without its card having been clicked. */
  sayAllowed(request: PermissionView): void;
  pickPrompt(prompts: readonly PromptText[], purpose: "rewind" | "fork" | "show" | "take" | "changes"): Promise<string | undefined>;
  /** The id of one of several rows. */
  pickRow(rows: readonly Row[], purpose: RowPurpose): Promise<string | undefined>;
  /** How an edited prompt is sent: in a copy, or here after a rewind. Asks once, if the user wants that. */
  askResend(): Promise<"fork" | "rewind" | undefined>;
  pickModel(state: ConversationState): Promise<{ readonly model: string | undefined } | undefined>;
  /** Undefined as effort stands for the default. */
  pickEffort(state: ConversationState): Promise<{ readonly effort: string | undefined } | undefined>;
  /** Whether the model thinks before it answers; undefined for no change. */
  pickThinking(state: ConversationState): Promise<boolean | undefined>;
  pickFast(state: ConversationState): Promise<boolean | undefined>;
  pickMode(state: ConversationState): Promise<string | undefined>;
  /** Shows what is in force, or the servers alone, with a way to the settings; servers are undefined where the CLI does not say. */
  showStatus(state: ConversationState, servers: readonly ServerState[] | undefined): Promise<void>;
  showServers(servers: readonly ServerState[] | undefined): Promise<void>;
  /** Where a command goes that works in a terminal only: into a new one, or with the conversation, whose process here ends then. */
  askTerminal(line: string, canGoOn: boolean): Promise<"new" | "goOn" | undefined>;
  /** What to allow from now on, and where that is saved. */
  pickSuggestion(request: PermissionView): Promise<Decision | undefined>;
  /** The key of one of the list. */
  pickConversation(listed: readonly ListedConversation[]): Promise<string | undefined>;
  /** A title; undefined for none. */
  askTitle(title: string): Promise<string | undefined>;
  /** A mark, empty to take it back; undefined for no change. */
  askTag(tag: string): Promise<string | undefined>;
  /** The id of one of them. */
  pickDeleted(deleted: readonly DeletedSession[]): Promise<string | undefined>;
  confirmDelete(title: string): Promise<boolean>;
  /** Says that a conversation is deleted. True when it is to come back. */
  sayDeleted(title: string): Promise<boolean>;
  /** Asks for a format and a file, writes it, and says where it is. */
  saveExport(conversation: WholeConversation): Promise<void>;
  /** Says that a file, or a part of it, is as it was before. True when that is to be undone. */
  sayReverted(shown: string, what: "file" | "part"): Promise<boolean>;
  /** Asks before a file is reverted that lies outside of the workspace, or whose earlier text only a saved result claims; its diff is open. */
  confirmRevert(path: string, doubt: RevertDoubt): Promise<boolean>;
  confirmStop(): Promise<boolean>;
  /** Whether a turn is to be stopped although that may end these tasks too. */
  confirmEnding(tasks: readonly string[]): Promise<boolean>;
  sayNotRewound(failure: RewindFailure): void;
  confirmRewind(preview: RewindPreview, folder: string): Promise<RewindChoice | undefined>;
}

/** What a user wants done with a request that asks elsewhere than on its card. */
export type RequestPrompt = Extract<Decision, { readonly kind: "allow" | "allowAlways" | "deny" }> | { readonly kind: "review" };

/** A settings file of the CLI that rules are stored in. */
export type RulePlace = "userSettings" | "projectSettings" | "localSettings";

export interface StoredRule {
  readonly source: RulePlace;
  readonly behavior: "allow" | "ask" | "deny";
  /** As the CLI writes it: `Bash(npm test:*)`. */
  readonly rule: string;
}

/** The CLI's own settings files. */
export interface RuleFiles {
  read(folder: string): Promise<readonly StoredRule[]>;
  /** Both reject with `settingInvalid` for a file that is no JSON. */
  add(folder: string, rule: StoredRule): Promise<void>;
  remove(folder: string, rule: StoredRule): Promise<void>;
}

/** A rule that is in force, from wherever. Names are the CLI's. */
export interface ListedRule {
  readonly behavior: string;
  readonly source: string;
  readonly rule: string;
  readonly isEditable: boolean;
  /** False for one that another overrules. */
  readonly isInEffect: boolean;
}

/** A rule for the length of a conversation. */
export interface SessionRule {
  readonly source: "session";
  readonly behavior: "allow" | "deny";
  readonly rule: string;
}

/** What a user wants done in the list of rules. */
export type RuleChoice = { readonly kind: "add"; readonly rule: StoredRule | SessionRule } | { readonly kind: "remove"; readonly rule: ListedRule };

/** Native questions about rules. */
export interface RuleDialogs {
  sayNoConversation(): void;
  /** Undefined once the user is done. */
  pickRule(rules: readonly ListedRule[]): Promise<RuleChoice | undefined>;
  /** A rule was removed where it could be, and one that means the same still counts: from these sources, by the CLI's names. */
  sayStillInForce(rule: string, sources: readonly string[]): void;
  /** Whether the process may be started again for that; the conversation goes on. */
  confirmRestart(): Promise<boolean>;
}

/** Questions about a request in the editor's own parts. Allow is offered only where everything stands that the card says. */
export interface RequestDialogs {
  readonly isWindowFocused: boolean;
  /** A list that takes no answer in its first half second; it closes when `signal` fires. */
  askRequest(view: RequestView, isChangeShown: boolean, signal: AbortSignal): Promise<RequestPrompt | undefined>;
  /** A message, which nobody can take back: what is chosen there may come too late. */
  notifyRequest(view: RequestView, isChangeShown: boolean): Promise<RequestPrompt | undefined>;
}

/** Where conversations are looked at. */
export interface Panels {
  /** Shows a conversation where it stands, with the cursor in its composer. */
  focus(id: ConversationId): Promise<void>;
  /** Puts the card of a request in front of those that came earlier, where its conversation is shown. */
  showRequest(id: ConversationId, requestId: string): void;
  /** Puts text into a composer, in place of what is there. */
  setDraft(id: ConversationId, text: string): void;
  /** Opens the search in a conversation, where it is shown. */
  openFind(id: ConversationId): void;
  /** Scrolls to an item of a conversation, where it is shown. */
  showItem(id: ConversationId, item: string): void;
  /** Shows a conversation in an editor tab: its own, if it has one. */
  openTab(id: ConversationId): Promise<void>;
}
