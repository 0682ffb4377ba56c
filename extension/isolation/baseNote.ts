import type { IsolatedFolder } from "../conversations/isolationPorts.ts";
import type { Participant, ParticipantContext } from "../session/participant.ts";
import { describeUpdate } from "./describeFolder.ts";

type Hook = NonNullable<Participant["hooks"]>[number];

/**
 * Tells `claude` with the next message that its worktree was updated from the base: a conversation keeps the system prompt with which it began, also
 * when another process continues it (2.1.329). Each update is told once in a window.
 */
export class BaseNote implements Participant {
  readonly name = "update of a worktree";
  readonly #find: (folder: string) => IsolatedFolder | undefined;
  readonly #state: ParticipantContext["state"];
  #told: string | undefined;

  /** `find`: returns the isolated folder in which a conversation works. */
  constructor(find: (folder: string) => IsolatedFolder | undefined, { state }: Pick<ParticipantContext, "state">) {
    this.#find = find;
    this.#state = state;
  }

  get hooks(): readonly Hook[] {
    if (!this.#find(this.#state().folder)?.worktree) return [];
    return [{ event: "UserPromptSubmit", role: "observe", callback: () => this.#tell() }];
  }

  #tell(): ReturnType<Hook["callback"]> {
    const worktree = this.#find(this.#state().folder)?.worktree;
    const note = worktree && describeUpdate(worktree);
    if (note === undefined || note === this.#told) return {};
    this.#told = note;
    return { hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: note } };
  }
}
