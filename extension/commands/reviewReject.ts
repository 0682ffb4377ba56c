import type { RequestActions } from "../conversations/requestActions.ts";
import { documentArgument } from "./arguments.ts";
import type { Command } from "./command.ts";

export function reviewRejectCommand(requests: RequestActions): Command {
  return { run: (argument) => requests.rejectDiff(documentArgument(argument)) };
}
