import type { Attachment, Prompt } from "./attachments.ts";
import type { ChangedFile, CommandChanges } from "./changedFiles.ts";
import type { TurnFailure } from "./items.ts";
import type { Mode } from "./modes.ts";
import type { RequestView } from "./requests.ts";
import type { SlashCommand } from "./suggestions.ts";

export interface TaskView {
  readonly id: string;
  readonly text: string;
  readonly state: "pending" | "inProgress" | "completed";
}

/** What goes on in the process beside the turns, and ends with it. */
export interface BackgroundTask {
  /** As the CLI names it. */
  readonly id: string;
  /** A schedule is what the model may end, and nobody else. */
  readonly kind: "command" | "agent" | "schedule" | "other";
  readonly text: string;
  /** The card of the call that began it, and those of the subagents in whose threads it stands, the outermost first. */
  readonly card?: { readonly id: string; readonly agents: readonly string[] };
  /** When it was seen first; milliseconds since the epoch. */
  readonly startedAt?: number;
  /** What an agent is doing, as the CLI names it (2.1.329). */
  readonly doing?: string;
  /** When it ends by itself, in milliseconds since the epoch: a prompt that is scheduled for once. */
  readonly endsAt?: number;
}

/** Who goes on with a conversation that is read here; "maybe" where only its file tells. */
export interface ExternalUseView {
  readonly by: "window" | "terminal" | "maybe";
  readonly pid?: number | undefined;
  /** The user wants to go on here as soon as the other ended. */
  readonly isWaiting: boolean;
}

export interface QueuedPrompt extends Prompt {
  readonly id: string;
  /** It goes only when the user says so: it was refused, or came back from before a restart. */
  readonly isHeld?: boolean | undefined;
  /** What it mentions is still being read: it goes once that is done. */
  readonly isReading?: boolean | undefined;
  /** Something that was to go with it could not be read or made: sent now, it goes without that. */
  readonly isUnread?: boolean | undefined;
  /** The user wants it in the running turn; it is not written yet. */
  readonly isUrgent?: boolean | undefined;
  /** It was written into the running turn, which reads it between two steps; until then it can be taken back. */
  readonly isJoining?: boolean | undefined;
}

/** What is wrong with the value of a setting; `issues` says in what it is not of the kind that the setting takes. */
export type SettingProblem =
  | { readonly code: "notFolder"; readonly path: string }
  | { readonly code: "variableMissing"; readonly variable: string }
  | { readonly code: "modeMissing"; readonly mode: string; readonly version: string }
  | { readonly code: "bypassNotAllowed" }
  | { readonly code: "malformed"; readonly issues: string };

/** Why there is no conversation at the moment, and so what the panel offers. Details are words of the CLI or the system. */
export type Problem =
  | { readonly code: "missing"; readonly searched: readonly string[] }
  | { readonly code: "notStartable"; readonly path: string; readonly reason: string }
  | { readonly code: "notExecutable"; readonly path: string }
  | { readonly code: "startRefused"; readonly reason: string; readonly detail: string }
  | { readonly code: "tooOld"; readonly path: string; readonly version: string; readonly oldest: string }
  | { readonly code: "ended" | "unreadable" | "stopped"; readonly detail: string }
  | { readonly code: "setting"; readonly setting: string; readonly problem: SettingProblem }
  | { readonly code: "forkImpossible"; readonly missing: "conversation" | "message" }
  | { readonly code: "history"; readonly detail: string }
  | { readonly code: "untrusted" | "noFolder" | "tooMany" }
  /** A process goes on with it already: that of a window that is open, of this one, or one that a window left behind which is gone. */
  | { readonly code: "inUse"; readonly pid: number; readonly holder: "otherWindow" | "thisWindow" | "goneWindow" };
export type ProblemCode = Problem["code"];

/** What the CLI is doing beside the reply. */
export type Activity =
  | { readonly code: "compacting" }
  /** `seconds` is how long it waits before that, `endsAt` until when, in milliseconds since the epoch. */
  | { readonly code: "retrying"; readonly attempt: number; readonly most?: number; readonly seconds: number; readonly endsAt?: number; readonly error?: string }
  /** `resetsAt` is seconds since the epoch. */
  | { readonly code: "planLimit"; readonly isReached: boolean; readonly resetsAt?: number };

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly description: string;
}

export interface ModelChoice extends Choice {
  /** How hard it can think, least first; empty where that cannot be chosen. */
  readonly efforts: readonly string[];
  /** It has a fast mode, which costs more. */
  readonly isFast?: boolean;
  /** Its thinking cannot be switched off, whatever is asked for. */
  readonly alwaysThinks?: boolean;
  /** The name of the version that the choice stands for. */
  readonly version?: string;
}

/** What is in force, as the CLI says it. */
export interface ConversationState {
  /** `waiting` is derived: some request is open. One that rests has no process; the next prompt starts one. */
  readonly status: "starting" | "idle" | "working" | "resting" | "ended";
  readonly sessionId?: string;
  readonly title: string;
  /** The working folder, absolute; empty until it is chosen. */
  readonly folder: string;
  readonly cliVersion?: string;
  /** As the CLI reported it last; undefined before it did. */
  readonly model?: string;
  readonly mode?: string;
  /** The mode that was asked for last, until the CLI goes into another by itself: it can refuse one without a word. */
  readonly requestedMode?: string;
  readonly models: readonly ModelChoice[];
  /** How hard the model thinks, as the CLI reported it last; undefined for its default, or before it did. */
  readonly effort?: string;
  /** The user switched thinking off for this conversation. */
  readonly isThinkingOff?: boolean;
  /** The user switched fast mode on for this conversation. */
  readonly isFastRequested?: boolean;
  /** Whether it is in force, as the CLI said last; `reason` is its name of why not. Undefined before it said so. */
  readonly fast?: { readonly state: "on" | "off" | "cooldown"; readonly reason?: string };
  /** The modes that this version of the CLI has. */
  readonly modes: readonly Mode[];
  /** What a prompt can hold as `/name`. */
  readonly commands: readonly SlashCommand[];
  /** The agents that a prompt can mention, by name. */
  readonly agents: readonly string[];
  /** What MCP servers have, as far as the model had it listed: the CLI tells it nobody else (2.1.329). */
  readonly resources?: readonly McpResource[];
  readonly contextTokens: number;
  /** Size of the model's window; undefined until the CLI named it. */
  readonly contextWindow?: number;
  /** US dollars, cumulative for the conversation as the CLI counts it. */
  readonly costUsd: number;
  readonly activity?: Activity;
  /** Time the running turn began; milliseconds since the epoch. */
  readonly turnStartedAt?: number;
  /** When the running turn was heard last, once that is long ago; milliseconds since the epoch. */
  readonly silentSince?: number;
  readonly requests: readonly RequestView[];
  readonly tasks: readonly TaskView[];
  readonly background: readonly BackgroundTask[];
  readonly queue: readonly QueuedPrompt[];
  /** What goes with the prompt in the composer. */
  readonly attachments: readonly Attachment[];
  /** The files that it changed, in the order in which they were changed first. */
  readonly changedFiles: readonly ChangedFile[];
  /** Files that commands changed; none of them is among `changedFiles` at that time. */
  readonly commandChanges?: CommandChanges;
  readonly problem?: Problem;
  /** The reason of the last turn, where that failed; undefined once another one begins. */
  readonly failure?: TurnFailure;
  /** Another program goes on with it: it is only read here. */
  readonly externalUse?: ExternalUseView;
  /** Unsaved files that the user is asked about before the next prompt goes. */
  readonly unsaved?: readonly string[];
  /** The last turn was cut by the end of its process, and nothing was begun since. */
  readonly isInterrupted?: boolean;
  /** What the CLI suggests to send next. */
  readonly suggestion?: string;
}

/** What an MCP server has to be read. */
export interface McpResource {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
}

/** Some of the state; null clears a field, since JSON, which messages travel as, drops undefined. */
export type StatePatch = { readonly [K in keyof ConversationState]?: ConversationState[K] | null };

/** A conversation that nothing was said in. */
export function createEmptyState(folder = ""): ConversationState {
  return {
    status: "starting",
    title: "",
    folder,
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

/** `state` with what the patch sets, and without what it clears. */
export function patchState(state: ConversationState, patch: StatePatch): ConversationState {
  const merged: Record<string, unknown> = { ...state, ...patch };
  for (const key of Object.keys(patch)) if (merged[key] === null) delete merged[key];
  return merged as unknown as ConversationState;
}

/** The model in force among those that can be chosen; the default one where it is none of them. */
function findCurrentModel(state: ConversationState): ModelChoice | undefined {
  return findKnownModel(state) ?? state.models.find(({ value }) => value === "default");
}

function findKnownModel({ models, model = "default" }: ConversationState): ModelChoice | undefined {
  return models.find(({ value, version }) => value === model || version === model);
}

/** The model that a word means: one that can be chosen, or a whole name as the model's API has them. Undefined where it means none. */
export function findModel({ models }: Pick<ConversationState, "models">, word: string): string | undefined {
  const wanted = word.toLowerCase();
  const found = models.find(({ value, label, version }) => [value, label, version].some((name) => name?.toLowerCase() === wanted));
  return found?.value ?? (/^[\w.:/@-]*\w-\d[\w.:/@[\]-]*$/.test(word) ? word : undefined);
}

/** How hard the model in force can think, least first; empty where that cannot be chosen. */
export function getEfforts(state: ConversationState): readonly string[] {
  return findCurrentModel(state)?.efforts ?? [];
}

/** Whether the model in force thinks; "always" where that cannot be switched off. */
export type Thinking = "on" | "off" | "always";

export function getThinking(state: ConversationState): Thinking {
  if (findKnownModel(state)?.alwaysThinks) return "always";
  return state.isThinkingOff ? "off" : "on";
}

/** Whether fast mode can be switched: the model in force has one, or it was switched on before. */
export function hasFastMode(state: ConversationState): boolean {
  return findCurrentModel(state)?.isFast === true || state.isFastRequested === true;
}
