import type { ConversationActions } from "../conversations/conversationActions.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { ExportAction } from "../conversations/exportAction.ts";
import type { RewindAction } from "../conversations/rewindAction.ts";
import type { Command } from "./command.ts";

// The buttons in the title of the side panel: they concern the conversation in it, wherever the cursor is.

export function panelRewindCommand(conversations: Conversations, rewind: RewindAction): Command {
  return { run: () => rewind.run(conversations.restore().id) };
}

export function panelOpenInEditorCommand(conversations: Conversations, actions: ConversationActions): Command {
  return { run: () => actions.openInEditor(conversations.restore().id) };
}

export function panelExportCommand(conversations: Conversations, exports: ExportAction): Command {
  return { run: () => exports.run(conversations.restore().id) };
}
