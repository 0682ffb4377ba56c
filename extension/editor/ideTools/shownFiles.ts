import * as vscode from "vscode";
import { toLabelText } from "../dialogs/plainText.ts";
import { asText } from "../files/asText.ts";

export async function showFile(path: string, line: number | undefined): Promise<void> {
  const position = new vscode.Position(Math.max(0, (line ?? 1) - 1), 0);
  await vscode.window.showTextDocument(vscode.Uri.file(path), { preserveFocus: true, preview: true, selection: new vscode.Range(position, position) });
}

export async function showDiff(left: string, right: string): Promise<void> {
  const title = toLabelText(`${vscode.workspace.asRelativePath(left)} ↔ ${vscode.workspace.asRelativePath(right)}`);
  await vscode.commands.executeCommand("vscode.diff", vscode.Uri.file(left), vscode.Uri.file(right), title, asText({ preserveFocus: true, preview: true }));
}
