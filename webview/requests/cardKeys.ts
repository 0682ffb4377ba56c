import { composerText } from "../../extension/text/composer.ts";

/** What a key does with the card in front: the button that it presses says so by `data-answer`. */
export type CardAnswer = "allow" | "deny";

const isMac = (agent: string = navigator.userAgent): boolean => agent.includes("Macintosh");

/** The keys as the editor writes them. */
export function getCardKeyLabel(answer: CardAnswer, agent?: string): string {
  if (isMac(agent)) return answer === "allow" ? "⌘⏎" : "⌘⌫";
  return answer === "allow" ? "Ctrl+Enter" : "Ctrl+Backspace";
}

/** Returns what a key asks for: Ctrl+Enter and Ctrl+Backspace, on macOS with Cmd. A key that is held down, or composes, asks for nothing. */
export function getCardAnswer(event: KeyboardEvent, agent?: string): CardAnswer | undefined {
  const hasModifier = isMac(agent) ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (!hasModifier || event.shiftKey || event.altKey || event.repeat || event.isComposing) return undefined;
  if (event.key === "Enter") return "allow";
  return event.key === "Backspace" ? "deny" : undefined;
}

/** Whether the keys are those of a text that is being written elsewhere than in an empty message. */
export function isWritingText(element: Element | null, isMessageEmpty: boolean): boolean {
  if (element?.getAttribute("aria-label") === composerText.message()) return !isMessageEmpty;
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !/^(button|checkbox|radio)$/.test(element.type));
}
