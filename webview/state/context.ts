import { getContext, setContext } from "svelte";
import type { ChatState } from "./chatState.svelte.ts";

const key = Symbol("chat");

/** Provides the chat to all components below. */
export function provideChat(chat: ChatState): void {
  setContext(key, chat);
}

export function getChat(): ChatState {
  return getContext<ChatState>(key);
}
