import type { ConversationId } from "../contract/ids.ts";
import type { PromptText } from "../session/transcript.ts";

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

/** A conversation that can let its process go, as a row. */
export interface RestCandidate {
  readonly id: ConversationId;
  readonly title: string;
}

/** How many processes this window may have at once. */
export interface ProcessLimits {
  readonly maxProcesses: number;
  /** Which of the idle ones rests, so that another can start; undefined for none. */
  pickToRest(candidates: readonly RestCandidate[]): Promise<ConversationId | undefined>;
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

/** Tells the user why an action did nothing. */
export interface Notifier {
  say(refusal: Refusal): void;
}

/** Asks for one of the prompts of a conversation. */
export interface PromptPicker<Purpose extends string> {
  /** Resolves to its id; undefined where the user chose none. */
  pickPrompt(prompts: readonly PromptText[], purpose: Purpose): Promise<string | undefined>;
}

/** A settings file of the CLI that rules are stored in. */
export type RuleSource = "userSettings" | "projectSettings" | "localSettings";

export interface StoredRule {
  readonly source: RuleSource;
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
