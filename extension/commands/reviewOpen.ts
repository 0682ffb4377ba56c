import * as vscode from "vscode";
import type { DiffReview } from "../editor/diffReview.ts";
import type { Chat } from "../panel/chat.ts";
import { type Command, textArgument } from "./command.ts";

/** Opens the diff of a waiting edit: the one given, else the oldest that has one. */
export function reviewOpenCommand(chat: Chat, review: DiffReview): Command {
  return {
    id: "review.open",
    async run(argument) {
      const { conversation } = chat;
      const wanted = textArgument(argument);
      const ids = conversation?.state.requests.map((request) => request.id) ?? [];
      const id = wanted ?? ids.find((candidate) => conversation?.request(candidate)?.proposal);
      const proposal = id === undefined ? undefined : conversation?.request(id)?.proposal;
      if (id !== undefined && proposal) await review.open(id, proposal);
      else void vscode.window.showInformationMessage("No edit with a diff is waiting.");
    },
  };
}
