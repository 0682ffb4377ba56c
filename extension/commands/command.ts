import * as vscode from "vscode";
import { messageOf } from "../base/failure.ts";
import type { Logger } from "../base/logger.ts";

/** One command of the manifest. */
export interface Command {
  /** Without the `tandem.` prefix. */
  readonly id: string;
  run(argument?: unknown): unknown;
}

/** Registers commands; what one throws is logged and shown. */
export function registerCommands(commands: readonly Command[], logger: Logger): vscode.Disposable {
  return vscode.Disposable.from(
    ...commands.map((command) =>
      vscode.commands.registerCommand(`tandem.${command.id}`, async (argument?: unknown) => {
        try {
          await command.run(argument);
        } catch (error) {
          logger.error(`tandem.${command.id}: ${messageOf(error)}`);
          void vscode.window.showErrorMessage(`Tandem: ${messageOf(error)}`);
        }
      }),
    ),
  );
}

/** The string a command was called with, such as the id of a request; undefined for anything else. */
export function textArgument(argument: unknown): string | undefined {
  return typeof argument === "string" ? argument : undefined;
}
