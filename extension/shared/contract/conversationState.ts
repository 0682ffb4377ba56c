import type { ChangedFile, CommandChanges } from "./changes/changedFiles.ts";
import type { IsolationView } from "./changes/isolation.ts";
import type { Attachment, Prompt } from "./composer/attachments.ts";
import type { SlashCommand } from "./composer/suggestions.ts";
import type { Effective } from "./configuration.ts";
import type { TurnFailure } from "./items.ts";
import type { Mode } from "./modes.ts";
import type { Problem } from "./problem.ts";
import type { RepositoryReview } from "./repository.ts";
import type { LimitMeter } from "./requests/guards.ts";
import type { RequestView } from "./requests/requests.ts";
import type { ServerState } from "./servers/mcpServers.ts";
import type { BackgroundTask, TaskView } from "./tasks.ts";
import type { LimitReport } from "./usage.ts";

/**
 * The reason why a conversation is read-only here: a program continues it ("maybe" if only the transcript file
 * indicates it), or it shows a recorded trace.
 */
export interface ExternalUseView {
  readonly by: "window" | "terminal" | "maybe" | "trace";
  readonly pid?: number | undefined;
  /** The user wants to continue here as soon as the other program ends. */
  readonly isWaiting: boolean;
  /** Name of the trace, and how many of its entries are shown; set for a trace. */
  readonly trace?: { readonly name: string; readonly shown: number; readonly total: number };
}

export interface QueuedPrompt extends Prompt {
  readonly id: string;
  /** The prompt is sent only when the user asks for it: it was refused, or was restored after a restart. */
  readonly isHeld?: boolean | undefined;
  /** Its mentions are still being read; the prompt is sent when that is done. */
  readonly isReading?: boolean | undefined;
  /**
   * Name of the participant that could not prepare the prompt, such as "mentions"; if sent now, the prompt is sent
   * without what it would add.
   */
  readonly unpreparedBy?: string | undefined;
  /** The user wants to send the prompt into the running turn; it is not written yet. */
  readonly isUrgent?: boolean | undefined;
  /** The prompt was written into the running turn, which reads it between two steps; until then it can be withdrawn. */
  readonly isJoining?: boolean | undefined;
}

/**
 * Returns whether there is something to stop: a turn, or a message that waits for a start, also for one that has not
 * begun.
 */
export function canStop({ status, queue }: Pick<ConversationState, "status" | "queue">): boolean {
  return (
    status === "working" || ((status === "starting" || status === "resting") && queue.some(({ isHeld }) => !isHeld))
  );
}

/** Activity of `claude` in addition to the reply. */
export type Activity =
  | { readonly code: "compacting" }
  /** `seconds` is the delay before the retry; `endsAt` is its end in milliseconds since the epoch. */
  | {
      readonly code: "retrying";
      readonly attempt: number;
      readonly most?: number;
      readonly seconds: number;
      readonly endsAt?: number;
      readonly error?: string;
    }
  | ({ readonly code: "planLimit"; readonly isReached: boolean } & LimitReport)
  /**
   * A command of the user's settings renews the login with the model's provider; `line` is the last line of its output.
   */
  | { readonly code: "renewingLogin"; readonly line?: string };

export interface ModelChoice {
  readonly value: string;
  readonly label: string;
  readonly description: string;
  /** Effort levels of the model, lowest first; empty if it has none. */
  readonly efforts: readonly string[];
  /** The model has a fast mode, which costs more. */
  readonly isFast?: boolean;
  /** The model's thinking cannot be switched off. */
  readonly alwaysThinks?: boolean;
  /** Name of the model version that the choice resolves to. */
  readonly version?: string;
}

/** An extension of the editor: its id, as in "publisher.name", and the name that the editor shows. */
export interface ExtensionName {
  readonly id: string;
  readonly name: string;
}

/** Values of options as `claude` reports them, by option; each absent before its first report. */
export interface ReportedValues {
  /** A name of the mode: a version can have several for one, see `parseMode`. */
  readonly permissionMode?: string | undefined;
  /** A choice among the models, or a model's full name. */
  readonly model?: string | undefined;
  /** Also absent for the default level. */
  readonly effort?: string | undefined;
  /** `reason` is the code for why fast mode is off. */
  readonly fastMode?: { readonly state: "on" | "off" | "cooldown"; readonly reason?: string } | undefined;
}

type Reports = Pick<ConversationState, "reported">;

/** Everything about a conversation besides its messages. */
export interface ConversationState {
  /** `waiting` is derived from open requests. `resting` means that there is no process; the next prompt starts one. */
  readonly status: "starting" | "idle" | "working" | "resting" | "ended";
  readonly sessionId?: string;
  readonly title: string;
  /** The session that has the title, if the user gave it. Another one continues the conversation after a rewind. */
  readonly titledSession?: string;
  /** Absolute path of the working folder; empty until it is chosen. */
  readonly folder: string;
  /** Isolation of the folder from the workspace, if there is one. */
  readonly isolation?: IsolationView;
  /** Name of the profile, which determines account and executable; empty for none, undefined until it is chosen. */
  readonly profile?: string;
  readonly cliVersion?: string;
  /**
   * `claude` has a login, a key or a cloud provider, as it reported at its start; undefined before the first report.
   */
  readonly isLoggedIn?: boolean;
  /**
   * The extension that started the conversation through the API; absent if the user did. Id and name are external text.
   */
  readonly startedBy?: ExtensionName;
  /** Values of options in force, as `claude` reported them last. */
  readonly reported: ReportedValues;
  readonly models: readonly ModelChoice[];
  /** The options that can be chosen for one conversation, with their values and sources, by name. */
  readonly settings: Readonly<Record<string, Effective>>;
  /** Options whose new values apply with the next start of the process. */
  readonly needsRestart?: readonly string[];
  /** The process restarts as soon as the running turn ends, and takes no further prompt before that. */
  readonly isRestartPlanned?: boolean;
  /** Commands of the running process are started in a sandbox. */
  readonly isSandboxed?: boolean;
  /** The modes that this CLI version has. */
  readonly modes: readonly Mode[];
  /** Commands that a prompt can contain as `/name`. */
  readonly commands: readonly SlashCommand[];
  /** Names of the agents that a prompt can mention. */
  readonly agents: readonly string[];
  /** MCP servers of the running process, or of the last one; undefined before the first report. */
  readonly servers?: readonly ServerState[];
  /**
   * Resources of MCP servers, as far as they were listed for the model: `claude` reports them nowhere else (2.1.329).
   */
  readonly resources?: readonly McpResource[];
  readonly contextTokens: number;
  /** Size of the model's context window; undefined until `claude` reports it. */
  readonly contextWindow?: number;
  /** Cumulative cost of the conversation in US dollars, as `claude` counts it. */
  readonly costUsd: number;
  /** The part of `costUsd` that was paid for turns which rewinds removed. */
  readonly rewoundCostUsd?: number;
  /**
   * New tokens of the conversation so far, as far as they were counted here: input without cache reads, plus output.
   */
  readonly newTokens?: number;
  /** Limits in effect and what is used of them; absent without limits, and while nothing runs. */
  readonly limits?: readonly LimitMeter[];
  readonly activity?: Activity;
  /** Start of the running turn, in milliseconds since the epoch. */
  readonly turnStartedAt?: number;
  /** Time for which the running turn waited for the user before the present wait, in milliseconds. */
  readonly waitedMs?: number;
  /** Begin of the present wait for the user, in milliseconds since the epoch. */
  readonly waitingSince?: number;
  /**
   * Time of the last sign of activity in the running turn, in milliseconds since the epoch; set only when that is long
   * ago.
   */
  readonly silentSince?: number;
  readonly requests: readonly RequestView[];
  readonly tasks: readonly TaskView[];
  readonly background: readonly BackgroundTask[];
  readonly queue: readonly QueuedPrompt[];
  /** Attachments of the draft in the composer. */
  readonly attachments: readonly Attachment[];
  /** Files that the conversation changed, in the order of their first change. */
  readonly changedFiles: readonly ChangedFile[];
  /** Files that commands changed; disjoint from `changedFiles` at that time. */
  readonly commandChanges?: CommandChanges;
  readonly problem?: Problem;
  /**
   * Configuration of the repository, while its card is shown: before the first start, or because the user asked for it.
   */
  readonly repository?: RepositoryReview;
  /** Reason why the last turn failed; undefined once the next turn begins. */
  readonly failure?: TurnFailure;
  /** Another program continues the conversation, so it is read-only here. */
  readonly externalUse?: ExternalUseView;
  /** The lines between Tandem and `claude` are recorded to a file. */
  readonly isRecording?: boolean;
  /** Unsaved files that the user must decide about before the next prompt is sent. */
  readonly unsaved?: readonly string[];
  /** The end of the process interrupted the last turn, and no turn was started since. */
  readonly isInterrupted?: boolean;
  /** The next prompt that `claude` suggests. */
  readonly suggestion?: string;
}

/** A readable resource of an MCP server. */
export interface McpResource {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
}

/** A partial state. Null clears a field, because messages travel as JSON, which drops undefined. */
export type StatePatch = { readonly [K in keyof ConversationState]?: ConversationState[K] | null };

/** Returns a patch that adds reports to those before; undefined takes one back. */
export function addReported({ reported }: Reports, added: ReportedValues): Reports {
  return { reported: { ...reported, ...added } };
}

/** Returns the state of a conversation without messages. */
export function createEmptyState(folder = ""): ConversationState {
  return {
    status: "starting",
    title: "",
    folder,
    reported: {},
    settings: {},
    models: [],
    modes: [],
    commands: [],
    agents: [],
    contextTokens: 0,
    costUsd: 0,
    requests: [],
    tasks: [],
    background: [],
    queue: [],
    attachments: [],
    changedFiles: [],
  };
}

/** Returns `state` with the fields of the patch; null removes a field. */
export function patchState(state: ConversationState, patch: StatePatch): ConversationState {
  const merged: Record<string, unknown> = { ...state };
  for (const key in patch) {
    const value = patch[key as keyof StatePatch];
    if (value === null) delete merged[key];
    else merged[key] = value;
  }
  return merged as unknown as ConversationState;
}
