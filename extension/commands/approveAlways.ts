import type { RequestActions } from "../conversations/requestActions.ts";
import { type Command, textArgument } from "./command.ts";

export function approveAlwaysCommand(requests: RequestActions): Command {
  return { run: (argument) => requests.approveAlways(textArgument(argument)) };
}
