import type { Prompt } from "./attachments.ts";
import type { DecisionRecord } from "./requests.ts";
import type { ToolKind, ToolState, ToolSummary } from "./tools.ts";

export interface PromptItem extends Prompt {
  readonly kind: "prompt";
  /** The uuid minted for the prompt; also its checkpoint key. */
  readonly id: string;
  /** When it was sent; milliseconds since the epoch. */
  readonly at?: number;
  /** It ran a command in the CLI, which asked no model; known of a saved one. */
  readonly isLocal?: true;
}

/** One block of a reply. */
export interface TextItem {
  readonly kind: "text";
  readonly id: string;
  readonly text: string;
  readonly isStreaming: boolean;
  /** When it began; milliseconds since the epoch. */
  readonly at?: number;
  /** The CLI wrote it, not a model: each of its lines is one. */
  readonly isFromCli?: true;
  /** It stands in the card of the failed turn behind it. */
  readonly isInCard?: true;
}

export interface ThinkingItem {
  readonly kind: "thinking";
  readonly id: string;
  readonly text: string;
  readonly isStreaming: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs?: number;
  /** As the CLI estimates it while it streams (2.1.329). */
  readonly tokens?: number;
}

export interface ToolItem {
  readonly kind: "tool";
  /** The tool-use id. */
  readonly id: string;
  /** The tool's name, such as "Edit" or "mcp__server__tool"; a former name is given as it is now. */
  readonly tool: string;
  readonly toolKind: ToolKind;
  /** As what it counts in a run of calls that only look at something, where its kind alone does not tell: a command that searches. */
  readonly countsAs?: ToolKind;
  /** What it acts on: a path, a command, a pattern. One line. */
  readonly subject: string;
  /** The file it acts on, absolute, when there is one. */
  readonly path?: string;
  /** The line of that file that it begins at, from 1. */
  readonly line?: number;
  readonly state: ToolState;
  /** Milliseconds since the epoch; undefined where a saved transcript names no time. */
  readonly startedAt?: number;
  readonly elapsedMs?: number;
  readonly summary?: ToolSummary;
  readonly decided?: DecisionRecord;
  /** Items in its own thread: a subagent's work. */
  readonly threadSize: number;
  readonly agent?: AgentRun;
  /** It goes on beside the turns, also after its result: its state tells that. */
  readonly isBackground?: true;
  /** The task that a command runs as, by which its output can be asked for (2.1.329). */
  readonly taskId?: string;
  /** What it is about to write or run, while its input is still written. */
  readonly inputText?: string;
  /** What that will take the place of. */
  readonly replacedText?: string;
  /** What these calls, of which this is the last, did, in the CLI's own words. */
  readonly runSummary?: { readonly text: string; readonly calls: readonly string[] };
}

/** Names of the rows around a subagent's steps, by its call: what it was told, and what it reported. */
export const agentRows = { task: (call: string) => `task:${call}`, report: (call: string) => `report:${call}` } as const;

/** Whether a step of a subagent is its report. */
export function isReport(step: Item | undefined, report: string | undefined): boolean {
  return report !== undefined && step?.kind === "text" && step.text.trim() === report.trim();
}

/** How far a subagent is, as the CLI counts (2.1.329). */
export interface AgentRun {
  /** By which it can be stopped. */
  readonly taskId: string;
  readonly tokens?: number;
}

/** Reasons of a failed turn. */
export type TurnFailure = "signIn" | "overloaded" | "planLimit" | "rateLimit" | "server" | "network" | "tooLong" | "turnLimit" | "budget" | "other";

/** End of a turn. */
export interface TurnItem {
  readonly kind: "turn";
  readonly id: string;
  readonly outcome: "done" | "failed" | "stopped";
  /** Only of a turn that failed. */
  readonly failure?: TurnFailure;
  /** What went wrong, in the CLI's words. */
  readonly message?: string;
  readonly durationMs?: number;
  /** US dollars that this turn added. */
  readonly costUsd?: number;
  /** Tokens that its requests held, those from the cache too, and tokens that the model wrote. */
  readonly tokens?: { readonly input: number; readonly output: number };
}

/** What the user tried that did not work. */
export type Attempt = "stop" | "stopTask" | "rename" | "setMode" | "setModel" | "setEffort" | "setThinking" | "setFast";

/** Something that happened beside the conversation; `text` and its siblings are words of the CLI or of a server. */
export type Notice =
  | { readonly code: "text"; readonly text: string }
  | { readonly code: "compacted"; readonly before?: number; readonly after?: number; readonly isAutomatic?: boolean }
  | { readonly code: "memoryRead"; readonly paths: readonly string[] }
  | { readonly code: "memorySaved"; readonly paths: readonly string[] }
  | { readonly code: "scheduled"; readonly text: string }
  | { readonly code: "goal"; readonly goal: string }
  | { readonly code: "workerEnds"; readonly reason: string }
  | { readonly code: "compactingFailed"; readonly reason?: string }
  | { readonly code: "hookFailed" | "hookSaid"; readonly hook: string; readonly output: string }
  | { readonly code: "modelChanged"; readonly from?: string; readonly to?: string }
  | { readonly code: "modelRefused" | "unanswered" | "agentsEnded" | "turnPreempted" }
  | { readonly code: "startedAfresh" | "resumedAsCopy" | "nothingSaved" | "shortened" | "stateDamaged" }
  | { readonly code: "instructionsLong"; readonly characters: number; readonly limit: number }
  | { readonly code: "writesLost"; readonly lost: readonly string[] }
  | { readonly code: "pluginFailed"; readonly plugin: string; readonly error: string }
  /** `kept` names both texts, to be compared. */
  | { readonly code: "notAsAccepted" | "keptVersion"; readonly subject: string; readonly kept: string }
  /** What an editor holds of a file that `claude` wrote; `shown` is its path for people. */
  | {
      readonly code: "bufferBehind" | "bufferUnmergeable" | "bufferStale" | "bufferMerged" | "bufferConflicts";
      readonly path: string;
      readonly shown: string;
    }
  /** Names of branches, or the beginnings of commits. */
  | { readonly code: "branchChanged"; readonly from: string; readonly to: string }
  | { readonly code: "notSaved"; readonly files: readonly string[] }
  | { readonly code: "attachmentsLost"; readonly names: readonly string[] }
  | { readonly code: "mentionFailed" | "promptNotPrepared"; readonly reason: string }
  | { readonly code: "mentionsLeftOut"; readonly mentions: readonly string[] }
  | { readonly code: "selectionChanged"; readonly path: string }
  | { readonly code: "damaged"; readonly lines: number }
  | { readonly code: "lineLost"; readonly reason: string }
  | { readonly code: "notRunning"; readonly attempt: Attempt }
  | { readonly code: "failed"; readonly attempt: Attempt; readonly reason: string }
  /** A command in the background ended; `output` is the file that the CLI wrote its output to. */
  | { readonly code: "taskEnded"; readonly task: string; readonly state: "done" | "failed" | "stopped"; readonly exitCode?: number; readonly output?: string }
  /** `files`: how many went back; undefined where only the conversation did. */
  | { readonly code: "rewound"; readonly files?: number; readonly isCut: boolean; readonly prompt: string };

export type NoticeLevel = "info" | "warning" | "error";

export interface NoticeItem {
  readonly kind: "notice";
  readonly id: string;
  readonly level: NoticeLevel;
  readonly notice: Notice;
}

/** A row of the transcript. */
export type Item = PromptItem | TextItem | ThinkingItem | ToolItem | TurnItem | NoticeItem;

/** `item` with `text` at its end, of a call at the end of its input; itself when it is not of a kind that grows. */
export function appendText(item: Item, text: string): Item {
  if (item.kind === "tool") return { ...item, inputText: (item.inputText ?? "") + text };
  return item.kind === "text" || item.kind === "thinking" ? { ...item, text: item.text + text } : item;
}
