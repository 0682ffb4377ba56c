import * as vscode from "vscode";

/** Maximum number of times that an editor is shown again because another one came to the front. */
const maxTries = 3;

/**
 * Discards the unsaved changes of a file. The command of the editor for that concerns the editor in front, so it runs
 * only while that is the one of the file; if another editor comes to the front at that moment and loses its changes, it
 * gets them back. Closes the tab that was opened for it.
 */
export async function discardChanges(path: string): Promise<void> {
  const uri = vscode.Uri.file(path);
  const hadTab = findTabs(uri).length > 0;
  try {
    for (let tries = 0; tries < maxTries && isDirty(uri); tries++) {
      await show(uri);
      if (!isInFront(uri)) continue;
      const others = vscode.workspace.textDocuments.filter(
        (document) => document.isDirty && document.uri.toString() !== uri.toString(),
      );
      const texts = others.map((document) => ({ document, text: document.getText() }));
      await vscode.commands.executeCommand("workbench.action.files.revert");
      for (const { document, text } of texts)
        if (!document.isDirty && document.getText() !== text) await setText(document, text);
    }
  } finally {
    if (!hadTab && !isDirty(uri)) await vscode.window.tabGroups.close(findTabs(uri), true);
  }
}

async function show(uri: vscode.Uri): Promise<void> {
  const notebook = vscode.workspace.notebookDocuments.find(
    (document) => document.isDirty && document.uri.toString() === uri.toString(),
  );
  if (notebook) await vscode.window.showNotebookDocument(notebook, { preview: false });
  else await vscode.window.showTextDocument(uri, { preview: false });
}

/** Returns whether the editor of a file is the one that commands concern. */
function isInFront(uri: vscode.Uri): boolean {
  return findTabs(uri).includes(vscode.window.tabGroups.activeTabGroup.activeTab as vscode.Tab);
}

function isDirty(uri: vscode.Uri): boolean {
  const { textDocuments, notebookDocuments } = vscode.workspace;
  return [...textDocuments, ...notebookDocuments].some(
    (document) => document.isDirty && document.uri.toString() === uri.toString(),
  );
}

/** Returns the tabs that show a file itself. */
function findTabs(uri: vscode.Uri): vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter(
    ({ input }) =>
      (input instanceof vscode.TabInputText || input instanceof vscode.TabInputNotebook) &&
      input.uri.toString() === uri.toString(),
  );
}

async function setText(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(
    document.uri,
    new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length)),
    text,
  );
  await vscode.workspace.applyEdit(edit);
}
