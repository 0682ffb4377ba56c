import * as vscode from "vscode";
import type { Clock } from "../../base/clock.ts";
import type { Disposable } from "../../base/disposable.ts";
import type { IdePort, Located } from "../../ideTools/port.ts";
import { locatePath } from "../files/diskPaths.ts";
import { getPathKind, resolvePath } from "../files/pathKind.ts";
import { AnalysedFiles } from "./analysedFiles.ts";
import { listDiagnostics } from "./diagnostics.ts";

const getRoots = (): string[] => (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file").map(({ uri }) => uri.fsPath);

/** Connects the editor's tools to the editor. */
export function createIdePort(clock: Clock): IdePort & Disposable {
  const analysed = new AnalysedFiles(clock);
  return {
    isTrusted: () => vscode.workspace.isTrusted,
    locate,
    listDiagnostics: (folder, place) => listDiagnostics(place === undefined ? [folder, ...getRoots()] : [place]),
    analyse: (path, signal) => analysed.analyse(path, signal),
    dispose: () => analysed.dispose(),
  };
}

async function locate(file: string, folder: string): Promise<Located> {
  const path = folder === "" ? "" : resolvePath(folder, file);
  if (path === "" || (await locatePath(path, folder, getRoots())).isOutside) return { kind: "outside" };
  const kind = await getPathKind(folder, path);
  if (kind === "none") return { kind: "missing", path };
  return { kind: kind === "folder" ? "folder" : "file", path };
}
