import type { FindActions } from "../conversations/findActions.ts";
import { textArgument } from "./arguments.ts";
import type { Command } from "./command.ts";

export function findCommand(actions: FindActions): Command {
  return { run: () => actions.openFind() };
}

/** The prompts of the conversation, to go to one; a row of the outline names it. */
export function outlineCommand(actions: FindActions): Command {
  return { run: (argument) => actions.goToPrompt(textArgument(argument)) };
}
