import * as z from "zod";
import { initializeAnswer, initializeRequest } from "./initialize.ts";
import { mcpServerConfig, mcpServerStatus } from "./mcpConfig.ts";
import { anything, record, soft, softBoolean, softNumber, softString, softStrings } from "./soft.ts";
import { unpublishedVerbs } from "./unpublishedVerbs.ts";
import type { Since } from "./version.ts";

/** Quick requests that the CLI answers from memory. */
const quick = 15_000;
/** Requests that may connect, compute over the workspace or call the model. */
const slow = 120_000;

const nothing = z.looseObject({}).optional().catch(undefined);

/**
 * One control request of the host: the inspected version that first has it, its strict body, its loose
 * answer, and how long to wait in milliseconds; 2.0.77 never answers what it does not know (T-15).
 */
function verb<R extends z.ZodType<Record<string, unknown>>, A extends z.ZodType>(
  since: Since,
  request: R,
  answer: A,
  limitMs: number = quick,
): { since: Since; request: R; answer: A; limitMs: number } {
  return { since, request, answer, limitMs };
}

const rewindFilesAnswer = z.looseObject({
  canRewind: softBoolean,
  error: softString,
  filesChanged: softStrings,
  insertions: softNumber,
  deletions: softNumber,
  skippedLinks: softNumber,
});
export type RewindFilesAnswer = z.infer<typeof rewindFilesAnswer>;

const contextUsageAnswer = z.looseObject({
  totalTokens: softNumber,
  maxTokens: softNumber,
  rawMaxTokens: softNumber,
  percentage: softNumber,
  model: softString,
  categories: soft(z.array(z.looseObject({ name: softString, tokens: softNumber, kind: softString }))),
});

const publishedVerbs = {
  initialize: verb("a", initializeRequest, initializeAnswer, slow),
  interrupt: verb(
    "a",
    z.strictObject({ cancel_queued: z.boolean().optional() }),
    z.looseObject({ still_queued: softStrings, cancelled: softStrings }).optional(),
  ),
  set_permission_mode: verb("a", z.strictObject({ mode: z.string() }), z.looseObject({ mode: softString }).optional()),
  set_model: verb("a", z.strictObject({ model: z.string().nullable().optional() }), z.looseObject({ model: softString }).optional()),
  set_max_thinking_tokens: verb(
    "a",
    z.strictObject({ max_thinking_tokens: z.number().int().min(0).nullable(), thinking_display: z.string().nullable().optional() }),
    nothing,
  ),
  rewind_files: verb("a", z.strictObject({ user_message_id: z.string(), dry_run: z.boolean().optional() }), rewindFilesAnswer, slow),
  mcp_status: verb("a", z.strictObject({}), z.looseObject({ mcpServers: z.array(mcpServerStatus) })),
  mcp_set_servers: verb(
    "a",
    z.strictObject({ servers: z.record(z.string(), mcpServerConfig) }),
    z.looseObject({ added: softStrings, removed: softStrings, errors: soft(z.record(z.string(), z.string())) }),
    slow,
  ),
  mcp_message: verb("a", z.strictObject({ server_name: z.string(), message: record }), nothing),
  mcp_reconnect: verb("b", z.strictObject({ serverName: z.string() }), nothing, slow),
  mcp_toggle: verb("b", z.strictObject({ serverName: z.string(), enabled: z.boolean() }), nothing, slow),
  apply_flag_settings: verb("b", z.strictObject({ settings: record }), nothing),
  stop_task: verb("b", z.strictObject({ task_id: z.string() }), nothing),
  background_tasks: verb("c", z.strictObject({ tool_use_id: z.string().optional() }), z.looseObject({ backgrounded: softBoolean })),
  get_task_output: verb("c", z.strictObject({ task_id: z.string() }), z.looseObject({ output: softString, total_bytes: softNumber, truncated: softBoolean })),
  cancel_async_message: verb("c", z.strictObject({ message_uuid: z.string() }), z.looseObject({ cancelled: softBoolean })),
  get_context_usage: verb("c", z.strictObject({ detail: z.enum(["summary", "full"]).optional() }), contextUsageAnswer, slow),
  get_usage: verb(
    "c",
    z.strictObject({ skip_behaviors: z.boolean().optional() }),
    z.looseObject({ session: soft(record), subscription_type: soft(z.string().nullable()), rate_limits: soft(record.nullable()) }),
    slow,
  ),
  get_session_cost: verb("c", z.strictObject({}), z.looseObject({ text: softString })),
  list_models: verb("c", z.strictObject({}), z.looseObject({ models: soft(z.array(z.looseObject({ value: z.string() }))) }), slow),
  get_binary_version: verb("c", z.strictObject({}), z.looseObject({ version: softString, buildTime: softString })),
  get_settings: verb(
    "c",
    z.strictObject({}),
    z.looseObject({ effective: soft(record), sources: soft(z.array(z.looseObject({ source: softString, settings: soft(record) }))), applied: soft(record) }),
  ),
  update_settings: verb("c", z.strictObject({ source: z.enum(["localSettings", "userSettings"]), settings: record }), nothing),
  list_permission_rules: verb(
    "c",
    z.strictObject({}),
    z.looseObject({
      state: z.looseObject({
        rules: soft(z.array(z.looseObject({ behavior: softString, source: softString, rule: softString, editability: softString }))),
        workspaceDirectories: soft(z.array(z.looseObject({ path: softString, source: softString }))),
      }),
    }),
  ),
  get_hooks_listing: verb("c", z.strictObject({}), z.looseObject({ events: anything, hooks: anything })),
  file_suggestions: verb(
    "c",
    z.strictObject({ query: z.string() }),
    z.looseObject({ suggestions: soft(z.array(z.looseObject({ path: z.string(), score: softNumber }))), cwd: softString }),
  ),
  read_file: verb(
    "c",
    z.strictObject({ path: z.string(), max_bytes: z.number().int().positive().optional(), encoding: z.enum(["utf-8", "base64"]).optional() }),
    z.looseObject({ contents: softString, absPath: softString, truncated: softBoolean }),
  ),
  seed_read_state: verb("c", z.strictObject({ path: z.string(), mtime: z.number() }), nothing),
  register_repo_root: verb(
    "c",
    z.strictObject({
      directory: z.string(),
      reload_claude_md: z.boolean().optional(),
      reload_plugins: z.boolean().optional(),
      reload_skills: z.boolean().optional(),
    }),
    z.looseObject({ directory: softString }).optional(),
    slow,
  ),
  reload_plugins: verb(
    "c",
    z.strictObject({ hold_on_cache_impact: z.boolean().optional(), add_plugins: z.array(z.string()).optional(), refuse_if_busy: z.boolean().optional() }),
    z.looseObject({ error_count: softNumber, held: softBoolean }),
    slow,
  ),
  reload_skills: verb("c", z.strictObject({}), z.looseObject({ skills: anything }), slow),
  reload_output_styles: verb("c", z.strictObject({}), z.looseObject({ available_output_styles: softStrings }), slow),
  rename_session: verb("c", z.strictObject({ title: z.string(), source: z.enum(["remote", "host"]).optional(), session_id: z.string().optional() }), nothing),
  set_color: verb("c", z.strictObject({ color: z.string() }), nothing),
  set_has_subscribers: verb("c", z.strictObject({ has_subscribers: z.boolean().nullable() }), nothing),
  set_mcp_permission_mode_override: verb(
    "c",
    z.strictObject({ serverName: z.string(), mode: z.enum(["default", "auto"]).nullable() }),
    z.looseObject({ warning: softString }).optional(),
  ),
  mcp_read_resource: verb(
    "c",
    z.strictObject({ serverName: z.string(), uri: z.string() }),
    z.looseObject({ contents: soft(z.array(z.looseObject({ uri: softString, mimeType: softString, text: softString }))) }),
    slow,
  ),
  /** Runs an MCP tool without a model turn. `check_permissions` must be true: without it the CLI asks nobody (T-46). */
  mcp_call: verb(
    "c",
    z.strictObject({
      tool: z.string(),
      arguments: record.optional(),
      timeout_ms: z.number().optional(),
      expires_at: z.number().optional(),
      result_not_for_model: z.boolean().optional(),
      input_files: z.array(z.unknown()).optional(),
      output_files: z.array(z.unknown()).optional(),
      check_permissions: z.literal(true),
    }),
    z.looseObject({ content: anything, structuredContent: anything }),
    slow,
  ),
} as const;

/** Every control request that this client can send, by subtype. */
export const verbs = { ...publishedVerbs, ...unpublishedVerbs } as const;

export type VerbName = keyof typeof verbs;
export type VerbRequest<V extends VerbName> = z.input<(typeof verbs)[V]["request"]>;
export type VerbAnswer<V extends VerbName> = z.output<(typeof verbs)[V]["answer"]>;
