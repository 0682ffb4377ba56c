/** Puts the focus on an element's first button: for what a button opened in its own place. */
export function focusFirst(element: HTMLElement): void {
  element.querySelector<HTMLElement>("button")?.focus();
}
