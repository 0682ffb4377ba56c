import * as vscode from "vscode";
import type { Chat } from "../panel/chat.ts";
import type { ChatView } from "../panel/chatView.ts";
import type { Command } from "./command.ts";

export function newConversationCommand(chat: Chat, view: ChatView): Command {
  return {
    id: "newConversation",
    async run() {
      const { status, queue } = chat.conversation?.state ?? { status: "idle", queue: [] };
      if (status === "working" || queue.length > 0) {
        const detail = "The running turn is stopped, and messages that wait are dropped. What was said stays in the program's own history.";
        const answer = await vscode.window.showWarningMessage("Begin a new conversation?", { modal: true, detail }, "New Conversation");
        if (answer === undefined) return;
      }
      await chat.startNew();
      await view.focus();
    },
  };
}
