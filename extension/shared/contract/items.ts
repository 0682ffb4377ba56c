import type { Prompt } from "./composer/attachments.ts";
import type { NoticeItem } from "./notices.ts";
import type { LimitMeter } from "./requests/guards.ts";
import type { DecisionRecord } from "./requests/requests.ts";
import type { ToolKind, ToolState, ToolSummary } from "./tools.ts";
import type { LimitReport, TurnUsage } from "./usage.ts";

export interface PromptItem extends Prompt {
  readonly kind: "prompt";
  /** The uuid minted for the prompt; also its checkpoint key. */
  readonly id: string;
  /** Time when the prompt was sent, in milliseconds since the epoch. */
  readonly at?: number;
  /** The prompt ran a command in `claude` without a request to a model; set only for a saved prompt. */
  readonly isLocal?: true;
  /** Text that programs put around the prompt: the open file, a selection. Set only for a saved prompt. */
  readonly context?: readonly string[];
}

/** One block of a reply. */
export interface TextItem {
  readonly kind: "text";
  readonly id: string;
  readonly text: string;
  readonly isStreaming: boolean;
  /** Start of the block, in milliseconds since the epoch. */
  readonly at?: number;
  /** Written by `claude` itself, not by a model; line breaks are significant. */
  readonly isFromCli?: true;
  /** The card of the failed turn that follows contains this text. */
  readonly isInCard?: true;
  /** Code of the error that this text reports, such as "rate_limit" (all versions). */
  readonly error?: string;
}

export interface ThinkingItem {
  readonly kind: "thinking";
  readonly id: string;
  readonly text: string;
  readonly isStreaming: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs?: number;
  /** Number of tokens as `claude` estimates it while the block streams (2.1.329). */
  readonly tokens?: number;
}

export interface ToolItem {
  readonly kind: "tool";
  /** The tool-use id. */
  readonly id: string;
  /** Name of the tool, such as "Edit" or "mcp__server__tool"; a former name is replaced by the current one. */
  readonly tool: string;
  readonly toolKind: ToolKind;
  /**
   * Kind that the call counts as in a run of read-only calls, if `toolKind` alone does not tell: a command that
   * searches, a Write of the plan's file.
   */
  readonly countsAs?: ToolKind;
  /** Object of the call: a path, a command, a pattern. One line. */
  readonly subject: string;
  /** Absolute path of the file that the call acts on, if any. */
  readonly path?: string;
  /** First line of that file that the call acts on, 1-based. */
  readonly line?: number;
  readonly state: ToolState;
  /** The model still writes the input. */
  readonly isStreaming?: true;
  /**
   * Time at which the call began to run, in milliseconds since the epoch; undefined before, and if a saved transcript
   * has no time.
   */
  readonly startedAt?: number;
  /** Time for which the call ran; undefined while it does, and if it never did. */
  readonly elapsedMs?: number;
  readonly summary?: ToolSummary;
  readonly decided?: DecisionRecord;
  /** Number of items in the call's own thread, which holds a subagent's work. */
  readonly threadSize: number;
  readonly agent?: AgentRun;
  /** The call runs in the background and outlives its result; `state` tracks it. */
  readonly isBackground?: true;
  /** Id of the task that runs a command; its output can be requested by it (2.1.329). */
  readonly taskId?: string;
  /** Text that the call is about to write or run, while its input still streams. */
  readonly inputText?: string;
  /** Text that `inputText` replaces. */
  readonly replacedText?: string;
  /** Summary by `claude` of these calls, of which this is the last. */
  readonly runSummary?: { readonly text: string; readonly calls: readonly string[] };
}

/** Ids of the rows around a subagent's steps, by its call: its task and its report. */
export const agentRows = {
  task: (call: string) => `task:${call}`,
  report: (call: string) => `report:${call}`,
} as const;

/** Returns true if a step of a subagent is its report. */
export function isReport(step: Item | undefined, report: string | undefined): boolean {
  return report !== undefined && step?.kind === "text" && step.text.trim() === report.trim();
}

/** Progress of a subagent, as `claude` counts it (2.1.329). */
export interface AgentRun {
  /** Task id with which the subagent can be stopped. */
  readonly taskId: string;
  readonly tokens?: number;
}

/** Reason why a turn failed. */
export const turnFailures = [
  "signIn",
  "account",
  "billing",
  "overloaded",
  "planLimit",
  "rateLimit",
  "server",
  "network",
  "tooLong",
  "outputLimit",
  "turnLimit",
  "budget",
  "structuredOutput",
  "refused",
  "modelMissing",
  "image",
  "malformedCall",
  "other",
] as const;
export type TurnFailure = (typeof turnFailures)[number];

/** A tool call of a turn that was denied, and by what. */
export interface DeniedCall {
  readonly id: string;
  readonly tool: string;
  readonly subject: string;
  /** Undefined if `claude` gave no reason and no decision was made here. */
  readonly decided?: DecisionRecord;
}

/** End of a turn. */
export interface TurnItem {
  readonly kind: "turn";
  readonly id: string;
  readonly outcome: "done" | "failed" | "stopped";
  /** Set only for a failed turn. */
  readonly failure?: TurnFailure;
  /** Error message in the words of `claude`. */
  readonly message?: string;
  /** Time of the turn without that in which it waited for the user. */
  readonly durationMs?: number;
  /** Time for which the turn waited for the user; absent for less than a second. */
  readonly waitedMs?: number;
  /** Cost of this turn in US dollars. */
  readonly costUsd?: number;
  /** Input tokens of the turn's requests, including cached ones, and tokens that the model wrote. */
  readonly tokens?: { readonly input: number; readonly output: number };
  readonly usage?: TurnUsage;
  /** Denied calls in their order; absent if none was denied. */
  readonly denials?: readonly DeniedCall[];
  /** Limits of the turn that the user set, and what it used of them. */
  readonly limits?: readonly LimitMeter[];
  /** The plan limit that ended the turn. */
  readonly limit?: LimitReport;
  /** Answer in the form of a schema, as JSON. */
  readonly structuredOutput?: string;
  /** A hook ended the turn before the model was done. */
  readonly isEndedByHook?: true;
}

/** A row of the transcript. */
export type Item = PromptItem | TextItem | ThinkingItem | ToolItem | TurnItem | NoticeItem;

/**
 * Returns `item` with `text` appended, to the input for a tool call. Returns the item itself if its kind does not grow.
 */
export function appendText(item: Item, text: string): Item {
  if (item.kind === "tool") return { ...item, inputText: (item.inputText ?? "") + text };
  return item.kind === "text" || item.kind === "thinking" ? { ...item, text: item.text + text } : item;
}
