import fs from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import type { Files } from "../session/ports.ts";
import { isOnOtherMachine } from "./openTarget.ts";

/** Files read through the editor, so that encodings are the editor's. */
export const editorFiles: Files = {
  readDisk: (file) => readText(vscode.Uri.file(file)),
  async isOutside(file, folder) {
    // Looking at it would go to another machine before anybody was asked.
    if (isOnOtherMachine(path.resolve(folder, file)) && !isOnOtherMachine(folder)) return true;
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

/** Links in links, as far as anybody follows them. */
const mostLinks = 40;

/** The path with its links resolved; of one that does not exist yet, those of the part that does, also of a link that leads nowhere yet. */
async function realPath(file: string, links = 0): Promise<string> {
  const parent = path.dirname(file);
  try {
    return await fs.promises.realpath(file);
  } catch {
    if (parent === file) return file;
    const target = links < mostLinks ? await fs.promises.readlink(file).catch(() => undefined) : undefined;
    return target === undefined ? path.join(await realPath(parent, links), path.basename(file)) : realPath(path.resolve(parent, target), links + 1);
  }
}

function isWithin(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

async function readText(uri: vscode.Uri): Promise<string | undefined> {
  let bytes: Uint8Array;
  if (isOnOtherMachine(uri.fsPath) && !isOnOtherMachine(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? ""))
    throw new Error("it lies on another machine");
  try {
    // A pipe or a device would be waited for without an end.
    if (!(await fs.promises.stat(uri.fsPath)).isFile()) throw new Error("it is no file");
    bytes = await vscode.workspace.fs.readFile(uri);
  } catch (error) {
    if (error instanceof vscode.FileSystemError ? error.code === "FileNotFound" : (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  return vscode.workspace.decode(bytes, { uri });
}
