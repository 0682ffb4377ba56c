import type { Chat } from "../panel/chat.ts";
import type { Command } from "./command.ts";

/** Starts the process again; the conversation goes on where it was. */
export function retryCommand(chat: Chat): Command {
  return { id: "retry", run: () => chat.restart() };
}
