// Files and editors of the tests that run inside the extension host.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";

/** Folder of the files of the tests. */
export const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-adapters-")));
export const tabNames = (): string[] =>
  vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));

/** Writes a new file for a test; returns its path. */
export function newFile(name: string, text: string): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
}

export async function openFile(file: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
}

/** Types at the start of a document. */
export async function typeInto(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(0, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/** Returns the document of the tab with this label. */
export const documentIn = (label: string): vscode.TextDocument | undefined => {
  const tab = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).find((each) => each.label === label);
  const uri =
    tab?.input instanceof vscode.TabInputTextDiff
      ? tab.input.modified
      : tab?.input instanceof vscode.TabInputText
        ? tab.input.uri
        : undefined;
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri?.toString());
};

export async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}
