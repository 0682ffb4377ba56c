import type { Chat } from "../panel/chat.ts";
import type { ChatView } from "../panel/chatView.ts";
import type { Command } from "./command.ts";

export function newConversationCommand(chat: Chat, view: ChatView): Command {
  return {
    id: "newConversation",
    async run() {
      await chat.startNew();
      await view.focus();
    },
  };
}
