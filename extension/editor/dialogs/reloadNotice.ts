import * as vscode from "vscode";
import { PageHealth } from "../../conversations/lifecycle/pageHealth.ts";
import { panelText } from "../../text/panel.ts";
import { reportError } from "./reportError.ts";

/** Creates the object that tells the native views about pages that do not start. It offers the user to reload the window, once. */
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
