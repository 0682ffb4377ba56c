import type { Disposable } from "../../../shared/base/disposable.ts";
import type { Attachment, AttachmentContent, MentionedPath } from "../../../shared/contract/composer/attachments.ts";
import type { LeftOutOption } from "../../../shared/contract/configuration.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { Layer } from "../../options/resolve.ts";
import type { Transport } from "../../protocol/connection/transport.ts";
import type { Elsewhere } from "../../protocol/elsewhere/processSource.ts";
import type { Frame } from "../../protocol/frames/decode.ts";
import type { ExternalServerConfig } from "../../protocol/requests/mcpConfig.ts";
import type { DiskText } from "../../review/writeRules.ts";
import type { LaunchFacts } from "../reduce/processFacts.ts";
import type { Grants } from "./grants.ts";
import type { PreparedServers, Servers } from "./preparedServers.ts";

/**
 * A working folder, absolute, and the name of the profile under which `claude` works in it; empty or undefined for
 * none.
 */
export interface ProfiledFolder {
  readonly folder: string;
  readonly profile?: string | undefined;
}

/** A saved conversation, and the place where `claude` keeps it. */
export interface SavedSession extends ProfiledFolder {
  readonly sessionId: string;
}

/** A program that runs scripts, to be found on PATH. */
export type ScriptRuntime = "node" | "bun" | "deno";

/** Options for the start of a process. */
export interface ProcessStart {
  /** Id of the conversation: at most one process runs for it, across windows. */
  readonly conversation: string;
  /** Working folder, absolute. */
  readonly folder: string;
  /** Name of the profile, which determines account and executable; empty or undefined for none. */
  readonly profile?: string | undefined;
  /** Session id of the conversation to resume. */
  readonly resume?: string | undefined;
  /** Values by option that the user chose for this conversation; they override the settings. */
  readonly choices?: Readonly<Record<string, unknown>> | undefined;
  /** Permissions that the user granted for the duration of this conversation. */
  readonly grants?: Grants | undefined;
  /** MCP servers of the extension that started the conversation, beside those of the settings. */
  readonly servers?: Servers | undefined;
  /** The place of the process, if it is not this machine. */
  readonly elsewhere?: Elsewhere | undefined;
  /** The program that runs `claude` where that is a script; Node by default. */
  readonly runtime?: ScriptRuntime | undefined;
  /** Arguments of that program, before the script. */
  readonly runtimeArgs?: readonly string[] | undefined;
  /**
   * Starts a new conversation as a copy: up to but without the prompt `before`, up to the entry `through`, or of the
   * whole history.
   */
  readonly fork?: { readonly before: string | undefined; readonly through?: string | undefined } | undefined;
}

/** Stores the data of attachments by their ids: base64, or plain text for a text attachment. */
export interface AttachmentContentStore {
  get(id: string): string | undefined;
  /** Stores data under a new id. */
  add(content: AttachmentContent): Attachment;
}

/** The parts of a repository's configuration with which a start is admitted. */
export interface Admission {
  /** "user": only the user's own configuration applies. */
  readonly origin: "all" | "user";
  /** Names of servers in `.mcp.json` files that the user left out. */
  readonly refusedServers: readonly string[];
  /** Names of servers in the workspace's `tandem.mcpServers` that the user left out. */
  readonly refusedOwnServers: readonly string[];
}

/** Finds out whether MCP servers answer, from the place and with the environment of a process of `claude`. */
export interface ServerProbe {
  /** Maximum time in milliseconds for an answer. */
  readonly limitMs: number;
  /**
   * Connects to a server as `claude` would, and closes the connection. Resolves when all is closed, with true if the
   * server answered or failed at once, with false if the signal aborted before. Never rejects.
   */
  connect(server: ExternalServerConfig, signal: AbortSignal): Promise<boolean>;
  /**
   * Returns the definition of a server of `claude`'s own files; undefined if it is not known, or may not be run. Never
   * rejects.
   */
  find(name: string): Promise<ExternalServerConfig | undefined>;
  /** Returns the servers of `claude`'s own files that the start reads, by name. Never rejects. */
  list(): Promise<Readonly<Record<string, FileServer>>>;
}

/** A server of `claude`'s own files. */
export interface FileServer {
  readonly config: ExternalServerConfig;
  /** The place where it is configured, as `claude` names it. */
  readonly scope: string;
  /** True if a policy of the user's organization forbids it, so that `claude` does not connect it. */
  readonly isForbidden?: true;
}

/** Starts `claude`. Rejects with a `Failure` when it does not start. */
export interface Launcher {
  /**
   * Sets `isResumed` to false if `claude` had no saved session to resume and started a new one. Rejects when the signal
   * aborts: then nothing is asked any longer, and no process was started that the caller does not get.
   */
  launch(start: ProcessStart, signal: AbortSignal): Promise<Launch>;
}

export interface Launch {
  readonly transport: Transport;
  readonly version: string;
  readonly isResumed: boolean;
  /** Folder in which `claude` keeps its own files, absolute. */
  readonly configFolder?: string | undefined;
  /** MCP servers of the start, with every placeholder replaced: they can contain secrets. */
  readonly servers?: PreparedServers | undefined;
  /** True if a policy of the user's organization forbids servers of a start, so that it passed none. */
  readonly refusesServers?: boolean | undefined;
  /** Probes servers that are added while it runs; undefined where they run in another place. */
  readonly probe?: ServerProbe | undefined;
  /** The settings of the folder with which it starts. */
  readonly layers?: readonly Layer[] | undefined;
  /** Fields of `initialize` that the options need. */
  readonly initialize?: Readonly<Record<string, unknown>> | undefined;
  /** Options that this start does without. */
  readonly leftOut?: readonly LeftOutOption[] | undefined;
  /** True if commands run in a sandbox. */
  readonly isSandboxed?: boolean;
  /** True if it runs in another place; only servers of participants that say so serve it there. */
  readonly isElsewhere?: boolean;
  readonly facts?: LaunchFacts;
  /**
   * Looks again at what the folder brings, once the process has read it: what came after the start was admitted is
   * loaded too. Rejects with `repositoryUndecided`.
   */
  readonly readmit?: () => Promise<unknown>;
  /** Reserves the session that the process reported as its own, so that no other process resumes it meanwhile. */
  readonly noteSession?: (sessionId: string) => void;
}

/** The location that a path leads to. */
export interface FileLocation {
  /** True if it lies, with links resolved, outside the working folder and every other folder that `claude` may use. */
  readonly isOutside: boolean;
  /** The path with its links resolved, if the file or a folder on the way to it is a link. */
  readonly target?: string | undefined;
  /** True if the file exists and is not writable. */
  readonly isReadOnly: boolean;
}

/** Files on disk, which `claude` edits, and their unsaved changes in editors. */
export interface Files {
  /**
   * Returns the text on disk as `claude` reads it; undefined when there is no such file. Rejects when `claude` cannot
   * read it as text.
   */
  readDisk(path: string): Promise<DiskText | undefined>;
  /** Returns the text of bytes as `readDisk` does. Throws for bytes that are not text. */
  decode(bytes: Uint8Array): DiskText;
  /** Calls back with a delay after a file was changed, created or deleted, until disposed of. */
  watch(path: string, changed: () => void): Disposable;
  /** Resolves a path that is absolute or relative to `folder`. */
  locate(path: string, folder: string): Promise<FileLocation>;
  /** Returns whether an editor has unsaved changes of the file. */
  isDirty(path: string): boolean;
}

/** Keeps long texts outside memory for as long as the window is open. */
export interface TextStore {
  /** Returns a function that returns the text again; it throws if the text was lost. */
  keep(text: string): () => string;
}

/** Reads the @-mentions of prompts. */
export interface MentionReader {
  /**
   * Returns the present content for the mentions of a prompt. Rejects with the reason for the user; with `isPartial` it
   * leaves out what cannot be read.
   */
  read(
    place: { readonly conversation: ConversationId; readonly folder: string },
    text: string,
    isPartial?: boolean,
  ): Promise<MentionContents>;
}

/** Content of mentions that `claude` does not read on its own, and the paths that it reads. */
export interface MentionContents {
  readonly contents: readonly AttachmentContent[];
  readonly paths: readonly MentionedPath[];
  /** Mentions that were left out because they cannot be read. */
  readonly unread: readonly string[];
}

/** Files with unsaved changes in editors. */
export interface UnsavedFiles {
  /** Returns the user's setting for a folder: the treatment of unsaved files before a prompt is sent. */
  autosave(folder: string): "always" | "ask" | "never";
  /**
   * Keeps an answer as the user's setting where no value of it is in force. Resolves to whether it did; never rejects.
   */
  remember(answer: "always" | "never", folder: string): Promise<boolean>;
  /** Returns paths of the unsaved files that a conversation in `folder` may read. */
  list(folder: string): readonly string[];
  /** Saves files and returns those that could not be saved. Never rejects. */
  save(paths: readonly string[]): Promise<readonly string[]>;
}

/** A part of a saved conversation. */
export interface TranscriptPage {
  /** Oldest first. */
  readonly frames: readonly Frame[];
  readonly hasOlder: boolean;
  /** Number of lines that could not be read, or were not found. */
  readonly damaged: number;
  /** Total cost so far, from which the next process continues; undefined where the transcript does not have it. */
  readonly costUsd?: number;
}

/** The call that a subagent works for. */
export interface AgentCall {
  readonly toolId: string;
  /** Agent id in the result of the call; absent if the call was cut off. */
  readonly agentId?: string;
  /** The prompt of the subagent. */
  readonly task?: string;
}

/** Reads a saved conversation from its end. */
export interface TranscriptReader {
  /**
   * Opens the saved steps of a subagent, which are read from their end; undefined when none are saved. Holds nothing of
   * the reader in memory.
   */
  readonly openAgent: (call: AgentCall) => Promise<Pick<TranscriptReader, "read"> | undefined>;
  /** Follows the file from the end of the newest page. Calls `shortened` when the file was truncated. */
  follow(added: (frames: readonly Frame[]) => void, shortened: () => void): Disposable;
  /**
   * Reads the page before the last one, starting at the beginning of a turn if one is near. Rejects when the file
   * cannot be read.
   */
  read(): Promise<TranscriptPage>;
  /** Returns a reader that continues from the same place, and leaves this one where it is. Not while this one reads. */
  copy(): Pick<TranscriptReader, "copy" | "read">;
}

/** Another program that uses a saved conversation; "maybe" if only its file indicates that. */
export type ExternalUse =
  | { readonly certainty: "certain"; readonly where: "window" | "terminal"; readonly pid: number }
  | { readonly certainty: "maybe" };

/** Finds other programs that use saved conversations. */
export interface SessionRegistry {
  /** Returns undefined when only this window uses the session. May reject with `settingInvalid`. */
  find(session: SavedSession): Promise<ExternalUse | undefined>;
}

/** Opens saved transcripts. */
export interface TranscriptSource {
  /** True if the transcripts are in another place, so that what is shown must stay in memory. */
  readonly isElsewhere?: boolean;
  /**
   * Returns undefined when this session has no transcript. `before`: reads from before this prompt. `through`: reads
   * from this entry.
   */
  open(session: SavedSession, before?: string, through?: string): Promise<TranscriptReader | undefined>;
  /** Returns the newest entry of a conversation; undefined if it has none. Rejects when the file cannot be read. */
  lastEntry(session: SavedSession): Promise<string | undefined>;
  /** Finds the place before a prompt from which a copy can continue. Rejects when the file cannot be read. */
  findCut(session: SavedSession, promptId: string): Promise<CutPlace>;
}

/**
 * The place right before a prompt of a saved conversation: an entry, or the beginning. "compacted": `claude` no longer
 * loads what is before, because it compacted the conversation since. "unknown": no transcript has the prompt, or only
 * in a part that the conversation does not continue.
 */
export type CutPlace = { readonly kind: "entry"; readonly uuid: string } | { readonly kind: "beginning" | CutProblem };

/** The reason why a conversation cannot go back to before a prompt. */
export type CutProblem = "compacted" | "unknown";

/** Reads the checked-out branches of folders. */
export interface Branches {
  /**
   * Returns the branch, or the abbreviated commit; undefined without a repository, or during a rebase. Never rejects.
   */
  read(folder: string): Promise<string | undefined>;
  /** Calls back with a delay after the branch may have changed, until disposed of. */
  watch(folder: string, changed: () => void): Disposable;
}
