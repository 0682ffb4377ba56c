import * as vscode from "vscode";
import type { ConversationActions } from "../conversations/conversationActions.ts";
import { dialogText } from "../text/dialogs.ts";
import type { Command } from "./command.ts";

/** Lets the user point at the claude program, keeps it in the settings, and starts. */
export function chooseProgramCommand(actions: ConversationActions): Command {
  return {
    async run() {
      const [file] =
        (await vscode.window.showOpenDialog({ title: dialogText.selectExecutable(), openLabel: dialogText.useExecutable(), canSelectMany: false })) ?? [];
      if (!file) return;
      const configuration = vscode.workspace.getConfiguration("tandem", vscode.workspace.workspaceFolders?.[0]?.uri);
      const inForce = configuration.inspect("claudePath");
      // The choice must win over the value that is in force now, wherever that is.
      const target =
        inForce?.workspaceFolderValue !== undefined
          ? vscode.ConfigurationTarget.WorkspaceFolder
          : inForce?.workspaceValue !== undefined
            ? vscode.ConfigurationTarget.Workspace
            : vscode.ConfigurationTarget.Global;
      await configuration.update("claudePath", file.fsPath, target);
      await actions.retry();
    },
  };
}
