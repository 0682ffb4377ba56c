import * as vscode from "vscode";
import { worktreeText } from "../../shared/text/changes/worktrees.ts";

/**
 * Runs a command in a terminal that shows its output, in a folder. Resolves to its exit code; undefined if the user
 * ended it.
 */
export async function runSetUpTask(
  folder: string,
  command: string,
  env: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  const task = new vscode.Task(
    { type: "shell" },
    vscode.TaskScope.Workspace,
    worktreeText.setUpTask(),
    "Tandem",
    new vscode.ShellExecution(command, { cwd: folder, env: { ...env } }),
    [],
  );
  task.presentationOptions = {
    reveal: vscode.TaskRevealKind.Always,
    focus: false,
    panel: vscode.TaskPanelKind.Dedicated,
  };
  const codes = new Map<vscode.TaskExecution, number | undefined>();
  const ended = new Set<vscode.TaskExecution>();
  let onEnd = (): void => {};
  const store = vscode.Disposable.from(
    vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => codes.set(execution, exitCode)),
    vscode.tasks.onDidEndTask(({ execution }) => {
      ended.add(execution);
      onEnd();
    }),
  );
  try {
    const execution = await vscode.tasks.executeTask(task);
    if (!ended.has(execution))
      await new Promise<void>((resolve) => {
        onEnd = () => ended.has(execution) && resolve();
      });
    return codes.get(execution);
  } finally {
    store.dispose();
  }
}
