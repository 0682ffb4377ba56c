import type { ConversationActions } from "../conversations/conversationActions.ts";
import { listArgument } from "./arguments.ts";
import type { Command } from "./command.ts";

export function openInEditorCommand(actions: ConversationActions): Command {
  return { run: (argument) => actions.openInEditor(listArgument(argument)) };
}
