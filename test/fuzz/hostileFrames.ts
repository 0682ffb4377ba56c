import fc from "fast-check";
import { hostileTexts, oddValues } from "./hostileTexts.ts";

const name = fc.constantFrom(
  "Bash",
  "Write",
  "Edit",
  "Read",
  "Task",
  "TodoWrite",
  "TaskCreate",
  "AskUserQuestion",
  "ExitPlanMode",
  "WebFetch",
  "mcp__a__b",
  ...hostileTexts,
);
const id = fc.constantFrom("t1", "t2", "t3", ...hostileTexts.slice(0, 12));
const text = fc.constantFrom("some words", "- a\n- b", ...hostileTexts);
const odd = fc.constantFrom(...oddValues);
const input = fc.dictionary(
  fc.constantFrom(
    "command",
    "file_path",
    "content",
    "old_string",
    "new_string",
    "edits",
    "todos",
    "questions",
    "plan",
    "url",
    "prompt",
    "timeout",
    "description",
    "__proto__x",
  ),
  fc.oneof(text, odd),
  { maxKeys: 5 },
);
const block = fc.oneof(
  fc.record({ type: fc.constant("text"), text }),
  fc.record({ type: fc.constant("thinking"), thinking: text }),
  fc.record({ type: fc.constant("tool_use"), id, name, input }),
  fc.record({
    type: fc.constant("tool_result"),
    tool_use_id: id,
    content: fc.oneof(text, odd),
    is_error: fc.oneof(fc.boolean(), odd),
  }),
  fc.record({ type: fc.oneof(text, fc.constant("server_tool_use")) }),
);
const parent = fc.option(id, { nil: null });
const uuid = fc.constantFrom("u1", "u2", "u3", "u4");

const streamEvent = fc.record({
  type: fc.constant("stream_event"),
  parent_tool_use_id: parent,
  event: fc.oneof(
    fc.record({ type: fc.constant("message_start"), message: fc.oneof(fc.record({ id, usage: odd }), odd) }),
    fc.record({ type: fc.constant("content_block_start"), index: fc.nat(3), content_block: fc.oneof(block, odd) }),
    fc.record({
      type: fc.constant("content_block_delta"),
      index: fc.nat(3),
      delta: fc.oneof(fc.record({ type: fc.constant("text_delta"), text }), odd),
    }),
    fc.record({
      type: fc.constantFrom("content_block_stop", "message_delta", "message_stop", "from_the_future"),
      index: fc.nat(3),
    }),
  ),
});

const systemSubtypes = [
  ...[
    "init",
    "status",
    "session_state_changed",
    "compact_boundary",
    "api_retry",
    "permission_denied",
    "hook_response",
    "informational",
    "local_command_output",
  ],
  ...[
    "model_refusal_fallback",
    "session_writes_lost",
    "session_title_changed",
    "task_progress",
    "plugin_install",
    "background_tasks_changed",
    "from_the_future",
  ],
];
const anyField = fc.dictionary(
  fc.constantFrom(
    "state",
    "status",
    "content",
    "level",
    "tool_use_id",
    "model",
    "permissionMode",
    "lost",
    "title",
    "attempt",
    "retry_delay_ms",
    "session_id",
    "task_id",
    "tasks",
    "outcome",
  ),
  fc.oneof(text, odd, fc.constantFrom("idle", "running", "compacting", "failed", "error")),
  { maxKeys: 6 },
);

/** A frame of any kind, with any odd value in any place. Requests are made apart: their answers are looked at. */
export const hostileFrame: fc.Arbitrary<object> = fc.oneof(
  { weight: 4, arbitrary: streamEvent },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("assistant"),
      uuid,
      parent_tool_use_id: parent,
      message: fc.record({ id, content: fc.array(block, { maxLength: 4 }), usage: odd }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("user"),
      uuid,
      parent_tool_use_id: parent,
      message: fc.record({ content: fc.oneof(text, fc.array(block, { maxLength: 4 })) }),
      tool_use_result: fc.oneof(odd, input),
    }),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...systemSubtypes), uuid, anyField)
      .map(([subtype, key, fields]) => ({ ...fields, type: "system", subtype, uuid: key })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("result"),
      subtype: fc.oneof(fc.constant("success"), text),
      is_error: odd,
      total_cost_usd: odd,
      modelUsage: odd,
      errors: odd,
      result: odd,
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          "tool_progress",
          "rate_limit_event",
          "conversation_reset",
          "command_lifecycle",
          "tombstone",
          "from_the_future",
        ),
        anyField,
      )
      .map(([type, fields]) => ({ ...fields, type })),
  },
  { weight: 1, arbitrary: fc.record({ type: text, any: odd }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom("control_response", "control_request", "control_cancel_request"),
      request_id: fc.oneof(id, odd),
      request: odd,
      response: odd,
    }),
  },
);

/** A reply that streams as it should, with words that are not what they seem: what odd values alone seldom reach. */
export const coherentReply: fc.Arbitrary<object[]> = fc
  .tuple(
    fc.constantFrom("m1", "m2"),
    fc.array(text, { minLength: 1, maxLength: 4 }),
    fc.constantFrom("text", "thinking"),
    parent,
  )
  .map(([message, words, kind, thread]) => [
    ...[
      { type: "message_start", message: { id: message, usage: { input_tokens: 5 } } },
      { type: "content_block_start", index: 0, content_block: { type: kind, [kind]: "" } },
      ...words.map((part) => ({
        type: "content_block_delta",
        index: 0,
        delta: { type: `${kind}_delta`, [kind]: part },
      })),
      { type: "content_block_stop", index: 0 },
    ].map((event) => ({ type: "stream_event", parent_tool_use_id: thread, event })),
    {
      type: "assistant",
      uuid: "u1",
      parent_tool_use_id: thread,
      message: { id: message, content: [{ type: kind, [kind]: words.join("") }] },
    },
  ]);

/** A call from its first frame to its result. */
export const coherentCall: fc.Arbitrary<object[]> = fc
  .tuple(name, input, fc.uuid(), fc.boolean(), fc.oneof(text, odd), odd)
  .map(([tool, given, call, is_error, content, result]) => [
    { type: "assistant", uuid: "u2", message: { content: [{ type: "tool_use", id: call, name: tool, input: given }] } },
    {
      type: "user",
      tool_use_result: result,
      message: { content: [{ type: "tool_result", tool_use_id: call, content, is_error }] },
    },
  ]);

/** A permission request with any odd value. */
export const hostileAsk: fc.Arbitrary<{
  request_id: string;
  request: { tool_name: string; input: object; tool_use_id: string };
}> = fc
  .record({
    request_id: fc.uuid(),
    tool_name: name,
    input,
    tool_use_id: id,
    title: fc.oneof(text, odd),
    blocked_path: fc.oneof(text, odd),
    suggestions: fc.oneof(odd, fc.array(odd)),
  })
  .map(({ request_id, suggestions, ...request }) => ({
    type: "control_request",
    request_id,
    request: { subtype: "can_use_tool", permission_suggestions: suggestions, ...request },
  }));
