import type { FindActions } from "../conversations/findActions.ts";
import type { Command } from "./command.ts";

export function findCommand(actions: FindActions): Command {
  return { run: () => actions.openFind() };
}

/** The prompts of the conversation, to go to one. */
export function outlineCommand(actions: FindActions): Command {
  return { run: () => actions.pickPrompt() };
}
