import type { RequestActions } from "../conversations/requestActions.ts";
import { documentArgument } from "./arguments.ts";
import type { Command } from "./command.ts";

/**
 * Takes or refuses a hunk of a proposal in its diff: the one whose index and document are given by a link, else the one at the cursor
 * of the diff whose title bar was clicked, or that is open.
 */
export function reviewHunkCommand(requests: RequestActions, isAccepted: boolean): Command {
  return {
    run: (argument, document) =>
      typeof argument === "number"
        ? requests.reviewHunk(isAccepted, documentArgument(document), argument)
        : requests.reviewHunk(isAccepted, documentArgument(argument)),
  };
}
