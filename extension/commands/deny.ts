import type { RequestActions } from "../conversations/requestActions.ts";
import { requestArgument } from "./arguments.ts";
import type { Command } from "./command.ts";

export function denyCommand(requests: RequestActions): Command {
  return { run: (argument) => requests.deny(requestArgument(argument)) };
}
