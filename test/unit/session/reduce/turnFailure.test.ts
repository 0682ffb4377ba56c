import { expect, it } from "vitest";
import type { ResultFrame } from "../../../../extension/protocol/frames.ts";
import { getTurnFailure } from "../../../../extension/session/reduce/turnFailure.ts";

it.each([
  [{ api_error_status: 401, result: "API Error: 401" }, "signIn"],
  [{ result: "Invalid API key · Please run /login" }, "signIn"],
  [{ api_error_status: 529, result: "API Error: 529" }, "overloaded"],
  [{ result: 'API Error: 529 {"type":"overloaded_error"}' }, "overloaded"],
  [{ api_error_status: 429, result: "You've hit your 5-hour limit · resets 9pm" }, "planLimit"],
  [{ api_error_status: 429, result: "API Error: 429" }, "rateLimit"],
  [{ api_error_status: 500, result: "API Error: 500" }, "server"],
  [{ result: "API Error: Connection error. ECONNREFUSED" }, "network"],
  [{ subtype: "error_max_turns" }, "turnLimit"],
  [{ subtype: "error_max_budget_usd" }, "budget"],
  [{ terminal_reason: "prompt_too_long", result: "Prompt is too long" }, "tooLong"],
  [{ api_error_status: 400, result: "API Error: 400" }, "other"],
])("tells what made a turn fail: %j", (frame, failure) => {
  const failed = { type: "result", subtype: "success", is_error: true, ...frame } as ResultFrame;
  expect(getTurnFailure(failed, failed.result ?? failed.subtype)).toBe(failure);
});
