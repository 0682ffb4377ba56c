import * as vscode from "vscode";
import type { DiffReview } from "../editor/diffReview.ts";
import type { Chat } from "../panel/chat.ts";
import type { Command } from "./command.ts";

/** Accepts the proposal whose diff is open. */
export function reviewAcceptCommand(chat: Chat, review: DiffReview): Command {
  return {
    id: "review.accept",
    run() {
      const id = review.shownRequest;
      if (id === undefined) void vscode.window.showInformationMessage("No proposal's diff is open. Use Review Proposed Changes first.");
      else chat.conversation?.decide(id, { kind: "allow" });
    },
  };
}
