import * as z from "zod";
import { soft, softBoolean, softNumber, softString, softStrings } from "./soft.ts";

/** A `system` frame with the given subtype. Field lists: protocol.md 2.2. */
function system<S extends string, F extends z.ZodRawShape>(subtype: S, fields: F) {
  return z.looseObject({
    type: z.literal("system"),
    subtype: z.literal(subtype),
    uuid: softString,
    session_id: softString,
    ...fields,
  });
}

const taskUsage = soft(z.looseObject({ total_tokens: softNumber, tool_uses: softNumber, duration_ms: softNumber }));
const mcpServer = z.looseObject({ name: z.string(), status: z.string(), source: softString });

/** Repeated at the start of every turn; the newest one is in force (T-8). */
const initFrame = system("init", {
  model: softString,
  cwd: softString,
  tools: softStrings,
  mcp_servers: soft(z.array(mcpServer)),
  permissionMode: softString,
  slash_commands: softStrings,
  apiKeySource: softString,
  claude_code_version: softString,
  output_style: softString,
  skills: softStrings,
  agents: softStrings,
  betas: softStrings,
  plugins: soft(z.array(z.looseObject({ name: z.string(), path: softString }))),
  plugin_errors: soft(z.array(z.looseObject({ plugin: softString, message: softString }))),
  terminal_slash_commands: softStrings,
  capabilities: softStrings,
});

export const systemSchemas = {
  init: initFrame,
  compact_boundary: system("compact_boundary", {
    compact_metadata: soft(z.looseObject({ trigger: softString, pre_tokens: softNumber, post_tokens: softNumber })),
  }),
  status: system("status", {
    status: soft(z.string().nullable()),
    permissionMode: softString,
    compact_result: softString,
    compact_error: softString,
  }),
  hook_started: system("hook_started", { hook_id: softString, hook_name: softString, hook_event: softString }),
  hook_progress: system("hook_progress", {
    hook_id: softString,
    hook_name: softString,
    hook_event: softString,
    stdout: softString,
    stderr: softString,
    output: softString,
  }),
  hook_response: system("hook_response", {
    hook_id: softString,
    hook_name: softString,
    hook_event: softString,
    stdout: softString,
    stderr: softString,
    output: softString,
    exit_code: softNumber,
    outcome: softString,
  }),
  task_started: system("task_started", {
    task_id: z.string(),
    tool_use_id: softString,
    description: softString,
    task_type: softString,
    subagent_type: softString,
    is_backgrounded: softBoolean,
    ambient: softBoolean,
    skip_transcript: softBoolean,
  }),
  task_progress: system("task_progress", {
    task_id: z.string(),
    tool_use_id: softString,
    description: softString,
    usage: taskUsage,
    last_tool_name: softString,
    summary: softString,
  }),
  task_updated: system("task_updated", {
    task_id: z.string(),
    patch: soft(z.looseObject({ status: softString, description: softString, error: softString })),
  }),
  task_notification: system("task_notification", {
    task_id: z.string(),
    tool_use_id: softString,
    status: softString,
    output_file: softString,
    summary: softString,
    usage: taskUsage,
  }),
  background_tasks_changed: system("background_tasks_changed", {
    tasks: z.array(z.looseObject({ task_id: z.string(), task_type: softString, description: softString })),
  }),
  session_state_changed: system("session_state_changed", { state: z.string(), sdk_host_only: softBoolean }),
  commands_changed: system("commands_changed", { commands: z.array(z.looseObject({ name: z.string() })) }),
  permission_denied: system("permission_denied", {
    tool_name: softString,
    tool_use_id: z.string(),
    agent_id: softString,
    decision_reason_type: softString,
    decision_reason: softString,
    message: softString,
  }),
  api_retry: system("api_retry", {
    attempt: softNumber,
    max_retries: softNumber,
    retry_delay_ms: softNumber,
    error_status: softNumber,
    error: softString,
  }),
  model_refusal_fallback: system("model_refusal_fallback", {
    direction: softString,
    scope: softString,
    original_model: softString,
    fallback_model: softString,
    retracted_message_uuids: softStrings,
    content: softString,
  }),
  model_refusal_no_fallback: system("model_refusal_no_fallback", { original_model: softString, content: softString }),
  informational: system("informational", { content: softString, level: softString, tool_use_id: softString }),
  notification: system("notification", { key: softString, text: softString, priority: softString }),
  local_command_output: system("local_command_output", { content: softString }),
  thinking_tokens: system("thinking_tokens", { estimated_tokens: softNumber, estimated_tokens_delta: softNumber }),
  memory_recall: system("memory_recall", { mode: softString, memories: soft(z.array(z.looseObject({ path: softString }))) }),
  files_persisted: system("files_persisted", {}),
  elicitation_complete: system("elicitation_complete", { mcp_server_name: softString, elicitation_id: softString }),
  plugin_install: system("plugin_install", { status: softString, name: softString, error: softString }),
  control_request_progress: system("control_request_progress", { request_id: z.string(), status: softString }),
  session_writes_lost: system("session_writes_lost", { error_code: softString, lost: softStrings }),
  session_title_changed: system("session_title_changed", { title: softString }),
  model_fallback: system("model_fallback", { original_model: softString, fallback_model: softString, content: softString }),
  turn_duration: system("turn_duration", { duration_ms: softNumber }),
  worker_shutting_down: system("worker_shutting_down", { reason: softString }),
} as const;

export type SystemSubtype = keyof typeof systemSchemas;
export type SystemFrame = { [S in SystemSubtype]: z.infer<(typeof systemSchemas)[S]> }[SystemSubtype];
