import * as vscode from "vscode";
import type { Command } from "./command.ts";

/** How to run the program: what to start, with which arguments, environment and folder. */
export interface TerminalCall {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Opens a terminal with the claude program, whose own login takes it from there. `call` throws where no program may run. */
export function logInCommand(call: () => Promise<TerminalCall>): Command {
  return {
    async run() {
      const { file, args, env, cwd } = await call();
      vscode.window.createTerminal({ name: "claude", shellPath: file, shellArgs: [...args, "/login"], env: { ...env }, cwd }).show();
    },
  };
}
