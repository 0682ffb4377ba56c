import type { Conversations } from "../conversations/conversations.ts";
import type { RewindAction } from "../conversations/rewindAction.ts";
import { tabArgument } from "./arguments.ts";
import type { Command } from "./command.ts";

/** From the title of a tab it concerns that tab's conversation, else the current one. */
export function rewindCommand(rewind: RewindAction, conversations: Conversations): Command {
  return {
    run(argument) {
      const name = tabArgument(argument);
      return rewind.run(name === undefined ? undefined : conversations.find(name)?.id);
    },
  };
}
