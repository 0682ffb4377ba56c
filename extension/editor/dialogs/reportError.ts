import * as vscode from "vscode";
import { getErrorMessage, isFailure } from "../../base/failure.ts";
import type { Logger } from "../../base/logger.ts";
import type { Refusal } from "../../contract/refusal.ts";
import type { Notifier } from "../../conversations/ports.ts";
import { toProblem } from "../../session/problem.ts";
import { formatProblem } from "../../text/problems.ts";
import { describeStartError, isMissingPart } from "../../text/startFailures.ts";
import { toMessageText } from "./plainText.ts";

/** Logs an error of an action of the user and shows it. */
export function reportError(what: string, error: unknown, logger: Logger): void {
  logger.error(`${what}: ${getErrorMessage(error)}`);
  if (isMissingPart(error)) return void vscode.window.showErrorMessage(toMessageText(describeStartError(error)));
  const problem = isFailure(error) ? formatProblem(toProblem(error)) : undefined;
  void vscode.window.showErrorMessage(
    toMessageText(["Tandem", problem?.title ?? getErrorMessage(error), problem?.details, problem?.detail].filter(Boolean).join(": ")),
  );
}

/** Returns the callbacks with which a panel shows a refusal or an error of an action. */
export function createPanelReports(
  dialogs: Notifier,
  log: Parameters<typeof reportError>[2],
): { readonly say: (refusal: Refusal) => void; readonly report: (error: unknown) => void } {
  return { say: (refusal) => dialogs.say(refusal), report: (error) => reportError("panel", error, log) };
}
