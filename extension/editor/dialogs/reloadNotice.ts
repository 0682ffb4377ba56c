import * as vscode from "vscode";
import { PageHealth } from "../../conversations/lifecycle/pageHealth.ts";
import { panelText } from "../../text/panel.ts";
import { reportError } from "./reportError.ts";

/** What keeps the native views told about pages that do not start; the user is offered what helps, once. */
export function createPageHealth(log: vscode.LogOutputChannel): PageHealth {
  return new PageHealth(
    () => void offerReload(log),
    (error) => reportError("views", error, log),
  );
}

async function offerReload(log: vscode.LogOutputChannel): Promise<void> {
  const reload = panelText.reloadWindow();
  const showLog = panelText.showLogCommand();
  const chosen = await vscode.window.showErrorMessage(panelText.chatNotStarted(), reload, showLog);
  if (chosen === reload) await vscode.commands.executeCommand("workbench.action.reloadWindow");
  if (chosen === showLog) log.show();
}
