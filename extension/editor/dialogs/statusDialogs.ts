import * as vscode from "vscode";
import type { ServerState } from "../../contract/mcpServers.ts";
import { terminalDialogText } from "../../text/dialogs.ts";
import { getServerRows, type StatusRow } from "../../text/status.ts";
import { toLabelText } from "./plainText.ts";

/** Shows rows; the last one opens the settings. */
async function showRows(title: string, rows: readonly StatusRow[], setting: string): Promise<void> {
  const shown = rows.map(({ label, description, detail = "" }) => ({
    label: toLabelText(label),
    description: toLabelText(description),
    detail: toLabelText(detail),
  }));
  const settings = { label: `$(gear) ${terminalDialogText.openSettings()}`, description: toLabelText(setting) };
  const picked = await vscode.window.showQuickPick([...shown, settings], { title: toLabelText(title), matchOnDescription: true, matchOnDetail: true });
  if (picked === settings) await vscode.commands.executeCommand("workbench.action.openSettings", setting);
}

export function showServers(servers: readonly ServerState[] | undefined): Promise<void> {
  const none = { label: servers ? terminalDialogText.noServers() : terminalDialogText.serversUnknown(), description: "" };
  return showRows(terminalDialogText.servers(), servers && servers.length > 0 ? getServerRows(servers) : [none], "tandem.mcpServers");
}

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
