import { parseDraftIntent } from "../../../extension/shared/contract/composer/draftIntent.ts";
import type { ConversationState } from "../../../extension/shared/contract/conversationState.ts";
import type { TypedInput } from "../../host.ts";

/**
 * Sorts text typed before the page loaded into prompts to send and text for the draft. A command becomes draft text:
 * the user could not see its effect.
 */
export function sortTyped(
  { sent, text }: TypedInput,
  state: ConversationState,
): { readonly prompts: readonly string[]; readonly written: string } {
  const isPrompt = (line: string): boolean => !state.externalUse && parseDraftIntent(line, state).kind === "prompt";
  const written = [...sent.filter((line) => !isPrompt(line)), text].filter((line) => line.trim() !== "").join("\n");
  return { prompts: sent.filter(isPrompt), written };
}
