import * as vscode from "vscode";
import { isFailure, messageOf } from "../base/failure.ts";
import type { Logger } from "../base/logger.ts";
import type { Notifier, Refusal } from "../conversations/ports.ts";
import { problemOf } from "../session/problem.ts";
import { problemText } from "../text/problems.ts";
import { inMessage } from "./plainText.ts";

/** Says what went wrong with something that the user did. */
export function reportError(what: string, error: unknown, logger: Logger): void {
  logger.error(`${what}: ${messageOf(error)}`);
  const problem = isFailure(error) ? problemText(problemOf(error)) : undefined;
  void vscode.window.showErrorMessage(inMessage(["Tandem", problem?.title ?? messageOf(error), problem?.detail].filter(Boolean).join(": ")));
}

/** How a panel tells that a press came to nothing, or what went wrong with it. */
export function panelReports(
  dialogs: Notifier,
  log: Parameters<typeof reportError>[2],
): { readonly say: (refusal: Refusal) => void; readonly report: (error: unknown) => void } {
  return { say: (refusal) => dialogs.say(refusal), report: (error) => reportError("panel", error, log) };
}
