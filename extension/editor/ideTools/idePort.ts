import * as vscode from "vscode";
import type { Clock } from "../../base/clock.ts";
import type { Disposable } from "../../base/disposable.ts";
import type { IdePort } from "../../ideTools/port.ts";
import { AnalyzedFiles } from "./analyzedFiles.ts";
import { listDiagnostics } from "./diagnostics.ts";
import { gitRepository } from "./gitRepository.ts";
import { getRoots, locateInside } from "./insideFiles.ts";
import { languageFeatures } from "./languageFeatures.ts";
import { showDiff, showFile } from "./shownFiles.ts";
import { listOpenEditors, readSelection } from "./windowState.ts";
import { workspaceChanges } from "./workspaceChanges.ts";
import { listTasks, runTask } from "./workspaceTasks.ts";

/** Connects the editor's tools to the editor. */
export function createIdePort({ clock, terminals }: { readonly clock: Clock; readonly terminals: IdePort["terminals"] }): IdePort & Disposable {
  const analyzed = new AnalyzedFiles(clock);
  return {
    isTrusted: () => vscode.workspace.isTrusted,
    locate: locateInside,
    listDiagnostics: (folder, place) => listDiagnostics(place === undefined ? [folder, ...getRoots()] : [place]),
    analyze: (path, signal) => analyzed.analyze(path, signal),
    language: languageFeatures,
    git: gitRepository,
    changes: workspaceChanges,
    openEditors: listOpenEditors,
    selection: readSelection,
    terminals,
    tasks: listTasks,
    runTask,
    runTests,
    openFile: showFile,
    showDiff,
    dispose: () => analyzed.dispose(),
  };
}

/** Runs tests by the commands of the Testing view, which know the active editor only. They end with the run; its results are for the user (VS Code 1.139). */
async function runTests(path: string | undefined, signal: AbortSignal): Promise<void> {
  if (path !== undefined) await showFile(path, undefined);
  if (signal.aborted) throw new Error("The call was cancelled.");
  const stop = (): void => void vscode.commands.executeCommand("testing.cancelRun");
  signal.addEventListener("abort", stop, { once: true });
  try {
    await vscode.commands.executeCommand(path === undefined ? "testing.runAll" : "testing.runCurrentFile");
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
