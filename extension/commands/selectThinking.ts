import type { ConversationActions } from "../conversations/conversationActions.ts";
import type { Command } from "./command.ts";

export function selectThinkingCommand(actions: ConversationActions): Command {
  return { run: () => actions.controls.selectThinking() };
}
