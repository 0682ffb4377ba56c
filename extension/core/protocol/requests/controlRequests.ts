import * as z from "zod";
import { modelUsage } from "../frames/frames.ts";
import { lenient, lenientBoolean, lenientNumber, lenientString, lenientStrings, record } from "../frames/lenient.ts";
import type { Since } from "../version.ts";
import { initializeAnswer, initializeRequest } from "./initialize.ts";
import { mcpServerConfig, mcpServerStatus } from "./mcpConfig.ts";
import { unpublishedRequests } from "./unpublishedRequests.ts";

/** Time limit in milliseconds for requests that `claude` answers from memory. */
const quick = 15_000;
/** Time limit in milliseconds for requests that may connect, compute over the workspace or call the model. */
const slow = 120_000;

const nothing = z.looseObject({}).optional().catch(undefined);

/**
 * Defines a control request of the host: the first inspected version that has it, its strict body, its loose answer,
 * and its time limit in milliseconds, needed since 2.0.77 never answers an unknown request.
 */
function controlRequest<R extends z.ZodType<Record<string, unknown>>, A extends z.ZodType>(
  since: Since,
  request: R,
  answer: A,
  limitMs: number = quick,
): { since: Since; request: R; answer: A; limitMs: number } {
  return { since, request, answer, limitMs };
}

const rewindFilesAnswer = z.looseObject({
  canRewind: lenientBoolean,
  error: lenientString,
  filesChanged: lenientStrings,
  insertions: lenientNumber,
  deletions: lenientNumber,
});
export type RewindFilesAnswer = z.infer<typeof rewindFilesAnswer>;

const contextUsageAnswer = z.looseObject({
  totalTokens: lenientNumber,
  maxTokens: lenientNumber,
  categories: lenient(
    z.array(
      z.looseObject({ name: lenientString, tokens: lenientNumber, kind: lenientString, isDeferred: lenientBoolean }),
    ),
  ),
  memoryFiles: lenient(z.array(z.looseObject({ path: lenientString, tokens: lenientNumber }))),
  mcpTools: lenient(
    z.array(
      z.looseObject({
        name: lenientString,
        tokens: lenientNumber,
        isLoaded: lenientBoolean,
      }),
    ),
  ),
});

const publishedRequests = {
  initialize: controlRequest("a", initializeRequest, initializeAnswer, slow),
  interrupt: controlRequest("a", z.strictObject({ cancel_queued: z.boolean().optional() }), nothing.optional()),
  set_permission_mode: controlRequest(
    "a",
    z.strictObject({ mode: z.string() }),
    z.looseObject({ mode: lenientString }).optional(),
  ),
  set_model: controlRequest(
    "a",
    z.strictObject({ model: z.string().nullable().optional() }),
    z.looseObject({ model: lenientString }).optional(),
  ),
  set_max_thinking_tokens: controlRequest(
    "a",
    z.strictObject({ max_thinking_tokens: z.number().int().min(0).nullable() }),
    nothing,
  ),
  rewind_files: controlRequest(
    "a",
    z.strictObject({ user_message_id: z.string(), dry_run: z.boolean().optional() }),
    rewindFilesAnswer,
    slow,
  ),
  // 2.0.77 and 2.1.50 do not answer before every server is connected or has failed.
  mcp_status: controlRequest("a", z.strictObject({}), z.looseObject({ mcpServers: z.array(mcpServerStatus) }), slow),
  mcp_set_servers: controlRequest(
    "a",
    z.strictObject({ servers: z.record(z.string(), mcpServerConfig) }),
    z.looseObject({
      added: lenientStrings,
      removed: lenientStrings,
      errors: lenient(z.record(z.string(), z.string())),
    }),
    slow,
  ),
  mcp_message: controlRequest("a", z.strictObject({ server_name: z.string(), message: record }), nothing),
  mcp_reconnect: controlRequest("b", z.strictObject({ serverName: z.string() }), nothing, slow),
  mcp_toggle: controlRequest("b", z.strictObject({ serverName: z.string(), enabled: z.boolean() }), nothing, slow),
  apply_flag_settings: controlRequest("b", z.strictObject({ settings: record }), nothing),
  stop_task: controlRequest("b", z.strictObject({ task_id: z.string() }), nothing),
  background_tasks: controlRequest(
    "c",
    z.strictObject({ tool_use_id: z.string().optional() }),
    z.looseObject({ backgrounded: lenientBoolean }),
  ),
  get_task_output: controlRequest(
    "c",
    z.strictObject({ task_id: z.string() }),
    z.looseObject({ output: lenientString, total_bytes: lenientNumber, truncated: lenientBoolean }),
  ),
  cancel_async_message: controlRequest(
    "c",
    z.strictObject({ message_uuid: z.string() }),
    z.looseObject({ cancelled: lenientBoolean }),
  ),
  get_context_usage: controlRequest(
    "c",
    z.strictObject({ detail: z.enum(["summary", "full"]).optional() }),
    contextUsageAnswer,
    slow,
  ),
  get_usage: controlRequest(
    "c",
    z.strictObject({ skip_behaviors: z.boolean().optional() }),
    z.looseObject({
      session: lenient(
        z.looseObject({
          total_lines_added: lenientNumber,
          total_lines_removed: lenientNumber,
          /** So far, also within a turn; `model_usage` as in a result. */
          total_cost_usd: lenientNumber,
          model_usage: lenient(z.record(z.string(), modelUsage)),
        }),
      ),
      subscription_type: lenientString,
      rate_limits: lenient(record.nullable()),
    }),
    slow,
  ),
  get_settings: controlRequest(
    "c",
    z.strictObject({}),
    z.looseObject({
      effective: lenient(record),
      sources: lenient(z.array(z.looseObject({ source: lenientString, settings: lenient(record) }))),
      applied: lenient(record),
    }),
  ),
  list_permission_rules: controlRequest(
    "c",
    z.strictObject({}),
    z.looseObject({
      state: z.looseObject({
        rules: lenient(
          z.array(
            z.looseObject({
              behavior: lenientString,
              source: lenientString,
              rule: lenientString,
              editability: lenientString,
              notInEffect: lenientBoolean,
            }),
          ),
        ),
      }),
    }),
  ),
  get_hooks_listing: controlRequest(
    "c",
    z.strictObject({}),
    z.looseObject({
      hooks: lenient(
        z.array(
          z.looseObject({
            event: lenientString,
            matcher: lenientString,
            source: lenientString,
            sourceLabel: lenientString,
            type: lenientString,
            displayText: lenientString,
          }),
        ),
      ),
    }),
  ),
  rename_session: controlRequest(
    "c",
    z.strictObject({
      title: z.string(),
      source: z.enum(["remote", "host"]).optional(),
      session_id: z.string().optional(),
    }),
    nothing,
  ),
  mcp_read_resource: controlRequest(
    "c",
    z.strictObject({ serverName: z.string(), uri: z.string() }),
    z.looseObject({ contents: lenient(z.array(z.looseObject({ text: lenientString }))) }),
    slow,
  ),
} as const;

/** Every control request that this client can send, by subtype. */
export const controlRequests = { ...publishedRequests, ...unpublishedRequests } as const;

export type ControlRequestName = keyof typeof controlRequests;
export type ControlRequestBody<V extends ControlRequestName> = z.input<(typeof controlRequests)[V]["request"]>;
export type ControlRequestAnswer<V extends ControlRequestName> = z.output<(typeof controlRequests)[V]["answer"]>;
