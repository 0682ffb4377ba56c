import { expect, it } from "vitest";
import { getTurnFailure } from "../../../../../extension/core/conversation/reduce/turnFailure.ts";
import type { ResultFrame } from "../../../../../extension/core/protocol/frames/frames.ts";
import type { TurnItem } from "../../../../../extension/shared/contract/items.ts";
import { formatTurnFailure } from "../../../../../extension/shared/text/transcript/turnFailures.ts";
import { reading } from "../reading.ts";
import { turnsOf } from "../usage/recorded.ts";

it.each<[object, string, string?]>([
  [{ api_error_status: 401, result: "API Error: 401" }, "signIn"],
  [{ result: "Invalid API key · Please run /login" }, "signIn"],
  [{ result: "Cannot reach it" }, "signIn", "authentication_failed"],
  [{ result: "Cannot reach it" }, "signIn", "cloud_credential_error"],
  [{ result: "Your account is on hold" }, "account", "account_on_hold"],
  [{ result: "Credit balance is too low" }, "billing", "billing_error"],
  [{ result: "Credit balance is too low" }, "billing"],
  [{ api_error_status: 529, result: "API Error: 529" }, "overloaded"],
  [{ result: 'API Error: 529 {"type":"overloaded_error"}' }, "overloaded"],
  [{ result: "Repeated errors" }, "overloaded", "overloaded"],
  [{ api_error_status: 429, result: "You've hit your 5-hour limit · resets 9pm" }, "planLimit", "rate_limit"],
  [{ api_error_status: 429, result: "API Error: 429" }, "rateLimit", "rate_limit"],
  [{ api_error_status: 500, result: "API Error: 500" }, "server", "server_error"],
  [{ result: "API Error: Connection error. ECONNREFUSED" }, "network", "unknown"],
  [{ subtype: "error_max_turns" }, "turnLimit"],
  [{ subtype: "error_max_budget_usd" }, "budget"],
  [{ subtype: "error_max_structured_output_retries", errors: [] }, "structuredOutput"],
  [
    {
      terminal_reason: "structured_output_retry_exhausted",
      result: "Failed to provide valid structured output after 5 attempts",
    },
    "structuredOutput",
  ],
  [{ terminal_reason: "prompt_too_long", result: "Prompt is too long" }, "tooLong"],
  [{ terminal_reason: "blocking_limit", result: "Context limit reached" }, "tooLong"],
  [{ terminal_reason: "image_error", result: "Image was too large" }, "image"],
  [{ terminal_reason: "malformed_tool_use_exhausted", result: "It failed" }, "malformedCall"],
  [{ stop_reason: "refusal", result: "API Error: it was flagged" }, "refused"],
  [{ result: "There's an issue with the selected model (x)" }, "modelMissing", "model_not_found"],
  [{ api_error_status: 400, result: "API Error: 400" }, "other", "invalid_request"],
])("finds the reason of a failed turn: %j → %s", (frame, failure, error) => {
  const failed = { type: "result", subtype: "success", is_error: true, ...frame } as ResultFrame;
  expect(getTurnFailure(failed, failed.result ?? failed.subtype, error)).toBe(failure);
});

it.each([
  ["max-turns", "turnLimit"],
  ["max-turns-2.0.77", "turnLimit"],
  ["max-turns-2.1.50", "turnLimit"],
  ["max-budget", "budget"],
  ["max-budget-2.0.77", "budget"],
  ["max-budget-2.1.50", "budget"],
  ["refusal", "refused"],
  ["refusal-2.0.77", "refused"],
  ["refusal-2.1.50", "refused"],
  ["too-long", "tooLong"],
  ["too-long-2.0.77", "tooLong"],
  ["output-limit", "outputLimit"],
  ["unauthorized", "signIn"],
])("explains the failure of the recorded turn %s without codes of claude", (recording, failure) => {
  const [turn] = turnsOf(recording);
  expect(turn).toMatchObject({ outcome: "failed", failure });
  expect(`${turn?.message} ${formatTurnFailure(turn as TurnItem).title}`).not.toMatch(/error_|_turns|_usd/);
});

const limited = (info: object) => ({ type: "rate_limit_event", rate_limit_info: { status: "rejected", ...info } });
const ended = (text: string) => ({
  type: "result",
  subtype: "success",
  is_error: true,
  uuid: "r",
  api_error_status: 429,
  result: text,
});
const lastTurn = (...frames: object[]): TurnItem => {
  const { read, items } = reading();
  read(...frames);
  return items().at(-1) as TurnItem;
};

it("shows which plan limit ended a turn, its end, and why extra usage is off", () => {
  const turn = lastTurn(
    limited({
      rateLimitType: "seven_day_opus",
      resetsAt: 4_102_444_800,
      utilization: 1,
      overageStatus: "rejected",
      overageDisabledReason: "out_of_credits",
    }),
    ended("You've hit your Opus limit"),
  );
  expect(turn.limit).toEqual({
    limit: "sevenDaysOpus",
    percent: 100,
    resetsAt: 4_102_444_800,
    noExtra: "out_of_credits",
  });
  const { title, detail } = formatTurnFailure(turn);
  expect(title).toMatch(/^7-day limit for Opus reached \(resets at /);
  expect(detail).toMatch(/^Not continued with extra usage: no credits are left/);
});

it("reads the end of a limit from the text of 2.0.77, and shows unknown limits", () => {
  expect(lastTurn(ended("Claude AI usage limit reached|1795600000")).limit).toEqual({ resetsAt: 1_795_600_000 });
  expect(lastTurn(limited({ rateLimitType: "ninety_days" }), ended("You've hit your limit")).limit).toEqual({});
  expect(formatTurnFailure(lastTurn(ended("You've hit your limit"))).title).toBe("Plan limit reached");
});
