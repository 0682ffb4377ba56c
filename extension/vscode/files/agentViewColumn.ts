import type * as vscode from "vscode";

/** The properties of an editor group that decide if the place of an agent can be shown in it. */
export interface EditorGroup {
  readonly column: vscode.ViewColumn;
  readonly isActive: boolean;
  /** True if the group contains a conversation. */
  readonly hasChat: boolean;
  readonly files: readonly string[];
}

/** Values of `vscode.ViewColumn.Active` and `vscode.ViewColumn.Beside`. */
const active: vscode.ViewColumn = -1;
const beside: vscode.ViewColumn = -2;

/**
 * Returns the column that shows the work of an agent, so that it covers no conversation and nothing in a locked group.
 * The API does not report locked groups.
 * - `Active` and `Beside` skip a locked group: the editor takes the unlocked group that was used last, or creates one.
 * - A group given by its number is used even if it is locked (VS Code 1.139, `findGroup`). So a number is returned only
 *   if the file is already open there, which a lock permits, or if the conversation is in the active group and only
 *   groups before it are left.
 */
export function chooseAgentColumn(groups: readonly EditorGroup[], file: string): vscode.ViewColumn {
  const free = groups.filter(({ hasChat }) => !hasChat);
  const open = free.find(({ files }) => files.includes(file));
  if (open) return open.column;
  const front = groups.find(({ isActive }) => isActive);
  if (!front?.hasChat) return active;
  return free.some(({ column }) => column === front.column + 1) ? beside : (free.at(-1)?.column ?? beside);
}
