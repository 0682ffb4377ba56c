import fs from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import type { Files } from "../session/ports.ts";

/** Files read through the editor, so that encodings are the editor's. */
export const editorFiles: Files = {
  readDisk: (file) => readText(vscode.Uri.file(file)),
  async isOutside(file, folder) {
    const roots = [folder, ...(vscode.workspace.workspaceFolders ?? []).map((root) => root.uri.fsPath)];
    const real = await realPath(path.resolve(folder, file));
    const inside = await Promise.all(roots.map(async (root) => isWithin(real, await realPath(root))));
    return !inside.includes(true);
  },
  isDirty(file) {
    const uri = vscode.Uri.file(file).toString();
    return vscode.workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === uri);
  },
};

/** The path with its links resolved; of one that does not exist yet, those of the part that does. */
async function realPath(file: string): Promise<string> {
  const parent = path.dirname(file);
  try {
    return await fs.promises.realpath(file);
  } catch {
    return parent === file ? file : path.join(await realPath(parent), path.basename(file));
  }
}

function isWithin(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

async function readText(uri: vscode.Uri): Promise<string | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await vscode.workspace.fs.readFile(uri);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return undefined;
    throw error;
  }
  return vscode.workspace.decode(bytes, { uri });
}
