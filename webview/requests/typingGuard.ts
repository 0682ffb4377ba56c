/** How long a card ignores keys after it appeared, in milliseconds. */
const guardMs = 500;

/**
 * Keeps keys that were meant for something else from deciding: a click that a key caused, or the second
 * click of a double click, does nothing in a card's first half second. A plain click always counts.
 */
export function typingGuard(now: () => number = () => performance.now()): (action: () => void) => (event: MouseEvent) => void {
  const shownAt = now();
  return (action) => (event) => {
    const isDeliberate = event.detail === 1;
    if (isDeliberate || now() - shownAt >= guardMs) action();
  };
}
