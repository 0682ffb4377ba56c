import * as vscode from "vscode";
import type { ConversationActions } from "../conversations/actions/conversationActions.ts";
import type { TerminalCall } from "../conversations/actions/terminalActions.ts";
import { dialogText } from "../text/dialogs.ts";
import type { CommandTable } from "./commandIds.ts";

export interface WindowCommandsOptions {
  readonly actions: ConversationActions;
  readonly log: vscode.LogOutputChannel;
  readonly extensionId: string;
  /** Returns how a terminal runs the program. Throws where no program may run. */
  readonly inTerminal: () => Promise<TerminalCall>;
}

/** Commands about the program, the log and the settings. */
export function windowCommands({ actions, log, extensionId, inTerminal }: WindowCommandsOptions): CommandTable<"window"> {
  return {
    chooseProgram: () => chooseProgram(actions),
    logIn: async () => openLogin(await inTerminal()),
    showLog: () => log.show(),
    openSettings: () => vscode.commands.executeCommand("workbench.action.openSettings", `@ext:${extensionId}`),
  };
}

/** Lets the user point at the claude program, keeps it in the settings, and starts. */
async function chooseProgram(actions: ConversationActions): Promise<void> {
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
}

/** Opens a terminal with the claude program, whose own login takes it from there. */
function openLogin({ file, args, env, cwd }: TerminalCall): void {
  vscode.window.createTerminal({ name: "claude", shellPath: file, shellArgs: [...args, "/login"], env: { ...env }, cwd }).show();
}
