import type { ConversationId } from "../contract/ids.ts";
import type { TerminalActions } from "../conversations/terminalActions.ts";
import { listArgument } from "./arguments.ts";
import type { Command } from "./command.ts";

/** `offer` is what a composer does that holds a command which works in a terminal only. */
export function continueInTerminalCommand(actions: TerminalActions): Command & { offer(id: ConversationId): Promise<void> } {
  return { run: (argument) => actions.goOn(listArgument(argument)), offer: (id) => actions.offer(id) };
}
