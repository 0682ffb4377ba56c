import { t } from "@vscode/l10n";
import type { GuardCause, LimitMeter } from "../../contract/requests/guards.ts";
import type { GuardView } from "../../contract/requests/requests.ts";
import { formatCount, formatDollars, formatTokens } from "../numbers.ts";

/** Returns an amount without its unit, except for a currency. */
function formatNumber(unit: LimitMeter["unit"], amount: number): string {
  if (unit === "usd") return formatDollars(amount);
  return unit === "tokens" ? formatTokens(amount) : formatCount(Math.round(amount * 10) / 10);
}

/** Returns an amount with its unit, such as "12 min". */
function formatAmount(unit: LimitMeter["unit"], amount: number): string {
  const number = formatNumber(unit, amount);
  if (unit === "usd") return number;
  return unit === "tokens" ? t("{0} tokens", number) : t("{0} min", number);
}

/** Returns the name of a limit, such as "Time of this turn". */
function getLimitName({ scope, unit }: LimitMeter): string {
  if (unit === "minutes") return t("Time of this turn");
  if (scope === "turn") return unit === "tokens" ? t("New tokens of this turn") : t("Cost of this turn");
  return unit === "tokens" ? t("New tokens of this conversation") : t("Cost of this conversation");
}

const titles: { readonly [C in GuardCause["code"]]: () => string } = {
  limit: () => t("Limit reached"),
  failingCall: () => t("claude may be stuck"),
  repeatedEdit: () => t("claude may be stuck"),
  webContent: () => t("Web content for claude"),
};

/** Texts of limits and of the cards of held calls. */
export const guardText = {
  limitName: getLimitName,
  used: ({ unit, used, max }: LimitMeter) => t("{0} of {1}", formatNumber(unit, used), formatAmount(unit, max)),
  title: ({ code }: GuardCause) => titles[code](),
  failing: (count: number) => t("The same call failed {0} times in a row.", count),
  lastError: () => t("Last error"),
  repeated: () => t("The same edit was already made and undone."),
  fetched: (url: string) => t("From {0}. claude continues with this text only after you allow it.", url),
  content: () => t("Content"),
  continue: () => t("Continue"),
  tell: () => t("Tell claude…"),
  feedback: () => t("What to do instead"),
  send: () => t("Send instruction"),
  held: (tool: string, subject: string) =>
    subject === "" ? t("{0} is waiting for you.", tool) : t("{0} is waiting for you: {1}", tool, subject),
  raise: (unit: LimitMeter["unit"], to: number) => t("Raise to {0}", formatAmount(unit, to)),
  unlimited: ({ scope }: LimitMeter) =>
    scope === "turn" ? t("No limit for this turn") : t("No limit for this conversation"),
  wrapUp: () => t("Wrap up"),
  stop: () => t("Stop"),
  help: ({ scope }: LimitMeter) =>
    scope === "turn"
      ? t("The new limit applies to this turn only. “Wrap up” lets claude reply once more, without tools.")
      : t("The new limit applies to this conversation only. “Wrap up” lets claude reply once more, without tools."),
  near: (limit: LimitMeter) =>
    t("{0}: {1} used. At the limit, tool calls wait for you.", getLimitName(limit), guardText.used(limit)),
  unanswered: (limit: LimitMeter) =>
    t(
      "{0}: {1}. The limit was reached and not raised, so tool calls are denied until the turn ends.",
      getLimitName(limit),
      guardText.used(limit),
    ),
  soft: (version: string) =>
    t(
      "With claude {0}, a tool call that is held at a limit can still run if claude cancels the request. Update to claude 2.1.208 or later.",
      version,
    ),
  costLate: (version: string) =>
    t(
      "claude {0} reports costs only when a turn ends, so this limit can't be checked during a turn. Limit tokens or time instead.",
      version,
    ),
};

/** Returns the label of a held call in a list. */
export function formatGuardLabel({ tool, subject, cause }: GuardView): string {
  return t(
    "{0}: {1}",
    cause.code === "limit" ? getLimitName(cause.limit) : titles[cause.code](),
    `${tool} ${subject}`.trim(),
  );
}
