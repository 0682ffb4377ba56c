import * as vscode from "vscode";
import type { IdePort } from "../../core/ideTools/port.ts";
import type { Clock } from "../../shared/base/clock.ts";
import type { Disposable } from "../../shared/base/disposable.ts";
import { asText } from "../files/asText.ts";
import { toLabelText } from "../plainText.ts";
import { AnalyzedFiles } from "./analyzedFiles.ts";
import { listDiagnostics } from "./diagnostics.ts";
import { gitRepository } from "./gitRepository.ts";
import { getRoots, locateInside } from "./insideFiles.ts";
import { languageFeatures } from "./languageFeatures.ts";
import { listOpenEditors, readSelection } from "./windowState.ts";
import { workspaceChanges } from "./workspaceChanges.ts";
import { listTasks, runTask } from "./workspaceTasks.ts";

/** Connects the editor's tools to the editor. */
export function createIdePort({
  clock,
  terminals,
}: {
  readonly clock: Clock;
  readonly terminals: IdePort["terminals"];
}): IdePort & Disposable {
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

/**
 * Runs tests by the commands of the Testing view, which know the active editor only. They end with the run; its results
 * are for the user (VS Code 1.139).
 */
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

async function showFile(path: string, line: number | undefined): Promise<void> {
  const position = new vscode.Position(Math.max(0, (line ?? 1) - 1), 0);
  await vscode.window.showTextDocument(vscode.Uri.file(path), {
    preserveFocus: true,
    preview: true,
    selection: new vscode.Range(position, position),
  });
}

async function showDiff(left: string, right: string): Promise<void> {
  const title = toLabelText(`${vscode.workspace.asRelativePath(left)} ↔ ${vscode.workspace.asRelativePath(right)}`);
  await vscode.commands.executeCommand(
    "vscode.diff",
    vscode.Uri.file(left),
    vscode.Uri.file(right),
    title,
    asText({ preserveFocus: true, preview: true }),
  );
}
