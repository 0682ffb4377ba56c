import type { Chat } from "../panel/chat.ts";
import type { Command } from "./command.ts";
import { requestFor } from "./oldestRequest.ts";

export function denyCommand(chat: Chat): Command {
  return {
    id: "deny",
    run(argument) {
      const request = requestFor(chat, argument);
      if (request) chat.conversation?.decide(request.id, { kind: "deny" });
    },
  };
}
