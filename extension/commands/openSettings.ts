import * as vscode from "vscode";
import type { Command } from "./command.ts";

export function openSettingsCommand(extensionId: string): Command {
  return { run: () => vscode.commands.executeCommand("workbench.action.openSettings", `@ext:${extensionId}`) };
}
