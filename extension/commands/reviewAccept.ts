import type { RequestActions } from "../conversations/requestActions.ts";
import { documentArgument } from "./arguments.ts";
import type { Command } from "./command.ts";

export function reviewAcceptCommand(requests: RequestActions): Command {
  return { run: (argument) => requests.acceptDiff(documentArgument(argument)) };
}
