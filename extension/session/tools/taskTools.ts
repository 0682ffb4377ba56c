import { arrayAt, objectAt, stringAt } from "../../base/read.ts";
import type { TaskView } from "../../contract/conversationState.ts";
import type { ToolDescription, ToolTable } from "./toolDescription.ts";

/** A headless session uses either TodoWrite or the Task tools, by version and model (2.1.50, 2.1.329). */
const todos: ToolDescription = {
  kind: "tasks",
  subject: () => "",
  summary: ({ input }) => ({ code: "tasks", count: arrayAt(input, "todos")?.length ?? 0 }),
  tasks: (_tasks, { input }) =>
    (arrayAt(input, "todos") ?? []).map((todo, index) => ({
      id: String(index),
      text: stringAt(todo, "content") ?? "",
      state: stateOf(stringAt(todo, "status")),
    })),
};

const create: ToolDescription = {
  kind: "tasks",
  subject: (input) => stringAt(input, "subject"),
  tasks(tasks, { input, result }) {
    const task = objectAt(result, "task");
    const id = stringAt(task, "id") ?? String(tasks.length + 1);
    const text = stringAt(task, "subject") ?? stringAt(input, "subject") ?? "";
    return [...tasks.filter((known) => known.id !== id), { id, text, state: "pending" }];
  },
};

const update: ToolDescription = {
  kind: "tasks",
  subject: (input) => [stringAt(input, "taskId"), stringAt(input, "status")].filter(Boolean).join(" "),
  tasks(tasks, { input }) {
    const id = stringAt(input, "taskId");
    const status = stringAt(input, "status");
    if (status === "deleted") return tasks.filter((task) => task.id !== id);
    // One that was made in an older part of the transcript, which is not read yet.
    const known = id === undefined || tasks.some((task) => task.id === id) ? tasks : [...tasks, { id, text: `#${id}`, state: "pending" as const }];
    return known.map((task) =>
      task.id === id ? { ...task, text: stringAt(input, "subject") ?? task.text, state: status === undefined ? task.state : stateOf(status) } : task,
    );
  },
};

/** Names all that there are (2.1.329). */
const list: ToolDescription = {
  kind: "tasks",
  tasks: (tasks, { result }) =>
    arrayAt(result, "tasks")?.flatMap((task) => {
      const id = stringAt(task, "id");
      return id === undefined ? [] : [{ id, text: stringAt(task, "subject") ?? `#${id}`, state: stateOf(stringAt(task, "status")) }];
    }) ?? tasks,
};

function stateOf(status: string | undefined): TaskView["state"] {
  if (status === "completed") return "completed";
  return status === "in_progress" ? "inProgress" : "pending";
}

export const taskTools: ToolTable = [
  ["TodoWrite", todos],
  ["TaskCreate", create],
  ["TaskUpdate", update],
  ["TaskList", list],
];
