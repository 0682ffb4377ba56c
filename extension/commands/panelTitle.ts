import type { ConversationActions } from "../conversations/conversationActions.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { ExportAction } from "../conversations/exportAction.ts";
import type { FindActions } from "../conversations/findActions.ts";
import type { ListActions } from "../conversations/listActions.ts";
import type { RewindAction } from "../conversations/rewindAction.ts";
import type { TerminalActions } from "../conversations/terminalActions.ts";
import type { Command } from "./command.ts";

// The buttons and the menu in the title of the side panel: they concern the conversation in it, wherever the cursor is.

export function panelRewindCommand(conversations: Conversations, rewind: RewindAction): Command {
  return { run: () => rewind.run(conversations.restore().id) };
}

export function panelOpenInEditorCommand(conversations: Conversations, actions: ConversationActions): Command {
  return { run: () => actions.openInEditor(conversations.restore().id) };
}

export function panelExportCommand(conversations: Conversations, exports: ExportAction): Command {
  return { run: () => exports.run(conversations.restore().id) };
}

export function panelFindCommand(conversations: Conversations, find: FindActions): Command {
  return { run: () => find.openFind(conversations.restore().id) };
}

export function panelRenameCommand(conversations: Conversations, actions: ListActions): Command {
  return { run: () => actions.rename(conversations.restore().id) };
}

export function panelTerminalCommand(conversations: Conversations, actions: TerminalActions): Command {
  return { run: () => actions.goOn(conversations.restore().id) };
}
