import type { RequestNote, ToolImage, ToolState } from "../../../shared/contract/tools.ts";

/** The data of a tool call beyond its row, for its card and for later reducers. */
export interface ToolRecord {
  readonly tool: string;
  readonly thread: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Permission mode in which the call began. */
  readonly mode?: string;
  /** Notes of the request, if `claude` asked for permission. */
  readonly asked?: readonly RequestNote[];
  /** `tool_use_result` from `claude`; its shape depends on the tool, and it is a string on errors. */
  readonly result?: unknown;
  /** The tool result as text. */
  readonly output?: string;
  readonly images?: readonly ToolImage[];
  /** The end of the call's task, with the text from `claude`; with `isReport` the text is the report of a subagent. */
  readonly ended?: { readonly state: ToolState; readonly words: string; readonly isReport: boolean };
}
