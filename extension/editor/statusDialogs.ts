import { t } from "@vscode/l10n";
import * as vscode from "vscode";
import type { ServerState } from "../contract/mcpServers.ts";
import { type StatusRow, serverRows } from "../text/status.ts";
import { inLabel } from "./plainText.ts";

/** Shows what is in force; its last row opens the settings. */
export async function showRows(title: string, rows: readonly StatusRow[], setting: string): Promise<void> {
  const shown = rows.map(({ label, description, detail = "" }) => ({ label: inLabel(label), description: inLabel(description), detail: inLabel(detail) }));
  const settings = { label: `$(gear) ${t("Open settings")}`, description: inLabel(setting) };
  const picked = await vscode.window.showQuickPick([...shown, settings], { title: inLabel(title), matchOnDescription: true, matchOnDetail: true });
  if (picked === settings) await vscode.commands.executeCommand("workbench.action.openSettings", setting);
}

export function showServers(servers: readonly ServerState[] | undefined): Promise<void> {
  const none = { label: servers ? t("No MCP server is configured") : t("No process runs that could say"), description: "" };
  return showRows(t("MCP servers of this conversation"), servers && servers.length > 0 ? serverRows(servers) : [none], "tandem.mcpServers");
}

/** Where a command goes that works in a terminal only. Nothing happens without an answer. */
export async function askTerminal(line: string, canGoOn: boolean): Promise<"new" | "goOn" | undefined> {
  const fresh = {
    label: t("Run it in a new terminal"),
    detail: t("The claude program starts there with it; this conversation stays as it is."),
    where: "new",
  } as const;
  const along = {
    label: t("Go on with this conversation in a terminal"),
    detail: t("Its process here ends, and what is said in the terminal is read along."),
    where: "goOn",
  } as const;
  const options = { title: t("{0} works in a terminal only", inLabel(line.split(/\s/, 1)[0] ?? "")) };
  return (await vscode.window.showQuickPick(canGoOn ? [fresh, along] : [fresh], options))?.where;
}
