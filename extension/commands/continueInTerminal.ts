import type { TerminalActions } from "../conversations/terminalActions.ts";
import { type Command, listArgument } from "./command.ts";

export function continueInTerminalCommand(actions: TerminalActions): Command {
  return { run: (argument) => actions.goOn(listArgument(argument)) };
}
