import * as vscode from "vscode";
import type { RepositoryReports } from "../../core/conversations/actions/repositoryWatch.ts";
import { DisposableStore } from "../../shared/base/disposable.ts";
import { getOtherRoots } from "./workingFolder.ts";

/** Files of a folder, and of those below it, from which `claude` takes configuration, instructions, or programs. */
const files = "{.mcp.json,.claude-plugin/**,**/AGENTS.md,**/CLAUDE.md,**/CLAUDE.local.md,**/.claude/**}";
/** Files of the other folders of the workspace from which it takes something too. */
const added = "{.claude/**,CLAUDE.md,CLAUDE.local.md}";

/** Calls the listener when such a file for a folder appears, changes, or goes. */
export function watchRepository(folder: string, listener: () => void): RepositoryReports {
  const store = new DisposableStore();
  const watch = (at: string, pattern: string): void => {
    const base = new vscode.RelativePattern(vscode.Uri.file(at), pattern);
    const watcher = store.add(vscode.workspace.createFileSystemWatcher(base));
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) event(listener);
  };
  watch(folder, files);
  for (const root of getOtherRoots(folder)) watch(root, added);
  return { dispose: () => store.dispose(), isWhole: () => !excludesFiles(folder) };
}

/** Returns whether the workspace leaves out files of a folder from what the editor watches. */
function excludesFiles(folder: string): boolean {
  const files = vscode.workspace.getConfiguration("files", vscode.Uri.file(folder)).inspect("watcherExclude");
  return files?.workspaceValue !== undefined || files?.workspaceFolderValue !== undefined;
}
