import * as vscode from "vscode";
import type { Logger } from "../base/logger.ts";
import { inMessage } from "../editor/plainText.ts";
import { reportError } from "../editor/reportError.ts";
import { rowLostText } from "../text/conversationList.ts";
import { isLostRow } from "./arguments.ts";

/** What one command of the manifest does. */
export interface Command {
  /** `argument`: what a menu or a caller hands over; `chosen`: all that are chosen beside it. */
  run(argument?: unknown, chosen?: unknown): unknown;
}

/** Registers commands by their ids without the `tandem.` prefix; what one throws is logged and shown. */
export function registerCommands(commands: Readonly<Record<string, Command>>, logger: Logger): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, command]) =>
      vscode.commands.registerCommand(`tandem.${id}`, async (...given: unknown[]) => {
        try {
          // Without this a row's "Delete" would ask about the conversation in front.
          if (isLostRow(given)) return void vscode.window.showInformationMessage(inMessage(rowLostText()));
          await command.run(given[0], given[1]);
        } catch (error) {
          reportError(`tandem.${id}`, error, logger);
        }
      }),
    ),
  );
}
