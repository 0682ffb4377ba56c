import type { ConversationState } from "../conversationState.ts";
import { type Action, type OwnCommand, ownCommands } from "../fromWebview.ts";
import { isTypable } from "../tools.ts";
import { findTerminalCommand } from "./suggestions.ts";

/** The meaning of a draft in the composer. */
export type DraftIntent =
  /** `text` replaces the draft if they differ: `claude` recognizes its commands by their first character. */
  | { readonly kind: "prompt"; readonly text?: string }
  | { readonly kind: "terminalOnly" }
  /** `argument` is the text after the command's name. */
  | { readonly kind: "own"; readonly action: Action; readonly argument?: string }
  /** A Tandem command with an argument, although it takes none. */
  | { readonly kind: "noArgument"; readonly command: OwnCommand }
  | { readonly kind: "aside"; readonly question: string }
  | { readonly kind: "shell"; readonly command: string }
  /** A terminal line that would run something other than it displays, or that is too long. */
  | { readonly kind: "shellHidden"; readonly command: string }
  /** A terminal line with further lines below it: neither one line for the terminal nor a prompt. */
  | { readonly kind: "shellLines" }
  /** Possibly a note: the user is asked which file to add it to, and may send it as a prompt instead. */
  | { readonly kind: "note" };

/** Tandem commands that take an argument. */
const withArgument: ReadonlySet<OwnCommand> = new Set(["effort", "fast", "model", "rename", "thinking"]);

/** A Markdown image, which starts like a terminal line. */
const image = /^!\[[^\]\n]*\]\(/;

function isOwn(name: string): name is OwnCommand {
  return Object.hasOwn(ownCommands, name);
}

/**
 * Returns the meaning of a draft: a Tandem command, a side question, a terminal line, a note, or otherwise a prompt.
 */
export function parseDraftIntent(draft: string, { commands }: Pick<ConversationState, "commands">): DraftIntent {
  const begun = draft.trimStart();
  const [, question] = /^\/btw\s+(\S[\s\S]*)$/.exec(begun) ?? [];
  if (question !== undefined) return { kind: "aside", question: question.trim() };
  const [, name = "", argument] = /^\/([\w:.-]+)(?:[^\S\n]+(\S.*?))?\s*$/.exec(begun) ?? [];
  if (isOwn(name)) {
    if (argument === undefined) return { kind: "own", action: ownCommands[name] };
    return withArgument.has(name)
      ? { kind: "own", action: ownCommands[name], argument }
      : { kind: "noArgument", command: name };
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
