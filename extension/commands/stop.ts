import type { Chat } from "../panel/chat.ts";
import type { Command } from "./command.ts";

export function stopCommand(chat: Chat): Command {
  return { id: "stop", run: () => chat.conversation?.stop() };
}
