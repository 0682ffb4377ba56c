import type { RequestActions } from "../conversations/requestActions.ts";
import type { Command } from "./command.ts";

export function reviewRejectCommand(requests: RequestActions): Command {
  return { run: () => requests.rejectDiff() };
}
