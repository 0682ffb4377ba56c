import * as z from "zod";
import { internalFrameSchemas } from "./internalFrames.ts";
import { anything, lenient, lenientBoolean, lenientNumber, lenientString, lenientStrings, record } from "./lenient.ts";

/** Fields that nearly every frame has. */
const ids = { uuid: lenientString, session_id: lenientString };
const parent = { parent_tool_use_id: z.string().nullish() };

/** A content block of the Messages API. Blocks of unknown kinds keep their fields. */
export const contentBlock = z.looseObject({
  type: z.string(),
  text: lenientString,
  thinking: lenientString,
  id: lenientString,
  name: lenientString,
  input: lenient(record),
  tool_use_id: lenientString,
  is_error: lenientBoolean,
  content: anything,
});
export type ContentBlock = z.infer<typeof contentBlock>;

export const usage = z.looseObject({
  input_tokens: lenientNumber,
  output_tokens: lenientNumber,
  cache_creation_input_tokens: lenientNumber,
  cache_read_input_tokens: lenientNumber,
  /** Lifetime of the tokens written to the cache. */
  cache_creation: lenient(
    z.looseObject({ ephemeral_5m_input_tokens: lenientNumber, ephemeral_1h_input_tokens: lenientNumber }),
  ),
  server_tool_use: lenient(z.looseObject({ web_search_requests: lenientNumber })),
});
export type Usage = z.infer<typeof usage>;

/** One frame per finished content block: frames with the same `message.id` belong together (all versions). */
export const assistantFrame = z.looseObject({
  type: z.literal("assistant"),
  message: z.looseObject({
    id: lenientString,
    model: lenientString,
    /** Other programs that write transcripts, and old recordings, have a plain string here. */
    content: z.union([
      z.array(contentBlock),
      z.string().transform((text): z.infer<typeof contentBlock>[] => [{ type: "text", text }]),
    ]),
    usage: lenient(usage),
  }),
  ...parent,
  ...ids,
  /** Code of the error that the text reports, such as "rate_limit" (all versions). */
  error: lenientString,
  /**
   * Only in transcripts: folder and version of the process that wrote the entry, kind of the message, and index of the
   * block in it.
   */
  cwd: lenientString,
  version: lenientString,
  isApiErrorMessage: lenientBoolean,
  apiBlockIndex: lenientNumber,
  thinkingDurationMs: lenientNumber,
  supersedes: lenientStrings,
});

/** Tool results and synthetic text; also echoes of prompts, with `isReplay`. */
export const userFrame = z.looseObject({
  type: z.literal("user"),
  message: z.looseObject({
    role: lenientString,
    content: z.union([z.string(), z.array(contentBlock)]),
  }),
  ...parent,
  ...ids,
  isSynthetic: lenientBoolean,
  /**
   * Only in transcripts: the prompt was sent during a turn, which read it between two steps; `version` is the CLI
   * version that wrote the entry.
   */
  isDuringTurn: lenientBoolean,
  version: lenientString,
  isReplay: lenientBoolean,
  tool_use_result: anything,
});

export const modelUsage = z.looseObject({
  inputTokens: lenientNumber,
  outputTokens: lenientNumber,
  cacheReadInputTokens: lenientNumber,
  cacheCreationInputTokens: lenientNumber,
  webSearchRequests: lenientNumber,
  costUSD: lenientNumber,
  contextWindow: lenientNumber,
  /** Lifetime of the tokens written to the cache (2.1.329). */
  cacheCreationEphemeral5mInputTokens: lenientNumber,
  cacheCreationEphemeral1hInputTokens: lenientNumber,
});
export type ModelUsageFields = z.infer<typeof modelUsage>;

/**
 * End of a turn. `is_error` may be true with subtype success (all versions); cost, `modelUsage` and `duration_api_ms`
 * are cumulative (all versions). `usage` has only the main model's requests (all versions), and is empty where a limit
 * ended the turn (recorded in `max-budget`).
 */
export const resultFrame = z.looseObject({
  type: z.literal("result"),
  subtype: z.string(),
  is_error: lenientBoolean,
  duration_ms: lenientNumber,
  duration_api_ms: lenientNumber,
  num_turns: lenientNumber,
  result: lenientString,
  errors: lenientStrings,
  total_cost_usd: lenientNumber,
  usage: lenient(usage),
  modelUsage: lenient(z.record(z.string(), modelUsage)),
  /** The same for this turn alone (2.1.329). */
  model_usage_since_last_result: lenient(z.record(z.string(), modelUsage)),
  permission_denials: lenient(
    z.array(z.looseObject({ tool_name: z.string(), tool_use_id: z.string(), tool_input: lenient(record) })),
  ),
  structured_output: anything,
  stop_reason: lenient(z.string().nullable()),
  terminal_reason: lenientString,
  /** HTTP status of a turn that the service refused (2.1.329). */
  api_error_status: lenientNumber,
  queued_turn_count: lenientNumber,
  startup_failure_reason: lenientString,
  ...ids,
});

export const toolProgressFrame = z.looseObject({
  type: z.literal("tool_progress"),
  tool_use_id: z.string(),
  tool_name: lenientString,
  ...parent,
  elapsed_time_seconds: lenientNumber,
  subagent_type: lenientString,
  subagent_retry: lenient(z.looseObject({ attempt: z.number(), max_retries: z.number() })),
  ...ids,
});

export const toolUseSummaryFrame = z.looseObject({
  type: z.literal("tool_use_summary"),
  summary: z.string(),
  preceding_tool_use_ids: lenientStrings,
  ...ids,
});

export const authStatusFrame = z.looseObject({
  type: z.literal("auth_status"),
  isAuthenticating: lenientBoolean,
  output: lenientStrings,
  error: lenientString,
  ...ids,
});

export const rateLimitFrame = z.looseObject({
  type: z.literal("rate_limit_event"),
  rate_limit_info: z.looseObject({
    status: lenientString,
    resetsAt: lenientNumber,
    rateLimitType: lenientString,
    utilization: lenientNumber,
    isUsingOverage: lenientBoolean,
    /** Time at which extra usage is reset, and the reason why requests beyond the limit are not paid as such. */
    overageResetsAt: lenientNumber,
    overageDisabledReason: lenientString,
  }),
  ...ids,
});

export const promptSuggestionFrame = z.looseObject({
  type: z.literal("prompt_suggestion"),
  suggestion: z.string(),
  ...ids,
});

export const conversationResetFrame = z.looseObject({
  type: z.literal("conversation_reset"),
  new_conversation_id: z.string(),
  ...ids,
});

export const activeGoalFrame = z.looseObject({
  type: z.literal("active_goal"),
  value: lenient(z.looseObject({ condition: lenientString }).nullable()),
  ...ids,
});

export const autocompactStateFrame = z.looseObject({
  type: z.literal("autocompact_state"),
});

/** State of a queued prompt, keyed by the uuid that the host minted (2.1.329, seen live). */
export const commandLifecycleFrame = z.looseObject({
  type: z.literal("command_lifecycle"),
  command_uuid: z.string(),
  state: z.string(),
  ...ids,
});

/** Retracts an earlier message (2.1.329's own description). */
export const tombstoneFrame = z.looseObject({ type: z.literal("tombstone"), message: anything });
export const keepAliveFrame = z.looseObject({ type: z.literal("keep_alive") });
export const transcriptMirrorFrame = z.looseObject({ type: z.literal("transcript_mirror") });

/** A raw streaming event of the Messages API; only its discriminator is checked on this hot path. */
export interface StreamEventFrame {
  readonly type: "stream_event";
  readonly event: { readonly type: string; readonly [key: string]: unknown };
  readonly parent_tool_use_id?: string | null;
  readonly uuid?: string;
  readonly session_id?: string;
}

/** Checks a `stream_event` without a schema: thousands arrive per second, and a schema costs several times as much. */
export function isStreamEvent(value: object): value is StreamEventFrame {
  const { event, parent_tool_use_id: parentId } = value as Record<string, unknown>;
  return (
    typeof event === "object" &&
    event !== null &&
    typeof (event as { type?: unknown }).type === "string" &&
    (parentId === undefined || parentId === null || typeof parentId === "string")
  );
}

/** Schemas of frames without subtypes, by `type`. */
export const frameSchemas = {
  assistant: assistantFrame,
  user: userFrame,
  result: resultFrame,
  tool_progress: toolProgressFrame,
  tool_use_summary: toolUseSummaryFrame,
  auth_status: authStatusFrame,
  rate_limit_event: rateLimitFrame,
  prompt_suggestion: promptSuggestionFrame,
  conversation_reset: conversationResetFrame,
  active_goal: activeGoalFrame,
  autocompact_state: autocompactStateFrame,
  command_lifecycle: commandLifecycleFrame,
  tombstone: tombstoneFrame,
  keep_alive: keepAliveFrame,
  transcript_mirror: transcriptMirrorFrame,
  ...internalFrameSchemas,
} as const;

export type AssistantFrame = z.infer<typeof assistantFrame>;
export type UserFrame = z.infer<typeof userFrame>;
export type ToolProgressFrame = z.infer<typeof toolProgressFrame>;
export type AuthStatusFrame = z.infer<typeof authStatusFrame>;
export type RateLimitFrame = z.infer<typeof rateLimitFrame>;
export type ResultFrame = z.infer<typeof resultFrame>;
