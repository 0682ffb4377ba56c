import type * as vscode from "vscode";
import type { Command } from "./command.ts";

export function showLogCommand(log: vscode.LogOutputChannel): Command {
  return { run: () => log.show() };
}
