/** The code of a key that an input method takes. */
const takenKey = 229;

/**
 * Returns whether a key belongs to an input method. Safari ends a composition before the key that ended it, which then
 * has a code of its own.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === takenKey;
}
