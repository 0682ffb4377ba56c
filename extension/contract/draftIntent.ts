import type { ConversationState } from "./conversationState.ts";
import { type Action, type OwnCommand, ownCommands } from "./fromWebview.ts";
import { terminalCommandIn } from "./suggestions.ts";

/** What a user wants with what stands in the composer. */
export type DraftIntent =
  /** `text` is what goes where that is not the draft as it stands: the CLI knows its commands by their first letter. */
  | { readonly kind: "prompt"; readonly text?: string }
  | { readonly kind: "terminalOnly" }
  /** `argument`: what stands behind its name. */
  | { readonly kind: "own"; readonly action: Action; readonly argument?: string }
  | { readonly kind: "aside"; readonly question: string }
  | { readonly kind: "shell"; readonly command: string }
  /** A line for the terminal with others below it, which is neither of the two. */
  | { readonly kind: "shellLines" }
  /** Perhaps: the user is asked which file takes it, and may send it all the same. */
  | { readonly kind: "note" };

/** A command of our own, a question beside the conversation, a line for the terminal, a note, else a prompt. */
export function draftIntent(draft: string, { commands }: Pick<ConversationState, "commands">): DraftIntent {
  const begun = draft.trimStart();
  const [, question] = /^\/btw\s+(\S[\s\S]*)$/.exec(begun) ?? [];
  if (question !== undefined) return { kind: "aside", question: question.trim() };
  const [, name = "", argument] = /^\/([\w:.-]+)(?:[^\S\n]+(\S.*?))?\s*$/.exec(begun) ?? [];
  if (Object.hasOwn(ownCommands, name)) return { kind: "own", action: ownCommands[name as OwnCommand], ...(argument === undefined ? {} : { argument }) };
  if (terminalCommandIn(draft, commands) !== undefined) return { kind: "terminalOnly" };
  const [, known] = /^\/([\w:.-]+)(?=\s|$)/.exec(begun) ?? [];
  if (begun !== draft && commands.some((each) => each.name === known)) return { kind: "prompt", text: begun };
  const [, command] = /^![^\S\n]*(\S.*?)\s*$/.exec(draft) ?? [];
  if (command !== undefined) return { kind: "shell", command };
  if (/^![^\n]*\S/.test(draft.trimEnd()) && draft.trimEnd().includes("\n")) return { kind: "shellLines" };
  return /^#(?!#)[^\n]*\S\s*$/.test(draft) && !draft.trimEnd().includes("\n") ? { kind: "note" } : { kind: "prompt" };
}
