import { readArray, readString } from "../../../shared/base/read.ts";
import type { FoundEntry, ParsedFile } from "./parsedFile.ts";

/**
 * Returns the tasks of a `scheduled_tasks.json`: `claude` answers their messages on its own, in every conversation of
 * the folder (2.1.329).
 */
export function findScheduledTasks({ path, value, lineOf }: ParsedFile): FoundEntry[] {
  const tasks = readArray(value, "tasks");
  if (!tasks)
    return [{ kind: "scheduledTask", name: "tasks", value: JSON.stringify(value, undefined, 1) ?? "", path, line: 1 }];
  return tasks.map((task, at): FoundEntry => {
    const [cron, prompt] = [readString(task, "cron"), readString(task, "prompt")];
    const found = { kind: "scheduledTask", path, line: lineOf(["tasks", at]) } as const;
    // `claude` notes in the file when it ran a task, which changes nothing about it.
    if (cron !== undefined && prompt !== undefined) return { ...found, name: cron, value: prompt };
    return { ...found, name: "task", value: JSON.stringify(task, undefined, 1) ?? "" };
  });
}
