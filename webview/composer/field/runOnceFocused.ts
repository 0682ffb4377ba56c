/**
 * Runs a function once the page has the focus: now, or when the user moves the focus there. Does not take the focus
 * itself.
 */
export function runOnceFocused(act: () => void): void {
  if (document.hasFocus()) act();
  else window.addEventListener("focus", act, { once: true });
}
