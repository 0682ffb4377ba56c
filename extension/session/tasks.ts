import type { TaskView } from "../contract/conversationState.ts";
import type { ToolRecord } from "./conversationStore.ts";
import { arrayAt, objectAt, stringAt } from "./reduce/read.ts";

/**
 * The task list after a tool call, or undefined when the call does not concern it. A headless session
 * uses either TodoWrite or the Task* tools, by version and model (T-37).
 */
export function tasksAfter(tasks: readonly TaskView[], call: ToolRecord): readonly TaskView[] | undefined {
  switch (call.tool) {
    case "TodoWrite":
      return (arrayAt(call.input, "todos") ?? []).map((todo, index) => ({
        id: String(index),
        text: stringAt(todo, "content") ?? "",
        state: stateOf(stringAt(todo, "status")),
      }));
    case "TaskCreate": {
      const task = objectAt(call.result, "task");
      const id = stringAt(task, "id") ?? String(tasks.length + 1);
      const text = stringAt(task, "subject") ?? stringAt(call.input, "subject") ?? "";
      return [...tasks.filter((known) => known.id !== id), { id, text, state: "pending" }];
    }
    case "TaskUpdate": {
      const id = stringAt(call.input, "taskId");
      const status = stringAt(call.input, "status");
      if (status === "deleted") return tasks.filter((task) => task.id !== id);
      return tasks.map((task) =>
        task.id === id ? { ...task, text: stringAt(call.input, "subject") ?? task.text, state: status === undefined ? task.state : stateOf(status) } : task,
      );
    }
    default:
      return undefined;
  }
}

function stateOf(status: string | undefined): TaskView["state"] {
  if (status === "completed") return "completed";
  return status === "in_progress" ? "in progress" : "pending";
}
