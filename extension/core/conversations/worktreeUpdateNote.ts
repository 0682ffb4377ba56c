import type { Participant, ParticipantContext } from "../conversation/ports/participant.ts";

type Hook = NonNullable<Participant["hooks"]>[number];

/**
 * Returns what the last update of the worktree in a folder brought, for the model; empty before the first one,
 * undefined for a folder that is no worktree.
 */
export type ReadUpdate = (folder: string) => string | undefined;

/**
 * Tells `claude` with the next message that its worktree was updated from the base: a conversation keeps the system
 * prompt with which it began, also when another process continues it (2.1.329). Each update is told once in a window.
 */
export class WorktreeUpdateNote implements Participant {
  readonly name = "update of a worktree";
  readonly #read: () => string | undefined;
  #reported = "";

  constructor(read: ReadUpdate, { state }: Pick<ParticipantContext, "state">) {
    this.#read = () => read(state().folder);
  }

  get hooks(): readonly Hook[] {
    return this.#read() === undefined
      ? []
      : [{ event: "UserPromptSubmit", role: "observe", callback: () => this.#tell() }];
  }

  #tell(): ReturnType<Hook["callback"]> {
    const note = this.#read() ?? "";
    if (note === this.#reported) return {};
    this.#reported = note;
    return { hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: note } };
  }
}
