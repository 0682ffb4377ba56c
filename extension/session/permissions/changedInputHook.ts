import type { Hook } from "../../protocol/hookRegistry.ts";

/** Tells the model, with the result of a call, what the user made of its input. `takeNote` returns what there is to tell of a call. */
export function changedInputHook(takeNote: (toolId: string) => string | undefined): Hook {
  return {
    event: "PostToolUse",
    matcher: "Edit|Write|MultiEdit",
    role: "observe",
    callback(_input, { toolUseId }) {
      const note = toolUseId === undefined ? undefined : takeNote(toolUseId);
      return note === undefined ? {} : { hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: note } };
    },
  };
}
