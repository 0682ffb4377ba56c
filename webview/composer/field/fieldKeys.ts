import type { Suggestions } from "./suggestions.svelte.ts";

/** Maximum time in ms between the two presses. */
const maxMs = 800;

/**
 * Lets the open list of suggestions handle a key without a modifier but Shift. `pick` picks the selected row. Returns
 * whether the list handled the key.
 */
export function takeSuggestionKey(event: KeyboardEvent, suggestions: Suggestions, pick: () => void): boolean {
  if (event.shiftKey) return false;
  // A list without selectable rows must not take keys from the text.
  if (!suggestions.hasChoice && event.key !== "Escape") return false;
  if (event.key === "ArrowUp" || event.key === "ArrowDown") suggestions.move(event.key === "ArrowUp" ? -1 : 1);
  else if (event.key === "Escape") suggestions.dismiss();
  else if (event.key === "Tab" || (event.key === "Enter" && !suggestions.isWhole)) {
    if (!event.repeat) pick();
  } else return false;
  return true;
}

/** Recognizes two presses of Escape in a row, with no other key between them. */
export class DoubleEscape {
  #pressedAt: number | undefined;

  /** Returns true for the second press. Call for every key. */
  isSecond(event: KeyboardEvent): boolean {
    const before = this.#pressedAt;
    const isPress =
      event.key === "Escape" && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    const isSecond = isPress && before !== undefined && event.timeStamp - before <= maxMs;
    this.#pressedAt = isPress && !isSecond ? event.timeStamp : undefined;
    return isSecond;
  }
}
