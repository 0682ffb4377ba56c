import * as vscode from "vscode";
import { editorText } from "../../shared/text/editor.ts";
import type { Messages } from "../dialogs/messages.ts";

/** VS Code language ids by the names that replies use. */
const languages: ReadonlyMap<string, string> = new Map([
  ["bash", "shellscript"],
  ["c++", "cpp"],
  ["js", "javascript"],
  ["jsx", "javascriptreact"],
  ["md", "markdown"],
  ["py", "python"],
  ["rb", "ruby"],
  ["rs", "rust"],
  ["sh", "shellscript"],
  ["ts", "typescript"],
  ["tsx", "typescriptreact"],
  ["yml", "yaml"],
]);

/**
 * Inserts code at the cursor of the active editor, in place of its selection. Tells the user if there is no active
 * editor.
 */
export async function insertCode(text: string, messages: Pick<Messages, "inform">): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const isDone = editor !== undefined && (await editor.edit((edit) => edit.replace(editor.selection, text)));
  if (!isDone) messages.inform(editorText.notInserted());
}

/** Writes a text to the clipboard. */
export async function copyText(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
}

/** Opens code as a new untitled file. */
export async function openCode(text: string, language: string): Promise<void> {
  const named = languages.get(language.toLowerCase()) ?? language.toLowerCase();
  const known = (await vscode.languages.getLanguages()).includes(named) ? { language: named } : {};
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: text, ...known }), {
    preview: false,
  });
}
