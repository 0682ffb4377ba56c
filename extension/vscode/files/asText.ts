import type * as vscode from "vscode";

/**
 * Returns options with which the commands "vscode.open" and "vscode.diff" use a text editor, whatever editor the user
 * associates with the name of the file: in a preview, lines of a change would not be shown. The editor takes any
 * boolean for the text editor; its types do not name the field (VS Code 1.106 to 1.139).
 */
export function asText<T extends vscode.TextDocumentShowOptions>(options: T): T & { readonly override: false } {
  return { ...options, override: false };
}
