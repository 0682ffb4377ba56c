/** State of a tool call, in the words that the panel shows. */
export type ToolState = "running" | "waiting for you" | "done" | "failed" | "denied" | "stopped";

export interface PromptItem {
  readonly kind: "prompt";
  /** The uuid minted for the prompt; also its checkpoint key. */
  readonly id: string;
  readonly text: string;
}

/** One block of a reply. */
export interface TextItem {
  readonly kind: "text";
  readonly id: string;
  readonly text: string;
  readonly isStreaming: boolean;
}

export interface ThinkingItem {
  readonly kind: "thinking";
  readonly id: string;
  readonly text: string;
  readonly isStreaming: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs?: number;
}

export interface ToolItem {
  readonly kind: "tool";
  /** The tool-use id. */
  readonly id: string;
  /** The tool's name on the wire, such as "Edit" or "mcp__server__tool". */
  readonly tool: string;
  /** What it acts on: a path, a command, a pattern. One line. */
  readonly subject: string;
  /** The file it acts on, absolute, when there is one. */
  readonly path?: string;
  readonly state: ToolState;
  /** Milliseconds since the epoch; undefined for calls read from a saved transcript. */
  readonly startedAt?: number;
  readonly elapsedMs?: number;
  /** The outcome in a few words: "14 results", "+12 −4", an exit code, the first line of an error. */
  readonly summary?: string;
  /** What was decided when it asked: "allowed", "always allowed", a refusal with its words. */
  readonly decision?: string;
  /** Items in its own thread: a subagent's work. */
  readonly threadSize: number;
}

/** End of a turn. */
export interface TurnItem {
  readonly kind: "turn";
  readonly id: string;
  readonly outcome: "done" | "failed" | "stopped";
  /** What went wrong, in the CLI's words. */
  readonly message?: string;
  readonly durationMs?: number;
  /** US dollars that this turn added. */
  readonly costUsd?: number;
}

export interface NoticeItem {
  readonly kind: "notice";
  readonly id: string;
  readonly level: "info" | "warning" | "error";
  readonly text: string;
}

/** A row of the transcript. */
export type Item = PromptItem | TextItem | ThinkingItem | ToolItem | TurnItem | NoticeItem;

/** A line of a diff: context, added or removed. */
export interface DiffLine {
  readonly sign: " " | "+" | "-";
  readonly text: string;
}

export interface DiffHunk {
  /** 1-based first line, before and after. */
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly DiffLine[];
}

/** What an opened tool card shows beyond its row. Long texts are cut to a bound; the lengths are the real ones. */
export interface ToolDetail {
  readonly id: string;
  /** The input as formatted JSON, or a command as it is. */
  readonly input: string;
  readonly output: string;
  /** Characters of output that were left out. */
  readonly outputOmitted: number;
  readonly hunks: readonly DiffHunk[];
}
