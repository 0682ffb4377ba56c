import { readNumber } from "../../base/read.ts";

/** Returns the number of input tokens of a request, which fill the context window. */
export function countInputTokens(usage: unknown): number {
  return (
    (readNumber(usage, "input_tokens") ?? 0) + (readNumber(usage, "cache_creation_input_tokens") ?? 0) + (readNumber(usage, "cache_read_input_tokens") ?? 0)
  );
}
