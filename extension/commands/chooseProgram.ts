import * as vscode from "vscode";
import type { Chat } from "../panel/chat.ts";
import type { Command } from "./command.ts";

/** Lets the user point at the claude program, keeps it in the settings, and starts. */
export function chooseProgramCommand(chat: Chat): Command {
  return {
    id: "chooseProgram",
    async run() {
      const [file] = (await vscode.window.showOpenDialog({ title: "Choose the claude program", openLabel: "Use this program", canSelectMany: false })) ?? [];
      if (!file) return;
      await vscode.workspace.getConfiguration("tandem").update("claudePath", file.fsPath, vscode.ConfigurationTarget.Global);
      await chat.restart();
    },
  };
}
