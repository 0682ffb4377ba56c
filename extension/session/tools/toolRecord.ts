import type { ToolImage, ToolState } from "../../contract/tools.ts";

/** What is kept of a tool call beyond its row, for its card and for later reducers. */
export interface ToolRecord {
  readonly tool: string;
  readonly thread: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** `tool_use_result` of the CLI; its shape is per tool, and a string on errors. */
  readonly result?: unknown;
  /** The tool result as text. */
  readonly output?: string;
  readonly images?: readonly ToolImage[];
  /** How the task of the call ended, in the CLI's words: those of a subagent's report, where it says so. */
  readonly ended?: { readonly state: ToolState; readonly words: string; readonly isReport: boolean };
}
