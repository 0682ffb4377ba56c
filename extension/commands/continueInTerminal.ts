import * as vscode from "vscode";
import type { TerminalActions } from "../conversations/terminalActions.ts";
import { type Command, listArgument } from "./command.ts";

/** Goes on with a conversation in a terminal of the editor; its process here ends first. */
export function continueInTerminalCommand(actions: TerminalActions): Command {
  return {
    async run(argument) {
      const handed = await actions.handOver(listArgument(argument));
      if (!handed) return;
      const { file, args, env, cwd } = handed.call;
      vscode.window.createTerminal({ name: handed.title, shellPath: file, shellArgs: [...args], env: { ...env }, cwd }).show();
    },
  };
}
