import type { RequestActions } from "../conversations/requestActions.ts";
import { requestArgument } from "./arguments.ts";
import type { Command } from "./command.ts";

export function approveAlwaysCommand(requests: RequestActions): Command {
  return { run: (argument) => requests.approveAlways(requestArgument(argument)) };
}
