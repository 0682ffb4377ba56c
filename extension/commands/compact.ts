import type { ConversationActions } from "../conversations/conversationActions.ts";
import type { Command } from "./command.ts";

export function compactCommand(actions: ConversationActions): Command {
  return { run: () => actions.compact() };
}
