import type { Hook } from "../../protocol/hookRegistry.ts";

/**
 * Tells the model, with the result of a call, what the user made of its input; a call that fails has an event of its own (all
 * versions). `takeNote` returns what there is to tell of a call.
 */
export function changedInputHooks(takeNote: (toolId: string) => string | undefined): readonly Hook[] {
  return (["PostToolUse", "PostToolUseFailure"] as const).map((event) => ({
    event,
    role: "observe",
    callback(_input, { toolUseId }) {
      const note = toolUseId === undefined ? undefined : takeNote(toolUseId);
      return note === undefined ? {} : { hookSpecificOutput: { hookEventName: event, additionalContext: note } };
    },
  }));
}
