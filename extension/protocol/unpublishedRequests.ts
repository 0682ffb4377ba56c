import * as z from "zod";
import { anything, lenient, lenientBoolean, lenientString, record } from "./lenient.ts";

/**
 * Requests that 2.1.329 answers but no published type names (protocol.md 3.2.3). They may vanish:
 * callers treat `notSupported` as an ordinary outcome.
 */
const none = z.strictObject({});
const acknowledged = z.looseObject({}).optional().catch(undefined);
const quick = 15_000;
const slow = 120_000;
const since = "c" as const;

export const unpublishedRequests = {
  end_session: { since, request: z.strictObject({ reason: z.string().optional() }), answer: acknowledged, limitMs: quick },
  generate_session_title: {
    since,
    request: z.strictObject({ description: z.string(), persist: z.boolean().optional() }),
    answer: z.looseObject({ title: lenient(z.string().nullable()) }),
    limitMs: slow,
  },
  side_question: {
    since,
    request: z.strictObject({ question: z.string(), history: z.array(z.unknown()).optional() }),
    answer: z.looseObject({ response: lenient(z.string().nullable()) }),
    limitMs: slow,
  },
  get_plan: { since, request: none, answer: z.looseObject({ exists: lenientBoolean, content: lenientString, path: lenientString }), limitMs: quick },
  get_workspace_diff: { since, request: none, answer: z.looseObject({ diff: lenient(record.nullable()), noDiffReason: lenientString }), limitMs: slow },
  list_directory: {
    since,
    request: z.strictObject({ path: z.string() }),
    answer: z.looseObject({ absPath: lenientString, entries: anything, truncated: lenientBoolean }),
    limitMs: quick,
  },
  get_status: { since, request: none, answer: z.looseObject({ sections: anything }), limitMs: slow },
  export_conversation: { since, request: none, answer: z.looseObject({ text: lenientString, default_filename: lenientString }), limitMs: slow },
  add_directory: { since, request: z.strictObject({ path: z.string() }), answer: acknowledged, limitMs: quick },
  set_cwd: { since, request: z.strictObject({ path: z.string() }), answer: z.looseObject({ status: lenientString }), limitMs: quick },
  /** Without `last_seen_user_message_uuid` it answers `stale_target` (L-3). */
  rewind_conversation: {
    since,
    request: z.strictObject({ target_message_uuid: z.string(), last_seen_user_message_uuid: z.string() }),
    answer: z.looseObject({
      rewound: lenientBoolean,
      reason: lenientString,
      targetMessageUuid: lenientString,
      prefillText: lenientString,
      precedingAssistantUuid: lenientString,
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
    answer: z.looseObject({ authUrl: lenientString, requiresUserAction: lenientBoolean, callbackExpected: lenientBoolean }),
    limitMs: slow,
  },
  mcp_oauth_callback_url: { since, request: z.strictObject({ serverName: z.string(), callbackUrl: z.string() }), answer: acknowledged, limitMs: slow },
  mcp_clear_auth: { since, request: z.strictObject({ serverName: z.string() }), answer: acknowledged, limitMs: quick },
} as const;
