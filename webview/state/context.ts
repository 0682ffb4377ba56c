import { getContext, setContext } from "svelte";
import type { ChatState } from "./chatState.svelte.ts";

const key = Symbol("chat");

/** Provides the chat to all components below. */
export function provideChat(chat: ChatState): void {
  setContext(key, chat);
}

/** Returns the context of a component that is mounted outside all others. */
export function toContext(chat: ChatState): Map<unknown, unknown> {
  return new Map([[key, chat]]);
}

export function getChat(): ChatState {
  return getContext<ChatState>(key);
}
