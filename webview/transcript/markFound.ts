import type { MatchPosition } from "./findState.svelte.ts";
import { matchRanges, paintMatches } from "./markMatches.ts";

/** What is looked for, and in which rows the host found it. */
export interface SearchedText {
  readonly expression: RegExp;
  /** A person's own, which can take for ever. */
  readonly isRegex: boolean;
  readonly rows: ReadonlySet<string>;
  /** The match that is chosen. */
  readonly place: MatchPosition | undefined;
}

const none: readonly StaticRange[] = [];

/**
 * Marks matches in the rows of a log as they come there and change, once in a frame, until what it returns is called. `onNearest` is
 * given the match that is nearest to the chosen one in what its row shows, with each frame, and whether it is that one itself.
 */
export function markFound(log: Element, sought: SearchedText, onNearest: (match: StaticRange, isItself: boolean) => void): () => void {
  const { expression, isRegex, place } = sought;
  /** By row, until it changes. */
  const found = new WeakMap<Element, readonly StaticRange[]>();
  const foundIn = (row: Element): readonly StaticRange[] => {
    // A person's own expression is tried only on what the host tried it on in time, and not on what still comes.
    if (isRegex && row.querySelector("[aria-busy=true], .codicon-loading")) return none;
    const ranges = found.get(row) ?? matchRanges(row, expression);
    found.set(row, ranges);
    return ranges;
  };
  let painted: readonly (readonly StaticRange[])[] = [];
  const paint = (): void => {
    frame = undefined;
    const rows = [...log.querySelectorAll<HTMLElement>("[data-item]")].filter(({ dataset }) => sought.rows.has(dataset.item ?? ""));
    const all = rows.map(foundIn);
    const inRow = all[rows.findIndex(({ dataset }) => dataset.item === place?.id)] ?? none;
    const nearest = place && inRow[Math.min(place.occurrence, inRow.length - 1)];
    if (all.length !== painted.length || all.some((ranges, index) => ranges !== painted[index])) paintMatches(all.flat(), nearest);
    painted = all;
    if (nearest) onNearest(nearest, inRow.length > place.occurrence);
  };
  let frame: number | undefined = requestAnimationFrame(paint);
  const observer = new MutationObserver((records) => {
    const elements = records.map(({ target }) => (target instanceof Element ? target : target.parentElement));
    // A time that runs is searched by nobody.
    const changed = elements.filter((element) => !element?.closest(".time"));
    for (const element of changed) {
      const row = element?.closest("[data-item]");
      if (row) found.delete(row);
    }
    if (changed.length > 0) frame ??= requestAnimationFrame(paint);
  });
  observer.observe(log, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    if (frame !== undefined) cancelAnimationFrame(frame);
    paintMatches([], undefined);
  };
}
