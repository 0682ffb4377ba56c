import type { ConversationActions } from "../conversations/conversationActions.ts";
import type { Command } from "./command.ts";

export function selectPermissionModeCommand(conversations: ConversationActions): Command {
  return { run: () => conversations.selectMode() };
}
