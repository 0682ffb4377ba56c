/**
 * Focuses an element and scrolls it into view within the page. The browser would also scroll what surrounds the page:
 * the whole window then stands a few pixels higher.
 */
export function focusElement(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
  if (element) scrollToNearest(element);
}

/** Focuses an element's first button, for content that replaces the button that opened it. */
export function focusFirst(element: HTMLElement): void {
  focusElement(element.querySelector("button"));
}

/** Focuses an input and selects its text. */
export function focusText(input: HTMLInputElement | undefined): void {
  focusElement(input);
  input?.select();
}

/** Scrolls the boxes around an element just far enough to show it; nothing outside of the page. */
export function scrollToNearest(element: Element): void {
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (box.scrollHeight <= box.clientHeight || !/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
    const { top, bottom } = element.getBoundingClientRect();
    const from = box.getBoundingClientRect().top + box.clientTop;
    const to = from + box.clientHeight;
    if (top < from) box.scrollTop -= from - top;
    else if (bottom > to) box.scrollTop += Math.min(bottom - to, top - from);
  }
}

/**
 * Runs a function once the page has the focus: now, or when the user moves the focus there. Does not take the focus
 * itself.
 */
export function runOnceFocused(act: () => void): void {
  if (document.hasFocus()) act();
  else window.addEventListener("focus", act, { once: true });
}
