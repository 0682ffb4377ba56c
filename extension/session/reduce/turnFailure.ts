import type { TurnFailure } from "../../contract/items.ts";
import type { ResultFrame } from "../../protocol/frames.ts";

const bySubtype: ReadonlyMap<string, TurnFailure> = new Map([
  ["error_max_turns", "turnLimit"],
  ["error_max_budget_usd", "budget"],
]);

/**
 * Returns what made a turn fail. 2.1.329 gives the status of the service's answer (`api_error_status`; recorded in `api-error` and
 * `unauthorized`), older versions only words.
 */
export function getTurnFailure({ subtype, terminal_reason: reason, api_error_status: status = 0 }: ResultFrame, words: string): TurnFailure {
  return bySubtype.get(subtype) ?? (reason === "prompt_too_long" ? "tooLong" : classifyFailure(words, status));
}

/** Returns what made a turn fail, by what the CLI said of it; `status` is 0 where it is not known. */
export function classifyFailure(words: string, status = 0): TurnFailure {
  if (status === 401 || status === 403 || /please run \/login|invalid api key|not logged in|failed to authenticate|oauth token/i.test(words)) return "signIn";
  if (status === 529 || /overloaded/i.test(words)) return "overloaded";
  // Of a plan's limit that is reached 2.1.329 answers 429 too, in words of its own.
  if (/hit your .*limit|usage limit reached/i.test(words)) return "planLimit";
  if (status === 429 || /rate limit|too many requests|\b429\b/i.test(words)) return "rateLimit";
  if (/prompt is too long/i.test(words)) return "tooLong";
  if ((status >= 500 && status < 600) || /\b5\d\d\b.*(error|internal)|internal server error/i.test(words)) return "server";
  const isNetwork = /econn|enotfound|eai_again|etimedout|fetch failed|connection error|network|socket|timed? ?out/i.test(words);
  return isNetwork ? "network" : "other";
}
