/** Focuses an element's first button, for content that replaces the button that opened it. */
export function focusFirst(element: HTMLElement): void {
  element.querySelector<HTMLElement>("button")?.focus();
}
