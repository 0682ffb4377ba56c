import * as vscode from "vscode";
import { mentionText } from "../contract/suggestions.ts";
import type { WorkspaceFiles } from "../conversations/mentions/fileMentions.ts";
import { relativePath } from "../session/tools/relativePath.ts";
import { linesOf, linesText } from "./selection.ts";
import { otherRoots } from "./workingFolder.ts";

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
    return found.map((uri) => relativePath(uri.fsPath, folder));
  }

  otherRoots(folder: string): readonly string[] {
    return otherRoots(folder);
  }

  open(folder: string): readonly string[] {
    const active = vscode.window.activeTextEditor?.document.uri;
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ input }) => input));
    const shown = tabs.flatMap((input) => (input instanceof vscode.TabInputText || input instanceof vscode.TabInputNotebook ? [input.uri] : []));
    const uris = [...(active ? [active] : []), ...shown].filter(({ scheme }) => scheme === "file");
    return [...new Set(uris.map((uri) => relativePath(uri.fsPath, folder)))];
  }
}

/** Files, given by their URIs, as mentions of a prompt; what is no file on this machine is left out. */
export function mentionUris(folder: string, uris: readonly string[]): string {
  const files = uris.flatMap((text) => {
    const uri = vscode.Uri.parse(text);
    return uri.scheme === "file" || uri.scheme === "vscode-remote" ? [mentionText(relativePath(uri.fsPath, folder))] : [];
  });
  return files.length === 0 ? "" : `${files.join(" ")} `;
}

/** The lines that are selected in the editor in front, else its file, as a mention; empty where it shows no file. */
export function mentionSelection(folder: string): string {
  const { document, selection } = vscode.window.activeTextEditor ?? {};
  if (!document || !selection || document.uri.scheme !== "file") return "";
  const lines = selection.isEmpty ? "" : `#${linesText(linesOf(selection))}`;
  return `${mentionText(relativePath(document.uri.fsPath, folder) + lines)} `;
}
