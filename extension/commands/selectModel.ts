import type { ConversationActions } from "../conversations/conversationActions.ts";
import type { Command } from "./command.ts";

export function selectModelCommand(conversations: ConversationActions): Command {
  return { run: () => conversations.selectModel() };
}
