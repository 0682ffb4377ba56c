import * as vscode from "vscode";
import type { EditorTask } from "../../core/ideTools/port.ts";

export async function listTasks(): Promise<readonly EditorTask[]> {
  const running = new Set(vscode.tasks.taskExecutions.map(({ task }) => getKey(task)));
  return (await vscode.tasks.fetchTasks()).map((task) => ({
    name: task.name,
    source: task.source,
    note: task.detail ?? "",
    isRunning: running.has(getKey(task)),
  }));
}

/** Runs a task until it ends; one that runs in the background is only started. Ends it when the signal fires. */
export async function runTask(name: string, source: string | undefined, signal: AbortSignal) {
  const found = (await vscode.tasks.fetchTasks()).filter(
    (task) => task.name === name && (source === undefined || task.source === source),
  );
  const [task] = found;
  if (!task) throw new Error(`There is no task ${name}.`);
  if (found.length > 1)
    throw new Error(
      `There are several tasks ${name}. Name the source, one of: ${[...new Set(found.map((each) => each.source))].join(", ")}.`,
    );
  if (signal.aborted) throw new Error("The call was cancelled.");
  const exitCodes = new Map<vscode.TaskExecution, number | undefined>();
  const ended = new vscode.EventEmitter<vscode.TaskExecution>();
  const store = vscode.Disposable.from(
    ended,
    vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => exitCodes.set(execution, exitCode)),
    vscode.tasks.onDidEndTask(({ execution }) => ended.fire(execution)),
  );
  try {
    const over: vscode.TaskExecution[] = [];
    ended.event((execution) => over.push(execution));
    const execution = await vscode.tasks.executeTask(task);
    if (task.isBackground) return { exitCode: undefined, isRunning: true };
    const stop = (): void => execution.terminate();
    signal.addEventListener("abort", stop, { once: true });
    if (!over.includes(execution))
      await new Promise<void>((resolve) => {
        ended.event((each) => each === execution && resolve());
      });
    signal.removeEventListener("abort", stop);
    return { exitCode: exitCodes.get(execution), isRunning: false };
  } finally {
    store.dispose();
  }
}

const getKey = ({ source, name, scope }: vscode.Task): string =>
  JSON.stringify([source, name, typeof scope === "object" ? scope.uri.toString() : scope]);
