import type { ConversationActions } from "../conversations/conversationActions.ts";
import { type Command, textArgument } from "./command.ts";

export function openConversationCommand(actions: ConversationActions): Command {
  return { run: (argument) => actions.openListed(textArgument(argument)) };
}
