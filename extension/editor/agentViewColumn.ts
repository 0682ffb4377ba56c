import type * as vscode from "vscode";

/** A group of editors, as far as it says whether a place can be shown in it. */
export interface EditorGroup {
  readonly column: vscode.ViewColumn;
  readonly isActive: boolean;
  /** A conversation stands in it. */
  readonly hasChat: boolean;
  readonly files: readonly string[];
}

/** `vscode.ViewColumn.Active` and `Beside`. */
const active: vscode.ViewColumn = -1;
const beside: vscode.ViewColumn = -2;

/**
 * Where the editor shows what an agent does, so that it covers no conversation and nothing in a locked group. The API does not tell which
 * groups are locked. `Active` and `Beside` leave a locked group alone: the editor takes the unlocked one that was used last, or makes one.
 * A group named by its number is used although it is locked (VS Code 1.139, `findGroup`), so that one is named only where the file is open
 * already, which a lock permits, or where the conversation stands in front and only groups before it are left.
 */
export function chooseAgentColumn(groups: readonly EditorGroup[], file: string): vscode.ViewColumn {
  const free = groups.filter(({ hasChat }) => !hasChat);
  const open = free.find(({ files }) => files.includes(file));
  if (open) return open.column;
  const front = groups.find(({ isActive }) => isActive);
  if (!front?.hasChat) return active;
  return free.some(({ column }) => column === front.column + 1) ? beside : (free.at(-1)?.column ?? beside);
}
