import type { SlashCommand } from "../../../extension/shared/contract/composer/suggestions.ts";
import type { ConversationState } from "../../../extension/shared/contract/conversationState.ts";
import { type OwnCommand, ownCommands } from "../../../extension/shared/contract/fromWebview.ts";
import { composerText } from "../../../extension/shared/text/composer/composer.ts";
import { cueTexts, getOwnCommandHint } from "../../../extension/shared/text/composer/suggestions.ts";
import type { CardForms } from "../../requests/cardForms.svelte.ts";
import { getCardKeyLabel } from "../../requests/cardKeys.ts";

/** The kind of a draft that is no message. */
export type DraftCue = "shell" | "note";

export const cueIcons: Readonly<Record<DraftCue, string>> = { shell: "codicon-terminal", note: "codicon-notebook" };

/** Returns what a draft is if it is not a message: a terminal command (starts with `!`) or a note (starts with `#`). */
export function draftCue(draft: string): DraftCue | undefined {
  // An image in Markdown also starts with `!`.
  if (/^!(?!\[)/.test(draft)) return "shell";
  return /^#(?!#)[^\n]*\s*$/.test(draft) ? "note" : undefined;
}

/** Returns a hint for a draft that consists only of a slash command, `!` or `#`; empty for any other draft. */
export function draftHint(draft: string, commands: readonly SlashCommand[]): string {
  const cue = draftCue(draft);
  const gap = draft.endsWith(" ") ? "" : " ";
  if (cue) return draft.trim().length === 1 ? `${gap}${cueTexts[cue].hint()}` : "";
  const [, name] = /^\/([\w:.-]+) ?$/.exec(draft) ?? [];
  if (name === undefined) return "";
  // Tandem's own commands take precedence over those of the CLI.
  const isOwn = Object.hasOwn(ownCommands, name);
  const shown = isOwn
    ? getOwnCommandHint(name as OwnCommand)
    : commands.find((command) => command.name === name)?.argumentHint;
  return shown ? `${gap}${shown}` : "";
}

/** Returns the text of the empty field if `claude` suggests no message. `keyAnswer` is the effect of its key. */
export function getPlaceholder({ attachments, status }: ConversationState, keyAnswer: CardForms["keyAnswer"]): string {
  // With an attachment the keys belong to the message.
  if (keyAnswer && attachments.length === 0) {
    const key = getCardKeyLabel("allow");
    return keyAnswer.kind === "allows" ? composerText.allowsPlaceholder(key) : composerText.approvesPlaceholder(key);
  }
  return status === "working" ? composerText.queuePlaceholder() : composerText.placeholder();
}
