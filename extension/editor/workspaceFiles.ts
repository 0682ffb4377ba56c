import path from "node:path";
import * as vscode from "vscode";
import { mentionText } from "../contract/suggestions.ts";
import type { WorkspaceFiles } from "../conversations/mentions/fileMentions.ts";

/** Files of the workspace, listed by `list`, or by the editor where that returns undefined: its own search knows no ignore files. */
export class EditorWorkspaceFiles implements WorkspaceFiles {
  readonly #list: (folder: string) => Promise<readonly string[]> | undefined;

  constructor(list: (folder: string) => Promise<readonly string[]> | undefined) {
    this.#list = list;
  }

  async list(folder: string): Promise<readonly string[]> {
    const listed = this.#list(folder);
    if (listed) return listed;
    const found = await vscode.workspace.findFiles(new vscode.RelativePattern(folder, "**"));
    return found.map((uri) => relative(folder, uri.fsPath));
  }

  open(folder: string): readonly string[] {
    const active = vscode.window.activeTextEditor?.document.uri;
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ input }) => input));
    const shown = tabs.flatMap((input) => (input instanceof vscode.TabInputText || input instanceof vscode.TabInputNotebook ? [input.uri] : []));
    const uris = [...(active ? [active] : []), ...shown].filter(({ scheme }) => scheme === "file");
    return [...new Set(uris.map((uri) => relative(folder, uri.fsPath)))];
  }
}

/** As the CLI is told a path: from its folder, or absolute where it lies elsewhere. */
function relative(folder: string, file: string): string {
  const seen = path.relative(folder, file);
  return seen.startsWith("..") || path.isAbsolute(seen) ? file : seen.split(path.sep).join("/");
}

/** Files, given by their URIs, as mentions of a prompt; what is no file on this machine is left out. */
export function mentionUris(folder: string, uris: readonly string[]): string {
  const files = uris.flatMap((text) => {
    const uri = vscode.Uri.parse(text);
    return uri.scheme === "file" || uri.scheme === "vscode-remote" ? [mentionText(relative(folder, uri.fsPath))] : [];
  });
  return files.length === 0 ? "" : `${files.join(" ")} `;
}

/** The lines that are selected in the editor in front, else its file, as a mention; empty where it shows no file. */
export function mentionSelection(folder: string): string {
  const { document, selection } = vscode.window.activeTextEditor ?? {};
  if (!document || !selection || document.uri.scheme !== "file") return "";
  // A selection that ends before the first character of a line does not mean that line.
  const last = selection.end.character === 0 && selection.end.line > selection.start.line ? selection.end.line : selection.end.line + 1;
  const first = selection.start.line + 1;
  const lines = selection.isEmpty ? "" : first === last ? `#${first}` : `#${first}-${last}`;
  return `${mentionText(relative(folder, document.uri.fsPath) + lines)} `;
}
