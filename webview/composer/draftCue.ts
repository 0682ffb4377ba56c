import { type OwnCommand, ownCommands } from "../../extension/contract/fromWebview.ts";
import type { SlashCommand } from "../../extension/contract/suggestions.ts";
import { cueTexts, getOwnCommandHint } from "../../extension/text/suggestions.ts";

/** What a draft is for where it is no message: a line for the terminal or a note, from its first letter on. */
export function draftCue(draft: string): "shell" | "note" | undefined {
  // A picture of Markdown begins so too.
  if (/^!(?!\[)/.test(draft)) return "shell";
  return /^#(?!#)[^\n]*\s*$/.test(draft) ? "note" : undefined;
}

/** What may follow a draft that is only a command or the first letter of a line for the terminal or of a note; empty for any other. */
export function draftHint(draft: string, commands: readonly SlashCommand[]): string {
  const cue = draftCue(draft);
  const gap = draft.endsWith(" ") ? "" : " ";
  if (cue) return draft.trim().length === 1 ? `${gap}${cueTexts[cue].hint()}` : "";
  const [, name] = /^\/([\w:.-]+) ?$/.exec(draft) ?? [];
  if (name === undefined) return "";
  // Ours come before those of the CLI.
  const isOwn = Object.hasOwn(ownCommands, name);
  const shown = isOwn ? getOwnCommandHint(name as OwnCommand) : commands.find((command) => command.name === name)?.argumentHint;
  return shown ? `${gap}${shown}` : "";
}
