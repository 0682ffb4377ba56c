import type { Disposable } from "../base/disposable.ts";
import type { Attachment, AttachmentContent, MentionedPath } from "../contract/attachments.ts";
import type { ConversationId } from "../contract/ids.ts";
import type { Frame } from "../protocol/decode.ts";
import type { Transport } from "../protocol/transport.ts";
import type { DiskText } from "../review/writeRules.ts";
import type { Grants } from "./permissions/grants.ts";

/** How a process starts for a conversation. */
export interface ProcessStart {
  /** Names the conversation: at most one process runs for it, across windows. */
  readonly conversation: string;
  /** Working folder, absolute. */
  readonly folder: string;
  /** Id of the conversation to go on with. */
  readonly resume?: string | undefined;
  /** Chosen for this conversation, in place of the settings. */
  readonly permissionMode?: string | undefined;
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
  /** The model answers without thinking. */
  readonly isThinkingOff?: boolean | undefined;
  readonly isFast?: boolean | undefined;
  /** What the user allowed for the length of this conversation. */
  readonly grants?: Grants | undefined;
  /** Go on as a conversation of its own, from before a prompt or with all that was said. */
  readonly fork?: { readonly before: string | undefined } | undefined;
}

/** What is in attachments, kept by their ids: base64, or of a text the text itself. */
export interface AttachmentContentStore {
  get(id: string): string | undefined;
  /** Keeps what is in one more, under an id of its own. */
  add(content: AttachmentContent): Attachment;
}

/** Starts the CLI. Rejects with a `Failure` when it does not start. */
export interface Launcher {
  /** `isResumed` is false when the CLI had nothing saved of the conversation to resume, so that it began afresh. */
  launch(start: ProcessStart): Promise<Launch>;
}

export interface Launch {
  readonly transport: Transport;
  readonly version: string;
  readonly isResumed: boolean;
  /** Where it keeps files of its own, absolute. */
  readonly configFolder?: string | undefined;
  /** The mode that it was asked to begin in. */
  readonly permissionMode?: string | undefined;
  /** The CLI is to suggest what to send next. */
  readonly suggestsPrompts?: boolean;
  /** Takes the session that the process said it writes, so that no other process goes on with it meanwhile. */
  readonly noteSession?: (sessionId: string) => void;
}

/** Where a path leads to. */
export interface FileLocation {
  /** It lies, links resolved, outside the working folder and every other folder that the CLI may use. */
  readonly isOutside: boolean;
  /** What it is a link to, links resolved. */
  readonly target?: string | undefined;
  /** There is a file that may not be written. */
  readonly isReadOnly: boolean;
}

/** Files on disk, which is what the CLI edits, and what editors hold beside it. */
export interface Files {
  /** The text on disk, as the CLI reads it; undefined when there is no such file. Rejects when it is no text to the CLI. */
  readDisk(path: string): Promise<DiskText | undefined>;
  /** Calls back some time after a file changed, came or went, until disposed of. */
  watch(path: string, changed: () => void): Disposable;
  /** Where a path, absolute or as seen from `folder`, leads to. */
  locate(path: string, folder: string): Promise<FileLocation>;
  /** Whether an editor holds changes of the file that are not on disk. */
  isDirty(path: string): boolean;
}

/** What the files of a folder are at a moment, as far as it takes to tell later which of them are others. */
export interface FolderState {
  readonly folder: string;
  /** By absolute path. */
  readonly files: ReadonlyMap<string, unknown>;
}

export interface FolderChange {
  /** Absolute. */
  readonly path: string;
  readonly state: "changed" | "created" | "deleted";
}

/** Times in milliseconds since the epoch. */
export interface CompareOptions {
  /** What changed earlier does not count. */
  readonly since?: number | undefined;
  /** The state before may have been read after this: what changed since counts although both states are alike. */
  readonly lateSince?: number | undefined;
}

/** Compares folders. Never rejects. */
export interface FolderStates {
  /** Undefined where there are too many files, or reading them takes too long. `last` saves work, and says which files count. */
  read(folder: string, last?: FolderState): Promise<FolderState | undefined>;
  compare(before: FolderState, after: FolderState, options: CompareOptions): Promise<readonly FolderChange[]>;
}

/** What prompts mention with @. */
export interface MentionReader {
  /**
   * What goes with a prompt for what it mentions, as it is now. Rejects when something cannot be read, with the reason for the user;
   * `isPartial` leaves that out instead.
   */
  read(place: { readonly conversation: ConversationId; readonly folder: string }, text: string, isPartial?: boolean): Promise<MentionContents>;
}

/** What a prompt mentions: what the CLI does not read by itself, and the paths that it reads. */
export interface MentionContents {
  readonly contents: readonly AttachmentContent[];
  readonly paths: readonly MentionedPath[];
  /** Mentions that were left out, since they cannot be read. */
  readonly unread: readonly string[];
}

/** What editors hold that is not on the disk. */
export interface UnsavedFiles {
  /** What is done about it before a prompt is sent, as the user set it for a folder. */
  autosave(folder: string): "always" | "ask" | "never";
  /** Paths of the unsaved files that a conversation in `folder` may read. */
  list(folder: string): readonly string[];
  /** Saves files and returns those that could not be saved. Never rejects. */
  save(paths: readonly string[]): Promise<readonly string[]>;
}

/** A part of a saved conversation. */
export interface TranscriptPage {
  /** Oldest first. */
  readonly frames: readonly Frame[];
  readonly hasOlder: boolean;
  /** How many lines could not be read, or were looked for in vain. */
  readonly damaged: number;
  /** What all so far cost, as the next process will count on from it; undefined where that is not told. */
  readonly costUsd?: number;
}

/** The call that a subagent works for. */
export interface AgentCall {
  readonly toolId: string;
  /** As the result of the call names it; a call that was cut has none. */
  readonly agentId?: string;
  /** What it was told. */
  readonly task?: string;
}

/** A saved conversation, read from its end. */
export interface TranscriptReader {
  /** What a subagent did, read from its end; undefined when nothing of it is saved. */
  openAgent(call: AgentCall): Promise<Pick<TranscriptReader, "read"> | undefined>;
  /** Reads along from where the newest page ended. `shortened`: the file lost what it had. */
  follow(added: (frames: readonly Frame[]) => void, shortened: () => void): Disposable;
  /** What comes before the page that was read last, from a turn's beginning if one is near. Rejects when the file cannot be read. */
  read(): Promise<TranscriptPage>;
}

/** Another program that goes on with a saved conversation; "maybe" where only its file tells. */
export type ExternalUse = { readonly certainty: "certain"; readonly where: "window" | "terminal"; readonly pid: number } | { readonly certainty: "maybe" };

/** Who else goes on with saved conversations. */
export interface SessionRegistry {
  /** Undefined when nobody does beside this window. May reject with `settingInvalid`. */
  find(sessionId: string, folder: string): Promise<ExternalUse | undefined>;
}

/** Saved transcripts. */
export interface TranscriptSource {
  /** Undefined when there is none of this session. `before`: what came before this prompt. */
  open(sessionId: string, folder: string, before?: string): Promise<TranscriptReader | undefined>;
}

/** What is checked out in folders. */
export interface Branches {
  /** The branch of a folder, or the beginning of a commit; undefined without a repository, or in the middle of a rebase. Never rejects. */
  read(folder: string): Promise<string | undefined>;
  /** Calls back some time after that may have changed, until disposed of. */
  watch(folder: string, changed: () => void): Disposable;
}
