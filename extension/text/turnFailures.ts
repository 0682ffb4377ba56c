import { t } from "@vscode/l10n";
import type { TurnFailure } from "../contract/items.ts";

interface FailureText {
  readonly title: string;
  /** What is safe, and what to do. */
  readonly detail: string;
}

const failures: { readonly [F in TurnFailure]: () => FailureText } = {
  signIn: () => ({ title: t("Login failed"), detail: t("Log in to claude, then retry. Your message is kept.") }),
  overloaded: () => ({ title: t("The service is overloaded"), detail: t("Your message is kept. Retry in a moment, or use another model.") }),
  rateLimit: () => ({ title: t("Too many requests"), detail: t("Your message is kept. Wait a moment, then retry.") }),
  planLimit: () => ({ title: t("Plan limit reached"), detail: t("Retry once the limit resets, or use another model. Your message is kept.") }),
  server: () => ({ title: t("The service had an error"), detail: t("This is usually temporary. Your message is kept.") }),
  network: () => ({ title: t("Couldn't reach the service"), detail: t("Check your connection, then retry. Your message is kept.") }),
  tooLong: () => ({ title: t("The conversation is too long"), detail: t("Compact it, then retry.") }),
  turnLimit: () => ({ title: t("The turn limit was reached"), detail: t("Raise the limit, then retry.") }),
  budget: () => ({ title: t("The cost limit was reached"), detail: t("Raise the limit, then retry.") }),
  other: () => ({ title: t("Couldn't complete this turn"), detail: t("Your message is kept.") }),
};

export function formatTurnFailure(failure: TurnFailure = "other"): FailureText {
  return failures[failure]();
}
