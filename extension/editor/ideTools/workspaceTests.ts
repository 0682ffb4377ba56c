import * as vscode from "vscode";
import { showFile } from "./shownFiles.ts";

/** Runs tests by the commands of the Testing view, which know the active editor only. They end with the run; its results are for the user (VS Code 1.139). */
export async function runTests(path: string | undefined, signal: AbortSignal): Promise<void> {
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
