import { numberAt } from "../../base/read.ts";

/** Tokens of a request's input side: what fills the context window. */
export function inputTokens(usage: unknown): number {
  return (numberAt(usage, "input_tokens") ?? 0) + (numberAt(usage, "cache_creation_input_tokens") ?? 0) + (numberAt(usage, "cache_read_input_tokens") ?? 0);
}
