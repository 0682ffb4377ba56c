import type { Effective, SettingSource } from "../configuration.ts";
import type { ConversationState } from "../conversationState.ts";
import type { ExtensionTool } from "../ideTools.ts";
import type { ServerState } from "../servers/mcpServers.ts";
import type { ProcessFacts, RecentCall } from "./processFacts.ts";

/** A value in a settings file that has no effect. "scope": the setting is not read from this file. */
export interface IgnoredSetting {
  readonly name: string;
  readonly value: unknown;
  readonly source: SettingSource;
  readonly code: "unknown" | "scope";
}

/** A key of the settings files of `claude`, with the values of all files that have it, the effective one first. */
export interface ClaudeSetting {
  readonly name: string;
  /**
   * `source` as `claude` names it, such as "userSettings". `file`: the settings file, where the user has it on this
   * machine.
   */
  readonly layers: readonly { readonly source: string; readonly value: unknown; readonly file?: string }[];
}

/**
 * True if the user's organization keeps the checkpoints of `claude` off. Since 2.1.332 no other file decides that in a
 * session of a program, and only false counts.
 */
export function areCheckpointsForbidden(settings: readonly ClaudeSetting[]): boolean {
  const layers = settings.find(({ name }) => name === "fileCheckpointingEnabled")?.layers ?? [];
  return layers.some(({ source, value }) => source === "policySettings" && value === false);
}

export interface HookFacts {
  readonly event: string;
  readonly matcher: string;
  /** Command or prompt that the hook runs. */
  readonly text: string;
  /** Source of the hook in words of `claude`. */
  readonly source: string;
}

export interface RuleFacts {
  readonly behavior: string;
  readonly rule: string;
  /** As `claude` names it, such as "projectSettings". */
  readonly source: string;
  readonly isInEffect: boolean;
}

/**
 * A call that ended, with the rules that lead to its outcome: those that match it, and those of which only `claude`
 * knows whether they do.
 */
export interface CallFacts extends RecentCall {
  readonly matching: readonly RuleFacts[];
  readonly possible: readonly RuleFacts[];
}

/** An instruction or memory file that `claude` reads. */
export interface InstructionFile {
  readonly path: string;
  /** Path for the user, relative to the folder where possible. */
  readonly shown: string;
  readonly bytes: number;
}

/** An answer of `claude`: "waiting" until it arrives, "unsupported" where this version, or no process, can answer. */
export type Answer<T> = T | "waiting" | "unsupported";

/** The stored checkpoints of all folders. */
export interface CheckpointStorage {
  readonly bytes: number;
  readonly place: string;
}

/** Everything that the status page shows, as data. */
export interface StatusFacts {
  readonly settings: readonly Effective[];
  readonly ignored: readonly IgnoredSetting[];
  readonly storage: CheckpointStorage | "waiting";
  /** The tools that other extensions offer to models. */
  readonly extensionTools: readonly ExtensionTool[];
  /** Absent where no conversation is open. */
  readonly conversation?: ConversationFacts;
}

export interface ConversationFacts {
  readonly state: ConversationState;
  readonly process: ProcessFacts;
  /** Requests that this version of `claude` lacks, and options that it does not change while it runs, by name. */
  readonly missing: readonly string[];
  /** The newest version of `claude` that was tested, where the running one is newer. */
  readonly newestTested?: string | undefined;
  readonly canSelectStyle: boolean;
  /** Options that the user can choose for the conversation, by name. */
  readonly choosable: readonly string[];
  readonly claudeSettings: Answer<readonly ClaudeSetting[]>;
  readonly hooks: Answer<readonly HookFacts[]>;
  readonly rules: Answer<readonly RuleFacts[]>;
  /** Newest last. */
  readonly calls: readonly CallFacts[];
  readonly servers: Answer<readonly ServerState[]>;
  readonly instructions: readonly InstructionFile[];
}
