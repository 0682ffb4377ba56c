import type { RequestActions } from "../conversations/requestActions.ts";
import { type Command, textArgument } from "./command.ts";

export function approveCommand(requests: RequestActions): Command {
  return { run: (argument) => requests.approve(textArgument(argument)) };
}
