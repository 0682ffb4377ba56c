import * as vscode from "vscode";
import type { Command } from "./command.ts";

/** Opens the tree's own filter box, which the editor has for every tree. */
export function filterConversationsCommand(): Command {
  return {
    async run() {
      await vscode.commands.executeCommand("tandem.conversations.focus");
      await vscode.commands.executeCommand("list.find");
    },
  };
}
