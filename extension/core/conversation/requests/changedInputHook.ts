import type { Hook } from "../../protocol/requests/hookRegistry.ts";
import type { Participant } from "../ports/participant.ts";

/** Notes for the model about calls whose input the user changed. */
export interface CallNotes {
  /** Removes and returns the note for a call. */
  take(toolId: string): string | undefined;
  /** Drops the remaining notes. */
  drop(): void;
}

/**
 * Creates a participant that tells the model, with the result of a call, how the user changed its input. A failed call
 * has an event of its own (all versions).
 */
export function createChangedInputs(notes: CallNotes): Participant {
  const hooks = (["PostToolUse", "PostToolUseFailure"] as const).map(
    (event): Hook => ({
      event,
      role: "observe",
      callback(_input, { toolUseId }) {
        const note = toolUseId === undefined ? undefined : notes.take(toolUseId);
        return note === undefined ? {} : { hookSpecificOutput: { hookEventName: event, additionalContext: note } };
      },
    }),
  );
  return { name: "changed inputs", hooks, turnEnded: () => notes.drop() };
}
