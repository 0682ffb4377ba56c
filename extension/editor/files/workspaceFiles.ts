import fs from "node:fs";
import * as vscode from "vscode";
import { DisposableStore } from "../../base/disposable.ts";
import { createFileMention, type MentionedFiles, type MentionProblem } from "../../contract/suggestions.ts";
import type { WorkspaceFiles } from "../../conversations/composer/mentions/fileMentions.ts";
import { toRelativePath } from "../../session/tools/relativePath.ts";
import { formatMentionProblem } from "../../text/mentions.ts";
import { toMessageText } from "../dialogs/plainText.ts";
import { createFileMentions, findMentionProblem } from "../mentions/mentionedFiles.ts";
import { RecentPaths } from "../mentions/recentPaths.ts";
import { getSelectedLines } from "../mentions/selection.ts";
import { isOnOtherMachine } from "./diskPaths.ts";
import { getOtherRoots } from "./workingFolder.ts";

/** Files that the editor's own search finds at most. */
const maxFound = 100_000;
/** Files that are told in one go: others have their turn in between. */
const maxPerTurn = 2_000;

/** All files below a folder, as they are found; undefined where they cannot be listed. */
type ListFiles = (folder: string, followsLinks: boolean) => AsyncIterable<readonly string[]> | undefined;

/** Files of the workspace, listed by `list`, or by the editor where that returns undefined: its own search knows no ignore files. */
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
    // As the editor's own search does.
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
    const shown = tabs.flatMap((input) => (input instanceof vscode.TabInputText || input instanceof vscode.TabInputNotebook ? [input.uri] : []));
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

/** Of another machine it is not asked: Windows would go there. */
function isThere(file: string): boolean {
  return isOnOtherMachine(file) || fs.existsSync(file);
}

/** Files and folders, given by their URIs, as mentions of a prompt, and what is left out of them. */
export function mentionUris(folder: string, uris: readonly string[]): MentionedFiles {
  const meant = uris.map((text) => {
    const uri = vscode.Uri.parse(text);
    const isHere = uri.scheme === "file" || uri.scheme === "vscode-remote";
    return { name: uri.path.split("/").at(-1) || text, ...(isHere ? { path: uri.fsPath } : {}) };
  });
  return createFileMentions(folder, meant);
}

/** The same for a command, which has no place of its own to say what is left out. */
export function mentionChosen(folder: string, uris: readonly string[]): string {
  const { text, problems } = mentionUris(folder, uris);
  for (const problem of problems) say(problem);
  return text;
}

/** The lines that are selected in the editor in front, else its file, as a mention seen from a folder; undefined where there is none, which is said. */
export function createSelectionMention(): ((folder: string) => string) | undefined {
  const { document, selection } = vscode.window.activeTextEditor ?? {};
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

function say(problem: MentionProblem): void {
  void vscode.window.showWarningMessage(toMessageText(formatMentionProblem(problem)));
}
