import fs from "node:fs";
import nodePath from "node:path";
import * as vscode from "vscode";
import type { OpenEditor, Selection } from "../../core/ideTools/port.ts";
import { isSecretPath } from "../../shared/base/secretNames.ts";
import { getSelectedLines } from "../mentions/selection.ts";
import { getRoots, isFileIn } from "./insideFiles.ts";

/** Returns the files in tabs, each once. */
export function listOpenEditors(folder: string): readonly OpenEditor[] {
  const inside = [folder, ...getRoots()];
  const open = new Map<string, OpenEditor>();
  const { all, activeTabGroup } = vscode.window.tabGroups;
  for (const group of all) {
    for (const tab of group.tabs) {
      const { input, isDirty } = tab;
      const uri =
        input instanceof vscode.TabInputText ||
        input instanceof vscode.TabInputNotebook ||
        input instanceof vscode.TabInputCustom
          ? input.uri
          : undefined;
      if (uri?.scheme !== "file") continue;
      const known = open.get(uri.fsPath);
      const isActive = known?.isActive === true || (group === activeTabGroup && tab.isActive);
      open.set(uri.fsPath, {
        path: uri.fsPath,
        isActive,
        isDirty: isDirty || known?.isDirty === true,
        isInside: isFileIn(uri, inside),
      });
    }
  }
  return [...open.values()];
}

/** Returns the selection of the active text editor; undefined if nothing is selected. */
export function readSelection(folder: string): Selection | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.selection.isEmpty || editor.document.uri.scheme !== "file") return undefined;
  const { document, selection } = editor;
  const { first, last } = getSelectedLines(selection);
  const path = document.uri.fsPath;
  const [places, real] = [[folder, ...getRoots()], resolveLinks(path)];
  const isInside = isFileIn(document.uri, places) && isFileIn(vscode.Uri.file(real), places.map(resolveLinks));
  const isHidden = !isInside || isSecretPath(path) || isSecretPath(real);
  return { path, firstLine: first, lastLine: last, text: isHidden ? undefined : document.getText(selection) };
}

/** Returns an absolute path with the links of what exists of it resolved. */
function resolveLinks(file: string): string {
  try {
    return file && fs.realpathSync(file);
  } catch {
    const parent = nodePath.dirname(file);
    return parent === file ? file : nodePath.join(resolveLinks(parent), nodePath.basename(file));
  }
}
