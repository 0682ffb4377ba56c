import type { RequestActions } from "../conversations/requestActions.ts";
import type { Command } from "./command.ts";

/** Takes or refuses a hunk of the proposal whose diff is open: the one given by its index, else the one at the cursor. */
export function reviewHunkCommand(requests: RequestActions, isAccepted: boolean): Command {
  return { run: (argument) => requests.reviewHunk(isAccepted, typeof argument === "number" ? argument : undefined) };
}
