import type { RequestView } from "../contract/conversationState.ts";
import type { Chat } from "../panel/chat.ts";
import { textArgument } from "./command.ts";

/** The request that a command is about: the one given by id, else the oldest that waits. */
export function requestFor(chat: Chat, argument: unknown): RequestView | undefined {
  const requests = chat.conversation?.state.requests ?? [];
  const id = textArgument(argument);
  return id === undefined ? requests[0] : requests.find((request) => request.id === id);
}
