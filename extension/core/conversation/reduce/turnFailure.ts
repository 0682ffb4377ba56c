import type { TurnFailure } from "../../../shared/contract/items.ts";
import type { ResultFrame } from "../../protocol/frames/frames.ts";

/** Failures by the subtype of a result (all versions). */
const bySubtype: ReadonlyMap<string, TurnFailure> = new Map([
  ["error_max_turns", "turnLimit"],
  ["error_max_budget_usd", "budget"],
  ["error_max_structured_output_retries", "structuredOutput"],
]);

/** Failures by the reason for the end of a turn (2.1.329). */
const byReason: ReadonlyMap<string | undefined, TurnFailure> = new Map([
  ["max_turns", "turnLimit"],
  ["budget_exhausted", "budget"],
  ["structured_output_retry_exhausted", "structuredOutput"],
  ["prompt_too_long", "tooLong"],
  ["blocking_limit", "tooLong"],
  ["rapid_refill_breaker", "tooLong"],
  ["image_error", "image"],
  ["malformed_tool_use_exhausted", "malformedCall"],
]);

/**
 * Failures by the code of the error in the last reply (all versions); more general codes, such as "invalid_request",
 * say less than the text.
 */
const byError: ReadonlyMap<string | undefined, TurnFailure> = new Map([
  ["authentication_failed", "signIn"],
  ["cloud_credential_error", "signIn"],
  ["oauth_org_not_allowed", "account"],
  ["account_on_hold", "account"],
  ["verification_required", "account"],
  ["billing_error", "billing"],
  ["overloaded", "overloaded"],
  ["max_output_tokens", "outputLimit"],
  ["model_not_found", "modelMissing"],
]);

/**
 * Returns the cause of a failed turn; `error` is the code of the error in its last reply. 2.1.329 gives the HTTP status
 * of the service (`api_error_status`; recorded in `api-error` and `unauthorized`); older versions give only a text.
 */
export function getTurnFailure(frame: ResultFrame, words: string, error?: string): TurnFailure {
  const { subtype, terminal_reason: reason, stop_reason: stop, api_error_status: status = 0 } = frame;
  if (stop === "refusal") return "refused";
  return bySubtype.get(subtype) ?? byReason.get(reason) ?? classifyFailure(words, status, error);
}

/** Classifies a failure by the code of its error and the text of `claude`; `status` is 0 where it is not known. */
export function classifyFailure(words: string, status = 0, error?: string): TurnFailure {
  const known = byError.get(error);
  if (known) return known;
  if (/violate our Usage Policy|safeguards flagged/i.test(words)) return "refused";
  if (
    status === 401 ||
    status === 403 ||
    /please run \/login|invalid api key|not logged in|failed to authenticate|oauth token/i.test(words)
  )
    return "signIn";
  if (/credit balance is too low/i.test(words)) return "billing";
  if (status === 529 || /overloaded/i.test(words)) return "overloaded";
  // 2.1.329 also reports a reached plan limit as 429, with its own text.
  if (/hit your .*limit|usage limit reached/i.test(words)) return "planLimit";
  if (status === 429 || /rate limit|too many requests|\b429\b/i.test(words)) return "rateLimit";
  if (/prompt is too long/i.test(words)) return "tooLong";
  if (/output token maximum/i.test(words)) return "outputLimit";
  if (/issue with the selected model/i.test(words)) return "modelMissing";
  if ((status >= 500 && status < 600) || /\b5\d\d\b.*(error|internal)|internal server error/i.test(words))
    return "server";
  const isNetwork =
    /econn|enotfound|eai_again|etimedout|fetch failed|connection error|network|socket|timed? ?out/i.test(words);
  return isNetwork ? "network" : "other";
}
