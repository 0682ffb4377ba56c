import * as vscode from "vscode";
import type { Disposable } from "../../shared/base/disposable.ts";

/** Files of a folder, and of those below it, from which `claude` takes configuration, instructions, or programs. */
const files = "{.mcp.json,AGENTS.md,.claude-plugin/**,**/CLAUDE.md,**/CLAUDE.local.md,**/.claude/**}";

/** Calls the listener when such a file of a folder appears, changes, or goes. */
export function watchRepository(folder: string, listener: () => void): Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(folder), files));
  for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) event(listener);
  return watcher;
}
