import type { ConversationState } from "../../extension/contract/conversationState.ts";
import { type Action, type OwnCommand, ownCommands } from "../../extension/contract/fromWebview.ts";
import { terminalCommandIn } from "../../extension/contract/suggestions.ts";

/** What a user wants with what stands in the composer. */
export type DraftIntent =
  /** `text` is what goes where that is not the draft as it stands: the CLI knows its commands by their first letter. */
  | { readonly kind: "prompt"; readonly text?: string }
  | { readonly kind: "terminalOnly" }
  | { readonly kind: "own"; readonly action: Action }
  | { readonly kind: "aside"; readonly question: string }
  | { readonly kind: "shell"; readonly command: string }
  /** Perhaps: the user is asked which file takes it, and may send it all the same. */
  | { readonly kind: "note" };

/** A command of our own, a question beside the conversation, a line for the terminal, a note, else a prompt. */
export function draftIntent(draft: string, { commands }: Pick<ConversationState, "commands">): DraftIntent {
  const begun = draft.trimStart();
  const [, name = ""] = /^\/([\w:.-]+)\s*$/.exec(begun) ?? [];
  if (Object.hasOwn(ownCommands, name)) return { kind: "own", action: ownCommands[name as OwnCommand] };
  const [, question] = /^\/btw\s+(\S[\s\S]*)$/.exec(begun) ?? [];
  if (question !== undefined) return { kind: "aside", question: question.trim() };
  if (terminalCommandIn(draft, commands) !== undefined) return { kind: "terminalOnly" };
  const [, known] = /^\/([\w:.-]+)(?=\s|$)/.exec(begun) ?? [];
  if (begun !== draft && commands.some((each) => each.name === known)) return { kind: "prompt", text: begun };
  const [, command] = /^!\s*(\S.*?)\s*$/.exec(draft) ?? [];
  if (command !== undefined) return { kind: "shell", command };
  return /^#(?!#)[^\n]*\S\s*$/.test(draft) && !draft.trimEnd().includes("\n") ? { kind: "note" } : { kind: "prompt" };
}
