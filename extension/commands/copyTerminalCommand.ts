import * as vscode from "vscode";
import type { TerminalActions } from "../conversations/terminalActions.ts";
import { listArgument } from "./arguments.ts";
import type { Command } from "./command.ts";

/** Copies what goes on with a conversation in any terminal. */
export function copyTerminalCommandCommand(actions: TerminalActions): Command {
  return {
    async run(argument) {
      const line = await actions.commandLine(listArgument(argument));
      if (line !== undefined) await vscode.env.clipboard.writeText(line);
    },
  };
}
