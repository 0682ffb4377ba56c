/** Maximum time to wait until the document was painted, in milliseconds. */
const longestPaintMs = 100;

/** Calls an action once what the document shows now was painted. A window in the background paints nothing. */
export function afterPaint(action: () => void): void {
  let isDone = false;
  const act = (): void => {
    if (!isDone) action();
    isDone = true;
  };
  requestAnimationFrame(() => setTimeout(act));
  setTimeout(act, longestPaintMs);
}
