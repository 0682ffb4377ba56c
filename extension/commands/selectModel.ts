import * as vscode from "vscode";
import type { Chat } from "../panel/chat.ts";
import type { Command } from "./command.ts";

/** Offers the models that the CLI named. */
export function selectModelCommand(chat: Chat): Command {
  return {
    id: "selectModel",
    async run() {
      const { conversation } = chat;
      if (!conversation) return;
      const items = conversation.state.models.map((model) => ({ label: model.label, description: model.value, detail: model.description, value: model.value }));
      const picked = await vscode.window.showQuickPick(items, {
        title: "Model for this conversation",
        placeHolder: `In force: ${conversation.state.model ?? "not reported yet"}`,
      });
      if (picked) await conversation.setModel(picked.value === "default" ? undefined : picked.value);
    },
  };
}
