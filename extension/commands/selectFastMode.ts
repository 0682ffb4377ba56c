import type { ConversationActions } from "../conversations/conversationActions.ts";
import type { Command } from "./command.ts";

export function selectFastModeCommand(actions: ConversationActions): Command {
  return { run: () => actions.controls.selectFastMode() };
}
