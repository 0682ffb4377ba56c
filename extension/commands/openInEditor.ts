import type { ConversationActions } from "../conversations/conversationActions.ts";
import { type Command, listArgument } from "./command.ts";

export function openInEditorCommand(actions: ConversationActions): Command {
  return { run: (argument) => actions.openInEditor(listArgument(argument)) };
}
