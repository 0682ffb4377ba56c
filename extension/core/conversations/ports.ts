import type { ConversationId } from "../../shared/contract/ids.ts";
import type { DataGroup } from "../../shared/contract/ownData.ts";
import type { Refusal } from "../../shared/contract/refusal.ts";
import type { ProfiledFolder } from "../conversation/ports/ports.ts";
import type { TraceFile } from "../conversation/trace/traceRecorder.ts";
import type { PromptText } from "../conversation/transcript/transcriptPrompts.ts";

/**
 * A store of named texts that survive the extension host. A save is atomic; of several quick saves only the last is
 * written.
 */
export interface StateStore {
  /** Returns the names of all saved texts. */
  names(): readonly string[];
  /** True while there are texts that could not be read, or were set aside. What they refer to must stay. */
  readonly hasUnread: boolean;
  /** Returns undefined when the name has no text that this version can read. */
  load(name: string): string | undefined;
  /**
   * True after `load` found a text of a newer version, or one that the disk refused. It stays as it is; a text that is
   * saved now has a place beside it.
   */
  isKept(name: string): boolean;
  save(name: string, text: string): void;
  remove(name: string): void;
  /** Keeps an invalid text under another name, so that the user can inspect it. */
  setAside(name: string): void;
  /**
   * Resolves when all saves are on disk, or were refused; tries those once more that were refused before. With a name
   * it rejects if that text is not there, and waits until it is durable.
   */
  flush(name?: string): Promise<void>;
}

/** A group of Tandem's own data. */
export interface DataSize {
  readonly group: DataGroup;
  /** Undefined where the size is not known. */
  readonly bytes: number | undefined;
}

/** Tandem's own data on this computer. */
export interface OwnData {
  /** Returns the groups of which there is anything. */
  measure(): Promise<readonly DataSize[]>;
  /** Deletes groups. Returns the paths of what could not be deleted. Nothing of this window is saved from then on. */
  remove(groups: readonly DataGroup[]): Promise<readonly string[]>;
}

/** A file of Tandem that this version does not read. */
export interface UnreadFile {
  readonly file: string;
  /**
   * "newer": a newer version wrote it; "unreadable": the disk refused it. Both stay in place, untouched. "damaged": it
   * was set aside.
   */
  readonly why: "newer" | "damaged" | "unreadable";
  /** Error of the disk. */
  readonly reason?: string | undefined;
}

export type TellUnread = (unread: UnreadFile) => void;

/** Stores protocol traces. */
export interface TraceStore {
  /** Creates an empty trace with this file name. Rejects when the disk refuses it. */
  create(name: string): Promise<TraceFile>;
  /** Reads a file. Rejects when it cannot be read, and for anything but a regular file. */
  read(path: string): Promise<string>;
}

/** Chooses the working folder of a conversation. */
export interface Folders {
  /**
   * Resolves to undefined when the user picked none, or has not decided where to work (`needsDecision`). Rejects with
   * `settingInvalid`.
   */
  choose(): Promise<string | undefined>;
  /** True in a window without a folder until the user decides, there or by a setting, to work in the home folder. */
  readonly needsDecision: boolean;
  /** Works in the home folder of the user in this window from now on. */
  useHome(): Promise<void>;
  /**
   * Checks whether a conversation works in this folder only because the workspace had no folders when it began, and has
   * some now. Throws `settingInvalid`.
   */
  isOutdated(folder: string): boolean;
  /**
   * Returns the folder, or another one once the user agreed to the workspace's own setting for it. Rejects with
   * `settingInvalid`.
   */
  resolveAgain(folder: string): Promise<string>;
}

/** Chooses the profile of a new conversation: the named account and executable under which `claude` runs. */
export interface Profiles {
  /** Returns the name of the profile that a folder uses; empty for none. Throws `settingInvalid`. */
  choose(folder: string): string;
}

/** Tells the user why an action did nothing. */
export interface Notifier {
  say(refusal: Refusal): void;
}

/** Lets the user pick a prompt of a conversation. */
export interface PromptPicker<Purpose extends string> {
  /** Resolves to the id of the prompt; undefined where the user picked none. */
  pickPrompt(prompts: readonly PromptText[], purpose: Purpose): Promise<string | undefined>;
}

/** A settings file of `claude` that stores rules. */
export type RuleSource = "userSettings" | "projectSettings" | "localSettings";

export interface StoredRule {
  readonly source: RuleSource;
  readonly behavior: "allow" | "ask" | "deny";
  /** Rule in the syntax of `claude`: `Bash(npm test:*)`. */
  readonly rule: string;
}

/** The settings files of `claude`. */
export interface RuleFiles {
  /** Returns the rules of all files that can be read. */
  read(place: ProfiledFolder): Promise<readonly StoredRule[]>;
  /** `add` and `remove` reject with `settingInvalid` for a file that is not JSON. */
  add(place: ProfiledFolder, rule: StoredRule): Promise<void>;
  remove(place: ProfiledFolder, rule: StoredRule): Promise<void>;
}

/**
 * Problem of a file that defines MCP servers, with its place: line and column count from 1. "unreadable": for example a
 * folder or a pipe.
 */
export interface FileProblem {
  readonly reason: "syntax" | "notObject" | "repeatedKey" | "unreadable";
  readonly line: number;
  readonly column: number;
}

/** The servers of a file by name, not validated. With a problem, those of the file when it was last sound. */
export interface FileServers {
  readonly file: string;
  readonly servers: ReadonlyMap<string, unknown>;
  readonly problem?: FileProblem;
}

/** The `.mcp.json` files of folders. */
export interface ServerFiles {
  read(folder: string): Promise<FileServers>;
  /** Returns the file that `write` changes: the target of a link. */
  findTarget(folder: string): Promise<string>;
  /**
   * Sets a server, or removes it if `value` is undefined. Resolves to the problem of a file that must be corrected
   * first; it stays unchanged.
   */
  write(folder: string, name: string, value: object | undefined): Promise<FileProblem | undefined>;
}

/** The panel and the tabs that show conversations. */
export interface Panels {
  /** Returns whether the page in the place of a conversation has ended, or did not start. */
  isBroken(id: ConversationId): boolean;
  /** Shows a conversation in its place, with the cursor in its composer. */
  focus(id: ConversationId): Promise<void>;
  /** Puts the card of a request in front of earlier ones, where its conversation is shown. */
  showRequest(id: ConversationId, requestId: string): void;
  /** Replaces the text of a composer. */
  setDraft(id: ConversationId, text: string): void;
  /** Opens the search in a conversation, where it is shown. */
  openFind(id: ConversationId): void;
  /** Scrolls to an item of a conversation, where it is shown. */
  showItem(id: ConversationId, item: string): void;
  /** Shows a conversation in an editor tab: its own, if it has one. */
  openTab(id: ConversationId): Promise<void>;
}

/** The end of a server's log. */
export interface ServerLog {
  /** One line for each entry, the newest last; empty if there is no log. */
  readonly text: string;
  /** The end of what the server itself wrote to its error output. */
  readonly stderr: string;
}

/** The logs that `claude` keeps of MCP servers. */
export interface ServerLogs {
  /** Reads the log of a server in a working folder, under a profile. Never rejects. */
  read(place: ProfiledFolder, server: string): Promise<ServerLog>;
}

/** A JSON object that all windows share. */
export interface SharedValue {
  /** Returns the present value; undefined if none was saved, or if it cannot be read. */
  read(): unknown;
  /**
   * Replaces the value by what `update` returns for the present one; undefined leaves it. No change of another window
   * is lost.
   */
  change(update: (now: unknown) => object | undefined): Promise<void>;
}
