import { t } from "@vscode/l10n";
import type { TurnFailure, TurnItem } from "../../contract/items.ts";
import { formatLimit, formatNoExtra } from "./planLimits.ts";

interface FailureText {
  readonly title: string;
  /** The state of the user's work, and the next step. */
  readonly detail: string;
}

const failures: { readonly [F in TurnFailure]: () => FailureText } = {
  signIn: () => ({ title: t("You're not logged in"), detail: t("Log in, then retry. Your message is kept.") }),
  account: () => ({
    title: t("This account can't be used"),
    detail: t("See the details, or log in with another account. Your message is kept."),
  }),
  billing: () => ({
    title: t("Your account is out of credit"),
    detail: t("Add credit with your provider, then retry. Your message is kept."),
  }),
  overloaded: () => ({
    title: t("The service is overloaded"),
    detail: t("Retry in a moment, or use another model. Your message is kept."),
  }),
  rateLimit: () => ({ title: t("Too many requests"), detail: t("Wait a moment, then retry. Your message is kept.") }),
  planLimit: () => ({
    title: t("Plan limit reached"),
    detail: t("Retry once the limit resets, or use another model. Your message is kept."),
  }),
  server: () => ({
    title: t("The service had an error"),
    detail: t("This is usually temporary. Retry in a moment. Your message is kept."),
  }),
  network: () => ({
    title: t("Couldn't reach the service"),
    detail: t("Check your connection, then retry. Your message is kept."),
  }),
  tooLong: () => ({
    title: t("The conversation is too long"),
    detail: t("Compact it, then retry. Your message is kept."),
  }),
  outputLimit: () => ({
    title: t("The reply was too long"),
    detail: t("It was cut off. Continue it, or ask for a shorter reply."),
  }),
  turnLimit: () => ({
    title: t("The maximum number of steps was reached"),
    detail: t("The work so far is kept. Continue, or raise tandem.maxTurns."),
  }),
  budget: () => ({
    title: t("The cost limit was reached"),
    detail: t("The work so far is kept. Raise the limit to continue."),
  }),
  structuredOutput: () => ({
    title: t("The reply didn't match the requested format"),
    detail: t("The model tried several times. Retry, or use another model. Your message is kept."),
  }),
  refused: () => ({
    title: t("The model refused to answer"),
    detail: t("Edit and resend the message, or select another model."),
  }),
  modelMissing: () => ({
    title: t("The model is not available"),
    detail: t("Select another model, then retry. Your message is kept."),
  }),
  image: () => ({
    title: t("An image can't be used"),
    detail: t("It may be too large or damaged. Edit the message to remove it, then resend it."),
  }),
  malformedCall: () => ({
    title: t("The model made invalid tool calls"),
    detail: t("It tried several times. Continue, or use another model."),
  }),
  other: () => ({
    title: t("Couldn't complete this turn"),
    detail: t("See the details, then retry. Your message is kept."),
  }),
};

/** Returns what ended a turn and what to do. */
export function formatTurnFailure({ failure = "other", limit }: Pick<TurnItem, "failure" | "limit">): FailureText {
  const { title, detail } = failures[failure]();
  if (failure !== "planLimit" || limit === undefined) return { title, detail };
  return { title: formatLimit(limit, true), detail: [formatNoExtra(limit), detail].filter(Boolean).join(" ") };
}

/** Labels of the next steps after a failed turn. */
export const turnStepText = {
  logIn: () => t("Log in"),
  retry: () => t("Retry"),
  continue: () => t("Continue"),
  compactAndRetry: () => t("Compact and retry"),
  raiseBudget: () => t("Raise limit and continue"),
  selectModel: () => t("Select model…"),
  editAndResend: () => t("Edit and resend"),
  showUsage: () => t("Show usage"),
} as const;
