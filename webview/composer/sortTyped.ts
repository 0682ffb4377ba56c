import type { ConversationState } from "../../extension/contract/conversationState.ts";
import { parseDraftIntent } from "../../extension/contract/draftIntent.ts";
import type { Typed } from "../host.ts";

/** What was typed before the page was there: prompts that go, where they can, and what is only written. A command is that: what it does was not to be seen. */
export function sortTyped({ sent, text }: Typed, state: ConversationState): { readonly prompts: readonly string[]; readonly written: string } {
  const isPrompt = (line: string): boolean => !state.externalUse && parseDraftIntent(line, state).kind === "prompt";
  const written = [...sent.filter((line) => !isPrompt(line)), text].filter((line) => line.trim() !== "").join("\n");
  return { prompts: sent.filter(isPrompt), written };
}
