import * as z from "zod";
import { hookEvents } from "../protocol/requests/hookEvents.ts";
import { apiErrors } from "./apiError.ts";
import { type ParsedMessage, parseMessage } from "./message.ts";
import type {
  CustomTool,
  HookDefinition,
  McpServers,
  Message,
  PermissionCallback,
  QueryOptions,
  Relay,
  SessionOptions,
  Spawner,
} from "./tandem.d.ts";

const isIterable = (value: unknown): boolean =>
  typeof value === "object" && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value);
const isSignal = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "aborted" in value && "addEventListener" in value;

const limits = z.strictObject({
  maxTurns: z.int().positive().optional(),
  maxCostUsd: z.number().positive().optional(),
  timeoutMs: z.int().positive().max(0x7fff_ffff).optional(),
});

const isFunction = (value: unknown): boolean => typeof value === "function";
const schema = z.custom<object>((value) => (typeof value === "object" && value !== null) || isFunction(value));
const name = z.string().regex(/^[\w-]{1,64}$/);

const customTool = z.object({
  name,
  description: z.string(),
  input: schema,
  run: z.custom<CustomTool["run"]>(isFunction),
});

const hook = z.strictObject({
  event: z.enum(hookEvents),
  matcher: z.string().optional(),
  timeoutMs: z.int().positive().max(600_000).optional(),
  isGate: z.boolean().optional(),
  run: z.custom<HookDefinition["run"]>(isFunction),
});

/** A text in which `claude` replaces no variable. */
const plain = z.string().refine((text) => !text.includes("${"), "it contains a placeholder");
const plainTexts = z.record(plain, plain).optional();

const mcpServers = z.record(
  z.string().regex(/^\w[\w-]{0,31}$/),
  z.union([
    z.strictObject({
      type: z.literal("stdio").optional(),
      command: plain.min(1),
      args: z.array(plain).optional(),
      env: plainTexts,
    }),
    z.strictObject({ type: z.enum(["http", "sse"]), url: plain.regex(/^https?:\/\//), headers: plainTexts }),
  ]),
);

const sessionOptions = z.strictObject({
  cwd: z.string().optional(),
  isolation: z.enum(["none", "copy"]).optional(),
  model: z
    .string()
    .regex(/^[\w.:/@[\]-]+$/)
    .optional(),
  tools: z.array(name).optional(),
  limits: limits.optional(),
  customTools: z
    .array(customTool)
    .refine((tools) => new Set(tools.map((tool) => tool.name)).size === tools.length, "two tools have the same name")
    .optional(),
  mcpServers: mcpServers.optional(),
  hooks: z.array(hook).optional(),
  permission: z.custom<PermissionCallback>(isFunction).optional(),
  spawn: z.custom<Spawner>(isFunction).optional(),
  relay: z
    .strictObject({
      url: z.string().regex(/^wss?:\/\//),
      connect: z.custom<NonNullable<Relay["connect"]>>(isFunction).optional(),
    })
    .optional(),
  runtime: z.enum(["node", "bun", "deno"]).optional(),
  runtimeArgs: z.array(z.string()).optional(),
  stderr: z.custom<(text: string) => void>(isFunction).optional(),
});

const queryOptions = sessionOptions.extend({
  prompt: z.custom<QueryOptions["prompt"]>(
    (value) => typeof value === "string" || (typeof value === "object" && value !== null),
  ),
  schema: schema.optional(),
  signal: z.custom<AbortSignal>(isSignal).optional(),
});

export type ParsedSession = z.infer<typeof sessionOptions>;
export type ParsedServers = z.infer<typeof mcpServers>;
export type ParsedQuery = z.infer<typeof queryOptions>;

/** Checks the options of a session. An extension can pass anything. Throws `invalidOptions`. */
export function parseSession(given: SessionOptions): ParsedSession {
  return withOnePlace(parse(sessionOptions, given));
}

/** Checks the options of a query. An extension can pass anything. Throws `invalidOptions`. */
export function parseQuery(given: QueryOptions): ParsedQuery {
  return withOnePlace(parse(queryOptions, given));
}

function withOnePlace<T extends ParsedSession>(options: T): T {
  const { spawn, relay, runtime, runtimeArgs } = options;
  if ([spawn, relay, runtime ?? runtimeArgs].filter((each) => each !== undefined).length > 1)
    throw apiErrors.invalidOptions("spawn, relay and runtime exclude each other");
  return options;
}

/** Checks MCP servers. An extension can pass anything. Throws `invalidOptions`. */
export function parseServers(given: McpServers): ParsedServers {
  return parse(mcpServers, given);
}

function parse<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw apiErrors.invalidOptions(z.prettifyError(parsed.error));
  return parsed.data;
}

/** Returns the messages of a prompt one by one. Throws `invalidOptions` for one that is none, or empty. */
export async function* readQueryPrompt(prompt: QueryOptions["prompt"]): AsyncGenerator<ParsedMessage> {
  if (!isIterable(prompt)) return yield parseMessage(prompt);
  for await (const each of prompt as AsyncIterable<Message> | Iterable<Message>) yield parseMessage(each);
}
