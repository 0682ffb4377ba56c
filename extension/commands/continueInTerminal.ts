import type { TerminalActions } from "../conversations/terminalActions.ts";
import { listArgument } from "./arguments.ts";
import type { Command } from "./command.ts";

export function continueInTerminalCommand(actions: TerminalActions): Command {
  return { run: (argument) => actions.goOn(listArgument(argument)) };
}
