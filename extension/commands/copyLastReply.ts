import * as vscode from "vscode";
import type { Conversations } from "../conversations/conversations.ts";
import type { Command } from "./command.ts";

/** Copies the newest reply as Markdown. */
export function copyLastReplyCommand(conversations: Conversations): Command {
  return {
    async run() {
      const reply = conversations.current?.conversation.transcript.lastReply;
      if (reply !== undefined) await vscode.env.clipboard.writeText(reply);
    },
  };
}
