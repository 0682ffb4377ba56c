import type { ConversationState } from "./conversationState.ts";
import { type Action, type OwnCommand, ownCommands } from "./fromWebview.ts";
import { findTerminalCommand } from "./suggestions.ts";
import { isTypable } from "./tools.ts";

/** What a user wants with what stands in the composer. */
export type DraftIntent =
  /** `text` is what goes where that is not the draft as it stands: the CLI knows its commands by their first letter. */
  | { readonly kind: "prompt"; readonly text?: string }
  | { readonly kind: "terminalOnly" }
  /** `argument`: what stands behind its name. */
  | { readonly kind: "own"; readonly action: Action; readonly argument?: string }
  /** A command of ours with something behind it that it takes nothing of. */
  | { readonly kind: "noArgument"; readonly command: OwnCommand }
  | { readonly kind: "aside"; readonly question: string }
  | { readonly kind: "shell"; readonly command: string }
  /** A line for the terminal that would run as something else than it reads, or is too long. */
  | { readonly kind: "shellHidden"; readonly command: string }
  /** A line for the terminal with others below it, which is neither of the two. */
  | { readonly kind: "shellLines" }
  /** Perhaps: the user is asked which file takes it, and may send it all the same. */
  | { readonly kind: "note" };

/** Those of our commands that do something with what stands behind them. */
const withArgument: ReadonlySet<OwnCommand> = new Set(["effort", "fast", "model", "rename", "thinking"]);

/** A picture of Markdown, which begins like a line for the terminal. */
const image = /^!\[[^\]\n]*\]\(/;

function isOwn(name: string): name is OwnCommand {
  return Object.hasOwn(ownCommands, name);
}

/** A command of our own, a question beside the conversation, a line for the terminal, a note, else a prompt. */
export function parseDraftIntent(draft: string, { commands }: Pick<ConversationState, "commands">): DraftIntent {
  const begun = draft.trimStart();
  const [, question] = /^\/btw\s+(\S[\s\S]*)$/.exec(begun) ?? [];
  if (question !== undefined) return { kind: "aside", question: question.trim() };
  const [, name = "", argument] = /^\/([\w:.-]+)(?:[^\S\n]+(\S.*?))?\s*$/.exec(begun) ?? [];
  if (isOwn(name)) {
    if (argument === undefined) return { kind: "own", action: ownCommands[name] };
    return withArgument.has(name) ? { kind: "own", action: ownCommands[name], argument } : { kind: "noArgument", command: name };
  }
  if (findTerminalCommand(draft, commands) !== undefined) return { kind: "terminalOnly" };
  const [, known] = /^\/([\w:.-]+)(?=\s|$)/.exec(begun) ?? [];
  if (begun !== draft && commands.some((each) => each.name === known)) return { kind: "prompt", text: begun };
  if (image.test(draft)) return { kind: "prompt" };
  const [, command] = /^![^\S\n]*(\S.*?)\s*$/.exec(draft) ?? [];
  if (command !== undefined) return isTypable(command) ? { kind: "shell", command } : { kind: "shellHidden", command };
  if (/^![^\n]*\S/.test(draft.trimEnd()) && /[\n\r\u2028\u2029]/.test(draft.trimEnd())) return { kind: "shellLines" };
  return /^#(?!#)[^\n]*\S\s*$/.test(draft) && !draft.trimEnd().includes("\n") ? { kind: "note" } : { kind: "prompt" };
}
