import { readArray, readObject, readString } from "../../base/read.ts";
import type { TaskView } from "../../contract/tasks.ts";
import type { ToolDescription, ToolTable } from "./toolDescription.ts";

/** A headless session uses either TodoWrite or the Task tools, depending on version and model (2.1.50, 2.1.329). */
const todos: ToolDescription = {
  kind: "tasks",
  subject: () => "",
  summary: ({ input }) => ({ code: "tasks", count: readArray(input, "todos")?.length ?? 0 }),
  tasks: (_tasks, { input }) =>
    (readArray(input, "todos") ?? []).map((todo, index) => ({
      id: String(index),
      text: readString(todo, "content") ?? "",
      state: getState(readString(todo, "status")),
    })),
};

const create: ToolDescription = {
  kind: "tasks",
  subject: (input) => readString(input, "subject"),
  tasks(tasks, { input, result }) {
    const task = readObject(result, "task");
    const id = readString(task, "id") ?? String(tasks.length + 1);
    const text = readString(task, "subject") ?? readString(input, "subject") ?? "";
    return [...tasks.filter((known) => known.id !== id), { id, text, state: "pending" }];
  },
};

const update: ToolDescription = {
  kind: "tasks",
  subject: (input) => [readString(input, "taskId"), readString(input, "status")].filter(Boolean).join(" "),
  tasks(tasks, { input }) {
    const id = readString(input, "taskId");
    const status = readString(input, "status");
    if (status === "deleted") return tasks.filter((task) => task.id !== id);
    // A task from an older part of the transcript, which is not read yet.
    const known = id === undefined || tasks.some((task) => task.id === id) ? tasks : [...tasks, { id, text: `#${id}`, state: "pending" as const }];
    return known.map((task) =>
      task.id === id ? { ...task, text: readString(input, "subject") ?? task.text, state: status === undefined ? task.state : getState(status) } : task,
    );
  },
};

/** Replaces the whole list, since the result names all tasks (2.1.329). */
const list: ToolDescription = {
  kind: "tasks",
  tasks: (tasks, { result }) =>
    readArray(result, "tasks")?.flatMap((task) => {
      const id = readString(task, "id");
      return id === undefined ? [] : [{ id, text: readString(task, "subject") ?? `#${id}`, state: getState(readString(task, "status")) }];
    }) ?? tasks,
};

function getState(status: string | undefined): TaskView["state"] {
  if (status === "completed") return "completed";
  return status === "in_progress" ? "inProgress" : "pending";
}

export const taskTools: ToolTable = [
  ["TodoWrite", todos],
  ["TaskCreate", create],
  ["TaskUpdate", update],
  ["TaskList", list],
];
