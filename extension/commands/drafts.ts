import type { DraftActions } from "../conversations/draftActions.ts";
import type { Command } from "./command.ts";

/** Opens what stands in the composer as a document. */
export function editMessageCommand(drafts: DraftActions): Command {
  return { run: () => drafts.edit() };
}

/** Sends the message that is written in the document in front. */
export function sendMessageCommand(drafts: DraftActions): Command {
  return { run: () => drafts.send() };
}

/** Takes an earlier message into the composer. */
export function promptHistoryCommand(drafts: DraftActions): Command {
  return { run: () => drafts.takeEarlier() };
}
