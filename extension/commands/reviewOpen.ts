import type { RequestActions } from "../conversations/requestActions.ts";
import { requestArgument } from "./arguments.ts";
import type { Command } from "./command.ts";

export function reviewOpenCommand(requests: RequestActions): Command {
  return { run: (argument) => requests.openDiff(requestArgument(argument)) };
}
