import * as z from "zod";
import { internalSystemSchemas } from "./internalFrames.ts";
import { lenient, lenientBoolean, lenientNumber, lenientString, lenientStrings } from "./lenient.ts";

/** Returns the schema of a `system` frame with the given subtype. */
function system<S extends string, F extends z.ZodRawShape>(subtype: S, fields: F) {
  return z.looseObject({
    type: z.literal("system"),
    subtype: z.literal(subtype),
    uuid: lenientString,
    session_id: lenientString,
    ...fields,
  });
}

const taskUsage = lenient(
  z.looseObject({ total_tokens: lenientNumber, tool_uses: lenientNumber, duration_ms: lenientNumber }),
);
const mcpServer = z.looseObject({ name: z.string(), status: z.string() });

/** States of fast mode (2.1.329); 2.1.50 reports only "off". */
export const fastModeStates = ["on", "off", "cooldown"] as const;

/** Repeated at the start of every turn; the newest one is in effect (all versions). */
const initFrame = system("init", {
  model: lenientString,
  tools: lenientStrings,
  mcp_servers: lenient(z.array(mcpServer)),
  permissionMode: lenientString,
  slash_commands: lenientStrings,
  apiKeySource: lenientString,
  claude_code_version: lenientString,
  output_style: lenientString,
  skills: lenientStrings,
  betas: lenientStrings,
  plugins: lenient(z.array(z.looseObject({ name: z.string(), path: lenientString }))),
  plugin_errors: lenient(z.array(z.looseObject({ plugin: lenientString, message: lenientString }))),
  terminal_slash_commands: lenientStrings,
  additional_directories: lenientStrings,
  /** As in the answer to `initialize` (2.1.332). */
  sandbox_enabled: lenient(z.union([z.boolean(), z.string()])),
  effort: lenient(z.string().nullable()),
  fast_mode_state: lenient(z.enum(fastModeStates)),
  fast_mode_disabled_reason: lenientString,
  capabilities: lenientStrings,
});

export const systemSchemas = {
  init: initFrame,
  compact_boundary: system("compact_boundary", {
    compact_metadata: lenient(
      z.looseObject({ trigger: lenientString, pre_tokens: lenientNumber, post_tokens: lenientNumber }),
    ),
  }),
  status: system("status", {
    status: lenient(z.string().nullable()),
    permissionMode: lenientString,
    compact_result: lenientString,
    compact_error: lenientString,
  }),
  hook_started: system("hook_started", {}),
  hook_progress: system("hook_progress", {}),
  hook_response: system("hook_response", {
    hook_name: lenientString,
    hook_event: lenientString,
    stdout: lenientString,
    stderr: lenientString,
    output: lenientString,
    exit_code: lenientNumber,
    outcome: lenientString,
  }),
  task_started: system("task_started", {
    task_id: z.string(),
    tool_use_id: lenientString,
    description: lenientString,
    task_type: lenientString,
    is_backgrounded: lenientBoolean,
    ambient: lenientBoolean,
  }),
  task_progress: system("task_progress", {
    task_id: z.string(),
    tool_use_id: lenientString,
    description: lenientString,
    usage: taskUsage,
    last_tool_name: lenientString,
  }),
  task_updated: system("task_updated", {
    task_id: z.string(),
    patch: lenient(z.looseObject({ status: lenientString, error: lenientString })),
  }),
  task_notification: system("task_notification", {
    task_id: z.string(),
    tool_use_id: lenientString,
    status: lenientString,
    output_file: lenientString,
    summary: lenientString,
    summary_is_report: lenientBoolean,
    usage: taskUsage,
  }),
  background_tasks_changed: system("background_tasks_changed", {
    tasks: z.array(
      z.looseObject({
        task_id: z.string(),
        task_type: lenientString,
        description: lenientString,
        ambient: lenientBoolean,
      }),
    ),
  }),
  session_state_changed: system("session_state_changed", { state: z.string() }),
  commands_changed: system("commands_changed", { commands: z.array(z.looseObject({ name: z.string() })) }),
  permission_denied: system("permission_denied", {
    decision_reason_type: lenientString,
    tool_use_id: z.string(),
    decision_reason: lenientString,
    message: lenientString,
  }),
  api_retry: system("api_retry", {
    attempt: lenientNumber,
    max_retries: lenientNumber,
    retry_delay_ms: lenientNumber,
    error_status: lenientNumber,
    error: lenientString,
  }),
  model_refusal_fallback: system("model_refusal_fallback", {
    direction: lenientString,
    scope: lenientString,
    original_model: lenientString,
    fallback_model: lenientString,
    retracted_message_uuids: lenientStrings,
    content: lenientString,
  }),
  model_refusal_no_fallback: system("model_refusal_no_fallback", { content: lenientString }),
  informational: system("informational", { content: lenientString, level: lenientString }),
  notification: system("notification", { key: lenientString, text: lenientString, priority: lenientString }),
  local_command_output: system("local_command_output", { content: lenientString }),
  thinking_tokens: system("thinking_tokens", { estimated_tokens: lenientNumber }),
  memory_recall: system("memory_recall", { memories: lenient(z.array(z.looseObject({ path: lenientString }))) }),
  memory_saved: system("memory_saved", { written_paths: lenientStrings }),
  scheduled_task_fire: system("scheduled_task_fire", { content: lenientString }),
  files_persisted: system("files_persisted", {}),
  elicitation_complete: system("elicitation_complete", {}),
  plugin_install: system("plugin_install", { status: lenientString, name: lenientString, error: lenientString }),
  control_request_progress: system("control_request_progress", {}),
  session_writes_lost: system("session_writes_lost", { lost: lenientStrings }),
  session_title_changed: system("session_title_changed", { title: lenientString }),
  model_fallback: system("model_fallback", {
    original_model: lenientString,
    fallback_model: lenientString,
    content: lenientString,
  }),
  turn_duration: system("turn_duration", { duration_ms: lenientNumber }),
  worker_shutting_down: system("worker_shutting_down", { reason: lenientString }),
  agents_killed: system("agents_killed", {}),
  away_summary: system("away_summary", { content: lenientString }),
  instruction_size_warning: system("instruction_size_warning", {
    total_chars: lenientNumber,
    total_limit_chars: lenientNumber,
  }),
  model_consent_fallback: system("model_consent_fallback", {
    original_model: lenientString,
    fallback_model: lenientString,
    content: lenientString,
  }),
  permission_retry: system("permission_retry", { content: lenientString }),
  turn_preempted: system("turn_preempted", {}),
  ...internalSystemSchemas,
} as const;

export type SystemSubtype = keyof typeof systemSchemas;
export type SystemFrame = { [S in SystemSubtype]: z.infer<(typeof systemSchemas)[S]> }[SystemSubtype];
