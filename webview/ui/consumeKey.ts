/**
 * Keeps a key from the browser and from the editor, which receives every key of the page that reaches the window,
 * prevented or not.
 */
export function consumeKey(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
