import type { RequestActions } from "../conversations/requestActions.ts";
import { type Command, textArgument } from "./command.ts";

export function denyCommand(requests: RequestActions): Command {
  return { run: (argument) => requests.deny(textArgument(argument)) };
}
