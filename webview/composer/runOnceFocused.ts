/** Does something once the page has the focus, which it does not take: now, or when the user comes to it. */
export function runOnceFocused(act: () => void): void {
  if (document.hasFocus()) act();
  else window.addEventListener("focus", act, { once: true });
}
