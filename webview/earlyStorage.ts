/** Key of the text that a document keeps for the next one of its view. */
const keptKey = "tandem.typed";

/** Keeps a text for the next document of this view. */
export function keepTyped(text: string): void {
  try {
    sessionStorage.setItem(keptKey, text);
  } catch {
    // The browser stores nothing.
  }
}

/** Removes and returns the kept text; empty if there is none. */
export function takeKept(): string {
  try {
    const text = sessionStorage.getItem(keptKey) ?? "";
    sessionStorage.removeItem(keptKey);
    return text;
  } catch {
    return "";
  }
}

/**
 * Returns whether the document with this nonce was shown before, as when the view was hidden since. True where the
 * browser stores nothing.
 */
export function isShownAgain(nonce: string): boolean {
  try {
    const isKnown = sessionStorage.getItem(nonce) !== null;
    sessionStorage.setItem(nonce, "shown");
    return isKnown;
  } catch {
    return true;
  }
}
