import { readNumber, readString } from "../../../shared/base/read.ts";

/** Returns the number of input tokens of a request, which fill the context window. */
export function countInputTokens(usage: unknown): number {
  return (
    (readNumber(usage, "input_tokens") ?? 0) +
    (readNumber(usage, "cache_creation_input_tokens") ?? 0) +
    (readNumber(usage, "cache_read_input_tokens") ?? 0)
  );
}

/** Returns the time of a frame in milliseconds since the epoch: `now`, or the timestamp in a saved transcript. */
export function getFrameTime(frame: object, now: number | undefined): { readonly at?: number } {
  const at = now ?? Date.parse(readString(frame, "timestamp") ?? "");
  return Number.isNaN(at) ? {} : { at };
}

const calls: ReadonlySet<string> = new Set(["tool_use", "server_tool_use", "mcp_tool_use"]);

/**
 * Returns true for a block that calls a tool: one that `claude` runs, or one that the provider runs beside the model
 * (recorded in `server-tools`).
 */
export function isCall(type: string | undefined): boolean {
  return type !== undefined && calls.has(type);
}
