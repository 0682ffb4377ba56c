import * as vscode from "vscode";
import type { Logger } from "../base/logger.ts";
import { conversationOfUri } from "../conversations/conversationUri.ts";
import { inMessage } from "../editor/plainText.ts";
import { reportError } from "../editor/reportError.ts";
import { rowLostText } from "../text/conversationList.ts";

/** What one command of the manifest does. */
export interface Command {
  run(argument?: unknown): unknown;
}

/** Registers commands by their ids without the `tandem.` prefix; what one throws is logged and shown. */
export function registerCommands(commands: Readonly<Record<string, Command>>, logger: Logger): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, command]) =>
      vscode.commands.registerCommand(`tandem.${id}`, async (...given: unknown[]) => {
        try {
          // Without this a row's "Delete" would ask about the conversation in front.
          if (isLostRow(given)) return void vscode.window.showInformationMessage(inMessage(rowLostText()));
          await command.run(given[0]);
        } catch (error) {
          reportError(`tandem.${id}`, error, logger);
        }
      }),
    ),
  );
}

/**
 * Whether a menu of a tree belonged to a row that the editor cannot name, since the tree was drawn anew meanwhile. It hands over the
 * row and the selection (VS Code 1.139); the palette and keys hand over nothing, a title bar one argument.
 */
function isLostRow(given: readonly unknown[]): boolean {
  return given.length > 1 && given[0] === undefined;
}

/** The string a command was called with, such as the id of a request; undefined for anything else. */
export function textArgument(argument: unknown): string | undefined {
  return typeof argument === "string" ? argument : undefined;
}

/** The name of the conversation whose tab a menu belongs to: the editor hands over its URI. */
export function tabArgument(argument: unknown): string | undefined {
  if (typeof argument !== "object" || argument === null || !("scheme" in argument) || !("path" in argument)) return undefined;
  const { scheme, path } = argument;
  return typeof scheme === "string" && typeof path === "string" ? conversationOfUri({ scheme, path }) : undefined;
}

/** The key of a conversation of the list: given as it is, or by the row of the tree that a menu belongs to. */
export function listArgument(argument: unknown): string | undefined {
  const row = typeof argument === "object" && argument !== null && "listed" in argument ? argument.listed : undefined;
  const key = typeof row === "object" && row !== null && "key" in row ? row.key : argument;
  return textArgument(key);
}
