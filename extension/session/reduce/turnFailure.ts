import type { TurnFailure } from "../../contract/items.ts";
import type { ResultFrame } from "../../protocol/frames.ts";

const bySubtype: ReadonlyMap<string, TurnFailure> = new Map([
  ["error_max_turns", "turnLimit"],
  ["error_max_budget_usd", "budget"],
]);

/**
 * Returns the cause of a failed turn. 2.1.329 gives the HTTP status of the service (`api_error_status`; recorded in `api-error` and `unauthorized`);
 * older versions give only a text.
 */
export function getTurnFailure({ subtype, terminal_reason: reason, api_error_status: status = 0 }: ResultFrame, words: string): TurnFailure {
  return bySubtype.get(subtype) ?? (reason === "prompt_too_long" ? "tooLong" : classifyFailure(words, status));
}

/** Classifies a failure by the error text of `claude`; `status` is 0 where it is not known. */
export function classifyFailure(words: string, status = 0): TurnFailure {
  if (status === 401 || status === 403 || /please run \/login|invalid api key|not logged in|failed to authenticate|oauth token/i.test(words)) return "signIn";
  if (status === 529 || /overloaded/i.test(words)) return "overloaded";
  // 2.1.329 also reports a reached plan limit as 429, with its own text.
  if (/hit your .*limit|usage limit reached/i.test(words)) return "planLimit";
  if (status === 429 || /rate limit|too many requests|\b429\b/i.test(words)) return "rateLimit";
  if (/prompt is too long/i.test(words)) return "tooLong";
  if ((status >= 500 && status < 600) || /\b5\d\d\b.*(error|internal)|internal server error/i.test(words)) return "server";
  const isNetwork = /econn|enotfound|eai_again|etimedout|fetch failed|connection error|network|socket|timed? ?out/i.test(words);
  return isNetwork ? "network" : "other";
}
