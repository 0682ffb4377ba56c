import * as vscode from "vscode";
import type { Chat } from "../panel/chat.ts";
import type { Command } from "./command.ts";
import { requestFor } from "./oldestRequest.ts";

/** Offers the CLI's own "always" choices for a request. */
export function approveAlwaysCommand(chat: Chat): Command {
  return {
    id: "approveAlways",
    async run(argument) {
      const request = requestFor(chat, argument);
      if (request?.kind !== "permission") return;
      if (request.always.length === 0) {
        void vscode.window.showInformationMessage("The CLI offers no rule for this request. Allow or deny it once.");
        return;
      }
      const items = request.always.map((label, choice) => ({ label, choice }));
      const picked = await vscode.window.showQuickPick(items, { title: `${request.tool} ${request.subject}`, placeHolder: "What to allow from now on" });
      if (picked) chat.conversation?.decide(request.id, { kind: "allowAlways", choice: picked.choice });
    },
  };
}
