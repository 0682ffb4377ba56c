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

/** Runs commands by their ids, which the manifest begins with `tandem.`; what one throws is logged and shown. */
export function commandRunner(commands: Readonly<Record<string, Command>>, logger: Logger): (id: string, given: readonly unknown[]) => Promise<void> {
  return async (id, given) => {
    try {
      // Without this a row's "Delete" would ask about the conversation in front.
      if (isLostRow(given)) return void vscode.window.showInformationMessage(inMessage(rowLostText()));
      await commands[id.replace(/^tandem\./, "")]?.run(given[0], given[1]);
    } catch (error) {
      reportError(id, error, logger);
    }
  };
}
