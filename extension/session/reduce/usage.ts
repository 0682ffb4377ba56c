import { readNumber } from "../../base/read.ts";

/** Tokens of a request's input side: what fills the context window. */
export function countInputTokens(usage: unknown): number {
  return (
    (readNumber(usage, "input_tokens") ?? 0) + (readNumber(usage, "cache_creation_input_tokens") ?? 0) + (readNumber(usage, "cache_read_input_tokens") ?? 0)
  );
}
