import * as z from "zod";
import { apiErrors } from "./apiError.ts";
import type { QueryOptions, SessionOptions } from "./tandem.d.ts";

const isAsyncIterable = (value: unknown): boolean => typeof value === "object" && value !== null && Symbol.asyncIterator in value;
const isSignal = (value: unknown): boolean => typeof value === "object" && value !== null && "aborted" in value && "addEventListener" in value;

const limits = z.strictObject({
  maxTurns: z.int().positive().optional(),
  maxCostUsd: z.number().positive().optional(),
  timeoutMs: z.int().positive().max(0x7fff_ffff).optional(),
});

const sessionOptions = z.strictObject({
  cwd: z.string().optional(),
  model: z
    .string()
    .regex(/^[\w.:/@[\]-]+$/)
    .optional(),
  tools: z.array(z.string().regex(/^[\w-]+$/)).optional(),
  limits: limits.optional(),
});

const queryOptions = sessionOptions.extend({
  prompt: z.union([z.string(), z.custom<AsyncIterable<string>>(isAsyncIterable)]),
  schema: z.custom<object>((value) => (typeof value === "object" && value !== null) || typeof value === "function").optional(),
  signal: z.custom<AbortSignal>(isSignal).optional(),
});

export type ParsedSession = z.infer<typeof sessionOptions>;
export type ParsedQuery = z.infer<typeof queryOptions>;

/** Checks the options of a session. An extension can pass anything. Throws `invalidOptions`. */
export function parseSession(given: SessionOptions): ParsedSession {
  return parse(sessionOptions, given);
}

/** Checks the options of a query. An extension can pass anything. Throws `invalidOptions`. */
export function parseQuery(given: QueryOptions): ParsedQuery {
  return parse(queryOptions, given);
}

function parse<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw apiErrors.invalidOptions(z.prettifyError(parsed.error));
  return parsed.data;
}

/** Returns the messages of a prompt one by one. Throws `invalidOptions` for a message that is no text or is empty. */
export async function* readPrompt(prompt: ParsedQuery["prompt"]): AsyncGenerator<string> {
  for await (const text of typeof prompt === "string" ? [prompt] : prompt) {
    if (typeof text !== "string" || text.trim() === "") throw apiErrors.invalidOptions("a message of the prompt is empty");
    yield text;
  }
}
