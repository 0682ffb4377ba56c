import fs from "node:fs";
import * as vscode from "vscode";
import { toRelativePath } from "../../core/conversation/tools/relativePath.ts";
import type { WorkspaceFiles } from "../../core/conversations/composer/mentions/fileMentions.ts";
import { DisposableStore } from "../../shared/base/disposable.ts";
import {
  createFileMention,
  type MentionedFiles,
  type MentionProblem,
} from "../../shared/contract/composer/suggestions.ts";
import { formatMentionProblem } from "../../shared/text/composer/mentions.ts";
import type { Messages } from "../dialogs/messages.ts";
import { isOnOtherMachine } from "../files/diskPaths.ts";
import { getOtherRoots } from "../files/workingFolder.ts";
import { createFileMentions, findMentionProblem } from "./mentionedFiles.ts";
import { RecentPaths } from "./recentPaths.ts";
import { getSelectedLines } from "./selection.ts";

/** Maximum number of files that the editor's own search returns. */
const maxFound = 100_000;
/** Maximum number of files in one step of the list; other work runs between two steps. */
const maxPerTurn = 2_000;

/** Shows why something was not mentioned. */
type Warning = Pick<Messages, "warn">;

/** Lists all files below a folder as they are found. Returns undefined if they cannot be listed. */
type ListFiles = (folder: string, followsLinks: boolean) => AsyncIterable<readonly string[]> | undefined;

/**
 * Lists the files of the workspace with `list`, or with the editor's search if `list` returns undefined. The editor's
 * search does not apply ignore files.
 */
export class EditorWorkspaceFiles implements WorkspaceFiles, vscode.Disposable {
  readonly #list: ListFiles;
  readonly #store = new DisposableStore();
  readonly #recent = new RecentPaths();

  constructor(list: ListFiles) {
    this.#list = list;
    this.#store.add(vscode.window.onDidChangeActiveTextEditor((editor) => this.#note(editor?.document.uri)));
    this.#store.add(vscode.window.onDidChangeActiveNotebookEditor((editor) => this.#note(editor?.notebook.uri)));
  }

  async *list(folder: string): AsyncGenerator<readonly string[]> {
    // The same setting that the editor's own search uses.
    const followsLinks = vscode.workspace.getConfiguration("search").get<boolean>("followSymlinks", true);
    const listed = this.#list(folder, followsLinks);
    if (listed) return yield* listed;
    const found = await vscode.workspace.findFiles(new vscode.RelativePattern(folder, "**"), undefined, maxFound);
    for (let at = 0; at < found.length; at += maxPerTurn) {
      yield found.slice(at, at + maxPerTurn).map((uri) => toRelativePath(uri.fsPath, folder));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  otherRoots(folder: string): readonly string[] {
    return getOtherRoots(folder);
  }

  open(folder: string): readonly string[] {
    const active = vscode.window.activeTextEditor?.document.uri;
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ input }) => input));
    const shown = tabs.flatMap((input) =>
      input instanceof vscode.TabInputText || input instanceof vscode.TabInputNotebook ? [input.uri] : [],
    );
    const uris = [...(active ? [active] : []), ...shown].filter(({ scheme }) => scheme === "file");
    return [...new Set(uris.map((uri) => toRelativePath(uri.fsPath, folder)))];
  }

  recent(folder: string): readonly string[] {
    return this.#recent.all.filter(isThere).map((file) => toRelativePath(file, folder));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #note(uri: vscode.Uri | undefined): void {
    if (uri?.scheme === "file") this.#recent.add(uri.fsPath);
  }
}

/** Returns true if a file exists. Does not check paths on other machines, because Windows would contact them. */
function isThere(file: string): boolean {
  return isOnOtherMachine(file) || fs.existsSync(file);
}

/**
 * Returns mentions of the files and folders at `uris`, relative to `folder`, and the problems of those that are left
 * out.
 */
export function mentionUris(folder: string, uris: readonly string[]): MentionedFiles {
  const meant = uris.map((text) => {
    const uri = vscode.Uri.parse(text);
    const isHere = uri.scheme === "file" || uri.scheme === "vscode-remote";
    return { name: uri.path.split("/").at(-1) || text, ...(isHere ? { path: uri.fsPath } : {}) };
  });
  return createFileMentions(folder, meant);
}

/**
 * Returns the same text for a command. Shows the problems as warnings, because a command has no other place for them.
 */
export function mentionChosen(folder: string, uris: readonly string[], messages: Warning): string {
  const { text, problems } = mentionUris(folder, uris);
  for (const problem of problems) messages.warn(formatMentionProblem(problem));
  return text;
}

/**
 * Returns a function that creates a mention, relative to a folder, of the selected lines in the active editor, else of
 * its file. Shows a warning and returns undefined if nothing can be mentioned.
 */
export function createSelectionMention(messages: Warning): ((folder: string) => string) | undefined {
  const { document, selection } = vscode.window.activeTextEditor ?? {};
  const say = (problem: MentionProblem): void => messages.warn(formatMentionProblem(problem));
  const code = findMentionProblem(document && { scheme: document.uri.scheme, isUntitled: document.isUntitled });
  if (code !== undefined) say({ code });
  if (code !== undefined || !document || !selection) return undefined;
  const lines = selection.isEmpty ? undefined : getSelectedLines(selection);
  return (folder) => {
    const path = toRelativePath(document.uri.fsPath, folder);
    const mention = createFileMention(path, lines);
    if (mention === undefined) say({ code: "unreadable", names: [path] });
    return mention === undefined ? "" : `${mention} `;
  };
}
