import fs from "node:fs";
import * as vscode from "vscode";
import type { PathLocation } from "../../core/ideTools/port.ts";
import { isSecretPath } from "../../shared/base/secretNames.ts";
import { isFile, isOnOtherMachine, isRealPathWithin, locatePath } from "../files/diskPaths.ts";
import { getPathKind, resolvePath } from "../files/pathKind.ts";

/** Maximum size in bytes of a file whose lines are read. */
const maxBytes = 2 * 1024 * 1024;

/** Returns the folders of the workspace that are on this machine. */
export function getRoots(): string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === "file")
    .map(({ uri }) => uri.fsPath);
}

/** Returns where a path leads, with links resolved. The folder is that of the conversation. */
export async function locateInside(file: string, folder: string): Promise<PathLocation> {
  const path = folder === "" ? "" : resolvePath(folder, file);
  if (path === "" || (await locatePath(path, folder, getRoots())).isOutside) return { kind: "outside" };
  const kind = await getPathKind(folder, path);
  if (kind === "none") return { kind: "missing", path };
  return { kind: kind === "folder" ? "folder" : "file", path };
}

/**
 * Returns whether a URI is that of a file in one of the places, each a folder or the file itself. Does not resolve
 * links.
 */
export function isFileIn({ scheme, fsPath }: vscode.Uri, places: readonly string[]): boolean {
  return (
    scheme === "file" &&
    !isOnOtherMachine(fsPath) &&
    places.some((place) => place !== "" && isRealPathWithin(fsPath, place))
  );
}

/** Returns whether a URI is that of a file in the workspace or the folder, with links resolved. */
export async function isRealFileIn(uri: vscode.Uri, folder: string): Promise<boolean> {
  const roots = getRoots();
  return isFileIn(uri, [folder, ...roots]) && !(await locatePath(uri.fsPath, folder, roots)).isOutside;
}

/**
 * Returns the lines of a file as the editor has it, or else as it is on disk; undefined for one that is outside, large,
 * not text, or may hold secrets.
 */
export async function readLines(path: string, folder: string): Promise<readonly string[] | undefined> {
  try {
    if (
      (await locatePath(path, folder, getRoots())).isOutside ||
      isSecretPath(path) ||
      isSecretPath(await fs.promises.realpath(path))
    )
      return undefined;
    const uri = vscode.Uri.file(path);
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    if (document) return document.getText().split(/\r\n|\r|\n/);
    if (!(await isFile(path, "")) || (await fs.promises.stat(path)).size > maxBytes) return undefined;
    // regular: checked above
    const text = await vscode.workspace.decode(await vscode.workspace.fs.readFile(uri), { uri });
    return text.includes("\0") ? undefined : text.split(/\r\n|\r|\n/);
  } catch {
    return undefined;
  }
}
