import * as z from "zod";
import { anything, record, soft, softBoolean, softString } from "./soft.ts";

/**
 * Requests that 2.1.329 answers but no published type names (protocol.md 3.2.3). They may vanish:
 * callers treat `notSupported` as an ordinary outcome.
 */
const none = z.strictObject({});
const acknowledged = z.looseObject({}).optional().catch(undefined);
const quick = 15_000;
const slow = 120_000;
const since = "c" as const;

export const unpublishedVerbs = {
  end_session: { since, request: z.strictObject({ reason: z.string().optional() }), answer: acknowledged, limitMs: quick },
  generate_session_title: {
    since,
    request: z.strictObject({ description: z.string(), persist: z.boolean().optional() }),
    answer: z.looseObject({ title: soft(z.string().nullable()) }),
    limitMs: slow,
  },
  side_question: {
    since,
    request: z.strictObject({ question: z.string(), history: z.array(z.unknown()).optional() }),
    answer: z.looseObject({ response: soft(z.string().nullable()) }),
    limitMs: slow,
  },
  get_plan: { since, request: none, answer: z.looseObject({ exists: softBoolean, content: softString, path: softString }), limitMs: quick },
  get_workspace_diff: { since, request: none, answer: z.looseObject({ diff: soft(record.nullable()), noDiffReason: softString }), limitMs: slow },
  list_directory: {
    since,
    request: z.strictObject({ path: z.string() }),
    answer: z.looseObject({ absPath: softString, entries: anything, truncated: softBoolean }),
    limitMs: quick,
  },
  get_status: { since, request: none, answer: z.looseObject({ sections: anything }), limitMs: slow },
  export_conversation: { since, request: none, answer: z.looseObject({ text: softString, default_filename: softString }), limitMs: slow },
  add_directory: { since, request: z.strictObject({ path: z.string() }), answer: acknowledged, limitMs: quick },
  set_cwd: { since, request: z.strictObject({ path: z.string() }), answer: z.looseObject({ status: softString }), limitMs: quick },
  /** Without `last_seen_user_message_uuid` it answers `stale_target` (L-3). */
  rewind_conversation: {
    since,
    request: z.strictObject({ target_message_uuid: z.string(), last_seen_user_message_uuid: z.string() }),
    answer: z.looseObject({
      rewound: softBoolean,
      reason: softString,
      targetMessageUuid: softString,
      prefillText: softString,
      precedingAssistantUuid: softString,
    }),
    limitMs: slow,
  },
  fork_conversation: { since, request: record, answer: acknowledged, limitMs: slow },
  update_queued_message: { since, request: record, answer: acknowledged, limitMs: quick },
  start_shell_task: {
    since,
    request: z.strictObject({
      command: z.string(),
      args: z.array(z.string()).optional(),
      cwd: z.string().optional(),
      env: z.record(z.string(), z.string()).optional(),
      timeout_ms: z.number().optional(),
      description: z.string().optional(),
    }),
    answer: acknowledged,
    limitMs: slow,
  },
  mcp_authenticate: {
    since,
    request: z.strictObject({ serverName: z.string(), redirectUri: z.string().optional() }),
    answer: z.looseObject({ authUrl: softString, requiresUserAction: softBoolean, callbackExpected: softBoolean }),
    limitMs: slow,
  },
  mcp_oauth_callback_url: { since, request: z.strictObject({ serverName: z.string(), callbackUrl: z.string() }), answer: acknowledged, limitMs: slow },
  mcp_clear_auth: { since, request: z.strictObject({ serverName: z.string() }), answer: acknowledged, limitMs: quick },
} as const;
