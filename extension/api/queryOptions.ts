import * as z from "zod";
import { apiErrors } from "./apiError.ts";
import type { QueryOptions } from "./tandem.d.ts";

const isAsyncIterable = (value: unknown): boolean => typeof value === "object" && value !== null && Symbol.asyncIterator in value;
const isSignal = (value: unknown): boolean => typeof value === "object" && value !== null && "aborted" in value && "addEventListener" in value;

const limits = z.strictObject({
  maxTurns: z.int().positive().optional(),
  maxCostUsd: z.number().positive().optional(),
  timeoutMs: z.int().positive().max(0x7fff_ffff).optional(),
});

const queryOptions = z.strictObject({
  prompt: z.union([z.string(), z.custom<AsyncIterable<string>>(isAsyncIterable)]),
  cwd: z.string().optional(),
  model: z
    .string()
    .regex(/^[\w.:/@[\]-]+$/)
    .optional(),
  tools: z.array(z.string().regex(/^[\w-]+$/)).optional(),
  limits: limits.optional(),
  signal: z.custom<AbortSignal>(isSignal).optional(),
});

export type ParsedOptions = z.infer<typeof queryOptions>;

/** Checks the options of an extension, which can be anything. Throws `invalidOptions`. */
export function parseOptions(given: QueryOptions): ParsedOptions {
  const parsed = queryOptions.safeParse(given);
  if (!parsed.success) throw apiErrors.invalidOptions(z.prettifyError(parsed.error));
  return parsed.data;
}

/** Returns the messages of a prompt one by one. Throws `invalidOptions` for a message that is no text or is empty. */
export async function* readPrompt(prompt: ParsedOptions["prompt"]): AsyncGenerator<string> {
  for await (const text of typeof prompt === "string" ? [prompt] : prompt) {
    if (typeof text !== "string" || text.trim() === "") throw apiErrors.invalidOptions("a message of the prompt is empty");
    yield text;
  }
}
