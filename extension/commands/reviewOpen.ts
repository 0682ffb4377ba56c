import type { RequestActions } from "../conversations/requestActions.ts";
import { type Command, textArgument } from "./command.ts";

export function reviewOpenCommand(requests: RequestActions): Command {
  return { run: (argument) => requests.openDiff(textArgument(argument)) };
}
