import type { ConversationActions } from "../conversations/conversationActions.ts";
import type { Command } from "./command.ts";

export function retryCommand(conversations: ConversationActions): Command {
  return { run: () => conversations.retry() };
}
