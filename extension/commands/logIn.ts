import * as vscode from "vscode";
import type { Command } from "./command.ts";

/** Opens a terminal with the claude program, whose own login takes it from there. */
export function logInCommand(findProgram: () => string): Command {
  return {
    id: "logIn",
    run() {
      const terminal = vscode.window.createTerminal({ name: "claude", shellPath: findProgram(), shellArgs: ["/login"] });
      terminal.show();
    },
  };
}
