import type { IdentifiedEntry } from "../options/repository/parsedFile.ts";

/** Maximum number of tasks of a folder that are kept. */
const maxTasks = 1_000;

/**
 * The scheduled tasks that folders have had. `claude` takes a task that runs once out of the file while its message
 * comes, and knows one that was in the file for a moment (2.1.329, 2.1.332).
 */
export class SeenTasks {
  readonly #tasks = new Map<string, readonly IdentifiedEntry[]>();

  /** Adds the tasks among the entries of a folder. */
  note(folder: string, entries: readonly IdentifiedEntry[]): void {
    const tasks = entries.filter(({ kind }) => kind === "scheduledTask");
    if (tasks.length === 0) return;
    const ids = new Set(tasks.map(({ id }) => id));
    const others = (this.#tasks.get(folder) ?? []).filter(({ id }) => !ids.has(id));
    this.#tasks.set(folder, [...others, ...tasks].slice(-maxTasks));
  }

  /**
   * Returns the tasks that a message can be of. `claude` sends the messages of tasks that are due together as one, and
   * another text for one in double angle brackets, such as that of `.claude/loop.md`.
   */
  find(folder: string, message: string): readonly IdentifiedEntry[] {
    const words = toWords(message);
    const tasks = this.#tasks.get(folder) ?? [];
    // The message can be of one that made room for another.
    if (tasks.length === maxTasks) return tasks;
    return tasks.filter(({ value }) => words.includes(toWords(value)) || /^\s*<<.*>>\s*$/.test(value));
  }
}

/** Returns a text with one space around each of its words. */
function toWords(text: string): string {
  return ` ${text.trim().replace(/\s+/g, " ")} `;
}
