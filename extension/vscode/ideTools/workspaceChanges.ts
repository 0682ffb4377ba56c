import * as vscode from "vscode";
import type { ChangePort, CodeAction, ProposedFileChange } from "../../core/ideTools/port.ts";
import { applyTextEdits } from "../../core/ideTools/textChanges.ts";
import { readArray, readNumber } from "../../shared/base/read.ts";
import { saveForClaude } from "../files/userChanges.ts";
import { isRealFileIn } from "./insideFiles.ts";

/** Maximum number of code actions whose edits are computed. */
const maxActions = 100;
/**
 * The kind of an edit of text in the editor's own data; others create, move or delete files, or ask the user (VS Code
 * 1.139).
 */
const textEdit = 2;

/** Plans changes with the language features of the editor, and applies them. */
export const workspaceChanges: ChangePort = {
  async planRename({ path, line, column }, name, folder) {
    const uri = vscode.Uri.file(path);
    await vscode.workspace.openTextDocument(uri);
    const edit = await run<vscode.WorkspaceEdit>(
      "vscode.executeDocumentRenameProvider",
      uri,
      new vscode.Position(line - 1, column - 1),
      name,
    );
    const changes = edit && (await toChanges(edit, folder));
    if (!changes) throw new Error("The rename would also create, move or delete files, which this tool does not do.");
    return changes;
  },

  async planFormat(path, folder) {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
    const { tabSize = 4, insertSpaces = true } = vscode.workspace.getConfiguration("editor", document);
    const edits = await run<readonly vscode.TextEdit[]>("vscode.executeFormatDocumentProvider", document.uri, {
      tabSize,
      insertSpaces,
    });
    if (!edits) throw new Error(`The editor has no formatter for ${path}.`);
    return [await toChange(document, edits, folder)].filter(({ before, after }) => before !== after);
  },

  async findActions(path, { first, last }, folder, kind) {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
    const range = document.validateRange(new vscode.Range(first - 1, 0, last - 1, Number.MAX_SAFE_INTEGER));
    const found = await run<readonly (vscode.CodeAction | vscode.Command)[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      range,
      kind,
      maxActions,
    );
    return Promise.all(
      (found ?? []).map(async (action): Promise<CodeAction> => {
        const edit = "edit" in action ? action.edit : undefined;
        return {
          name: action.title,
          kind: ("kind" in action && action.kind?.value) || "",
          changes: edit && (await toChanges(edit, folder)),
        };
      }),
    );
  },

  async apply(changes) {
    const documents = await Promise.all(
      changes.map(({ path }) => vscode.workspace.openTextDocument(vscode.Uri.file(path))),
    );
    const edit = new vscode.WorkspaceEdit();
    for (const [index, document] of documents.entries()) {
      const { path, before, after } = changes[index] as ProposedFileChange;
      if (document.isDirty || getText(document) !== before)
        throw new Error(`Nothing was changed: ${path} changed meanwhile.`);
      edit.replace(document.uri, ...getDifference(document, before, after));
    }
    if (!(await vscode.workspace.applyEdit(edit))) throw new Error("The editor did not make the changes.");
    const saved = await Promise.all(documents.map(saveForClaude));
    const unsaved = documents.filter((_, index) => saved[index] !== true).map(({ uri }) => uri.fsPath);
    if (unsaved.length > 0) throw new Error(`The editor changed the files, but could not save ${unsaved.join(", ")}.`);
  },
};

async function run<T>(command: string, ...given: readonly unknown[]): Promise<T | undefined> {
  return vscode.commands.executeCommand<T | undefined>(command, ...given);
}

/** Returns what an edit changes; undefined if it does more than change texts of files. */
async function toChanges(
  edit: vscode.WorkspaceEdit,
  folder: string,
): Promise<readonly ProposedFileChange[] | undefined> {
  const kinds = (readArray(edit, "_edits") ?? []).map((each) => readNumber(each, "_type"));
  const entries = edit.entries();
  if (kinds.some((kind) => kind !== textEdit) || entries.some(([{ scheme }]) => scheme !== "file")) return undefined;
  const changes = await Promise.all(
    entries.map(async ([uri, edits]) => toChange(await vscode.workspace.openTextDocument(uri), edits, folder)),
  );
  return changes
    .filter(({ before, after }) => before !== after)
    .sort((left, right) => (left.path < right.path ? -1 : 1));
}

async function toChange(
  document: vscode.TextDocument,
  edits: readonly vscode.TextEdit[],
  folder: string,
): Promise<ProposedFileChange> {
  const { uri, isDirty } = document;
  const before = document.getText();
  const after = applyTextEdits(
    before,
    edits.map(({ range, newText }) => ({
      start: document.offsetAt(range.start),
      end: document.offsetAt(range.end),
      text: newText,
    })),
  );
  return {
    path: uri.fsPath,
    before: withLineFeeds(before),
    after: withLineFeeds(after),
    isDirty,
    isInside: await isRealFileIn(uri, folder),
  };
}

/** Returns the range that differs, and its new text. */
function getDifference(document: vscode.TextDocument, before: string, after: string): [vscode.Range, string] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const toPosition = (offset: number): vscode.Position => {
    const head = before.slice(0, offset).split("\n");
    return new vscode.Position(head.length - 1, head.at(-1)?.length ?? 0);
  };
  return [
    document.validateRange(new vscode.Range(toPosition(start), toPosition(before.length - end))),
    after.slice(start, after.length - end),
  ];
}

const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, "\n");
const getText = (document: vscode.TextDocument): string => withLineFeeds(document.getText());
