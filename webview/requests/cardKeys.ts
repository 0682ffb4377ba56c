import { composerText } from "../../extension/shared/text/composer/composer.ts";
import { cardText } from "../../extension/shared/text/requests/cards.ts";
import { isComposing } from "../ui/isComposing.ts";

/** An answer that a key gives on the front card; the button that it presses has this value in `data-answer`. */
export type CardAnswer = "allow" | "deny";

const isMac = (agent: string = navigator.userAgent): boolean => agent.includes("Macintosh");

/** Returns the keys in the editor's notation. */
export function getCardKeyLabel(answer: CardAnswer, agent?: string): string {
  if (isMac(agent)) return answer === "allow" ? "⌘⏎" : "⌘⌫";
  return answer === "allow" ? "Ctrl+Enter" : "Ctrl+Backspace";
}

/** Returns the title of a button that a key presses: its label and the keys. */
export function getKeyTitle(label: string, answer: CardAnswer): string {
  return cardText.withKey(label, getCardKeyLabel(answer));
}

/**
 * Returns the answer of a key: Ctrl+Enter or Ctrl+Backspace, Cmd on macOS. Undefined for repeated keys and during
 * composition.
 */
export function getCardAnswer(event: KeyboardEvent, agent?: string): CardAnswer | undefined {
  const hasModifier = isMac(agent) ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (!hasModifier || event.shiftKey || event.altKey || event.repeat || isComposing(event)) return undefined;
  if (event.key === "Enter") return "allow";
  return event.key === "Backspace" ? "deny" : undefined;
}

/** Returns whether the focused element takes the keys as text; an empty message field does not count. */
export function isWritingText(element: Element | null, isMessageEmpty: boolean): boolean {
  if (element?.getAttribute("aria-label") === composerText.message()) return !isMessageEmpty;
  return (
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && !/^(button|checkbox|radio)$/.test(element.type))
  );
}
