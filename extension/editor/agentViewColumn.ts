import type * as vscode from "vscode";

/** A group of editors, as far as it says whether a place can be shown in it. */
export interface EditorGroup {
  readonly column: vscode.ViewColumn;
  readonly isActive: boolean;
  /** A conversation stands in it. */
  readonly hasChat: boolean;
  readonly files: readonly string[];
}

/** Where the editor shows what an agent does, so that it covers no conversation: where the file is open, else in front; undefined where there is no such group. */
export function agentColumn(groups: readonly EditorGroup[], file: string): vscode.ViewColumn | undefined {
  const free = groups.filter(({ hasChat }) => !hasChat);
  return (free.find(({ files }) => files.includes(file)) ?? free.find(({ isActive }) => isActive) ?? free.at(-1))?.column;
}
