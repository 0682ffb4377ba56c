import type { RequestActions } from "../conversations/requestActions.ts";
import type { Command } from "./command.ts";

export function reviewAcceptCommand(requests: RequestActions): Command {
  return { run: () => requests.acceptDiff() };
}
