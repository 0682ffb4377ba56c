import { composerText } from "../../extension/shared/text/composer/composer.ts";
import { cardText } from "../../extension/shared/text/requests/cards.ts";
import { isComposing } from "../ui/isComposing.ts";

/** An answer that a key gives on the front card; the button that it presses has this value in `data-answer`. */
export type CardAnswer = "allow" | "deny";

/** The effect of a key on the front card: an answer, or its other form, which has more to say. */
export type CardAction = CardAnswer | "always" | "feedback";

const keyLabels: Readonly<Record<CardAction, { readonly mac: string; readonly other: string }>> = {
  allow: { mac: "⌘⏎", other: "Ctrl+Enter" },
  always: { mac: "⇧⌘⏎", other: "Ctrl+Shift+Enter" },
  deny: { mac: "⌘⌫", other: "Ctrl+Backspace" },
  feedback: { mac: "⇧⌘⌫", other: "Ctrl+Shift+Backspace" },
};

const isMac = (agent: string = navigator.userAgent): boolean => agent.includes("Macintosh");

/** Returns the keys in the editor's notation. */
export function getCardKeyLabel(action: CardAction, agent?: string): string {
  return keyLabels[action][isMac(agent) ? "mac" : "other"];
}

/** Returns the title of a button that a key presses: its label and the keys. */
export function getKeyTitle(label: string, answer: CardAnswer): string {
  return cardText.withKey(label, getCardKeyLabel(answer));
}

/**
 * Returns what a key does: Ctrl+Enter or Ctrl+Backspace, with Shift for the other form, Cmd on macOS. Undefined for
 * repeated keys and during composition.
 */
export function getCardAction(event: KeyboardEvent, agent?: string): CardAction | undefined {
  const hasModifier = isMac(agent) ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (!hasModifier || event.altKey || event.repeat || isComposing(event)) return undefined;
  if (event.key === "Backspace") return event.shiftKey ? "feedback" : "deny";
  if (event.key === "Enter") return event.shiftKey ? "always" : "allow";
  return undefined;
}

/** Returns whether the focused element takes the keys as text; an empty message field does not count. */
export function isWritingText(element: Element | null, isMessageEmpty: boolean): boolean {
  if (element?.getAttribute("aria-label") === composerText.message()) return !isMessageEmpty;
  return (
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && !/^(button|checkbox|radio)$/.test(element.type))
  );
}
