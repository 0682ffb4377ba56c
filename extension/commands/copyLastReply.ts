import * as vscode from "vscode";
import type { Chat } from "../panel/chat.ts";
import type { Command } from "./command.ts";

/** Copies the newest reply as Markdown. */
export function copyLastReplyCommand(chat: Chat): Command {
  return {
    id: "copyLastReply",
    async run() {
      const reply = chat.conversation?.lastReply;
      if (reply !== undefined) await vscode.env.clipboard.writeText(reply);
    },
  };
}
