import { toProblem } from "../../core/conversation/view/problem.ts";
import type { Banners } from "../../core/conversations/banners.ts";
import type { Notifier } from "../../core/conversations/ports.ts";
import { getErrorMessage, isFailure } from "../../shared/base/failure.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { Refusal } from "../../shared/contract/refusal.ts";
import { formatProblem } from "../../shared/text/problems.ts";
import { isBrokenPart } from "../../shared/text/startFailures.ts";
import { Messages } from "./messages.ts";

/** Logs an error of an action of the user and shows it, unless the loader of the parts shows it. */
export function reportError(what: string, error: unknown, logger: Logger, messages = new Messages()): void {
  logger.error(`${what}: ${getErrorMessage(error)}`);
  if (isBrokenPart(error)) return;
  const problem = isFailure(error) ? formatProblem(toProblem(error)) : undefined;
  messages.showError(
    ["Tandem", problem?.title ?? getErrorMessage(error), problem?.details, problem?.detail].filter(Boolean).join(": "),
  );
}

/**
 * Returns the callbacks with which a panel shows a refusal or an error of an action, and what it shows above the
 * composer.
 */
export function createPanelReports(
  dialogs: Notifier & { readonly messages: Messages; readonly banners: Banners },
  log: Parameters<typeof reportError>[2],
): { readonly say: (refusal: Refusal) => void; readonly report: (error: unknown) => void; readonly banners: Banners } {
  const { messages, banners } = dialogs;
  return {
    say: (refusal) => dialogs.say(refusal),
    report: (error) => reportError("panel", error, log, messages),
    banners,
  };
}
