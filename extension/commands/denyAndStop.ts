import type { RequestActions } from "../conversations/requestActions.ts";
import { requestArgument } from "./arguments.ts";
import type { Command } from "./command.ts";

/** Denies the request given by id, else the oldest, and ends the turn that asked. */
export function denyAndStopCommand(requests: RequestActions): Command {
  return { run: (argument) => requests.deny(requestArgument(argument), true) };
}
