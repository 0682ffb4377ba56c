import type { ConversationActions } from "../conversations/conversationActions.ts";
import type { Command } from "./command.ts";

export function selectEffortCommand(actions: ConversationActions): Command {
  return { run: () => actions.controls.selectEffort() };
}
