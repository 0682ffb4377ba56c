import type { Chat } from "../panel/chat.ts";
import type { ChatView } from "../panel/chatView.ts";
import type { Command } from "./command.ts";
import { requestFor } from "./oldestRequest.ts";

/** Allows a permission request. A question or a plan needs more than a yes, so the panel is shown for it. */
export function approveCommand(chat: Chat, view: ChatView): Command {
  return {
    id: "approve",
    run(argument) {
      const request = requestFor(chat, argument);
      if (request?.kind === "permission" && !request.isDenyOnly) return chat.conversation?.decide(request.id, { kind: "allow" });
      return request && view.focus();
    },
  };
}
