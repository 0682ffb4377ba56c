import { readArray, readObject, readString } from "../../../shared/base/read.ts";
import type { TaskView } from "../../../shared/contract/tasks.ts";
import type { ToolSummary } from "../../../shared/contract/tools.ts";
import type { Input, ToolDescription, ToolTable } from "./toolDescription.ts";

/** A headless session uses either TodoWrite or the Task tools, depending on version and model (2.1.50, 2.1.329). */
const todos: ToolDescription = {
  kind: "tasks",
  subject: () => "",
  summary: ({ input }) => summarizeTasks(readTodos(input)),
  tasks: (_tasks, { input }) => readTodos(input),
};

function readTodos(input: Input): readonly TaskView[] {
  return (readArray(input, "todos") ?? []).map((todo, index) => ({
    id: String(index),
    text: readString(todo, "content") ?? "",
    state: getState(readString(todo, "status")),
  }));
}

const create: ToolDescription = {
  kind: "tasks",
  subject: (input) => readString(input, "subject"),
  tasks(tasks, { input, result, output = "" }) {
    const task = readObject(result, "task");
    // Of several calls in one frame only the text names the task (2.1.329).
    const named = readString(task, "id") ?? /^Task #(\d+) created/.exec(output)?.[1];
    const id = named ?? String(tasks.length + 1);
    // The list is whole from its first task on.
    const isWhole = tasks.length === 0 ? named === "1" : tasks.every(({ hasUnread }) => !hasUnread);
    const text = readString(task, "subject") ?? readString(input, "subject") ?? "";
    return [
      ...tasks.filter((known) => known.id !== id),
      { id, text, state: "pending", ...(isWhole ? {} : { hasUnread: true }) },
    ];
  },
};

const update: ToolDescription = {
  kind: "tasks",
  subject(input, _folder, tasks) {
    const id = readString(input, "taskId");
    return (
      readString(input, "subject") ??
      tasks.find((task) => task.id === id)?.text ??
      (id === undefined ? undefined : placeholder(id))
    );
  },
  tasks(tasks, { input }) {
    const id = readString(input, "taskId");
    const status = readString(input, "status");
    if (status === "deleted") return tasks.filter((task) => task.id !== id);
    // A task from an older part of the transcript, which is not read yet.
    const known =
      id === undefined || tasks.some((task) => task.id === id)
        ? tasks
        : [...tasks, { id, text: placeholder(id), state: "pending" as const, hasUnread: true as const }];
    return known.map((task) =>
      task.id === id
        ? {
            ...task,
            text: readString(input, "subject") ?? task.text,
            state: status === undefined ? task.state : getState(status),
          }
        : task,
    );
  },
};

/** Replaces the whole list, since the result names all tasks (2.1.329). */
const list: ToolDescription = {
  kind: "tasks",
  tasks: (tasks, { result }) =>
    readArray(result, "tasks")?.flatMap((task) => {
      const id = readString(task, "id");
      return id === undefined
        ? []
        : [{ id, text: readString(task, "subject") ?? placeholder(id), state: getState(readString(task, "status")) }];
    }) ?? tasks,
};

/** Text of a task whose own is not known. */
const placeholder = (id: string): string => `#${id}`;

/**
 * Returns how far a list is; undefined for an empty one, and for one of which an older part of the transcript may hold
 * more.
 */
export function summarizeTasks(tasks: readonly TaskView[]): ToolSummary | undefined {
  const isWhole = tasks.length > 0 && tasks.every(({ hasUnread }) => !hasUnread);
  return isWhole
    ? { code: "tasks", done: tasks.filter(({ state }) => state === "completed").length, total: tasks.length }
    : undefined;
}

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
