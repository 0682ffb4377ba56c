import type { Hook } from "../../protocol/hookRegistry.ts";
import type { Participant } from "../participant.ts";

/** What there is to tell of the calls whose input the user changed. */
export interface CallNotes {
  /** Takes out what there is to tell of a call. */
  take(toolId: string): string | undefined;
  /** Forgets what was not told. */
  drop(): void;
}

/** Tells the model, with the result of a call, what the user made of its input. A call that fails has an event of its own (all versions). */
export function changedInputs(notes: CallNotes): Participant {
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
