import * as vscode from "vscode";
import { terminalDialogText } from "../../text/dialogs.ts";
import { toLabelText } from "./plainText.ts";

/** Asks in which terminal to run a command that only works in a terminal. Returns undefined if the user cancelled. */
export async function askTerminal(line: string, canGoOn: boolean): Promise<"new" | "goOn" | undefined> {
  const fresh = {
    label: terminalDialogText.newTerminal(),
    detail: terminalDialogText.newTerminalDetail(),
    where: "new",
  } as const;
  const along = {
    label: terminalDialogText.continueThere(),
    detail: terminalDialogText.continueThereDetail(),
    where: "goOn",
  } as const;
  const options = { title: terminalDialogText.onlyInTerminal(toLabelText(line.split(/\s/, 1)[0] ?? "")) };
  return (await vscode.window.showQuickPick(canGoOn ? [fresh, along] : [fresh], options))?.where;
}
