import * as vscode from "vscode";
import type { TerminalCall } from "../conversations/terminalActions.ts";
import type { Command } from "./command.ts";

/** Opens a terminal with the claude program, whose own login takes it from there. `call` throws where no program may run. */
export function logInCommand(call: () => Promise<TerminalCall>): Command {
  return {
    async run() {
      const { file, args, env, cwd } = await call();
      vscode.window.createTerminal({ name: "claude", shellPath: file, shellArgs: [...args, "/login"], env: { ...env }, cwd }).show();
    },
  };
}
