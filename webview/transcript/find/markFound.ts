import type { MatchPosition } from "./findState.svelte.ts";
import { matchRanges, paintMatches } from "./markMatches.ts";

/** The searched expression, and the rows in which the host found it. */
export interface SearchedText {
  readonly expression: RegExp;
  /** True for a regular expression of the user, which can take unlimited time. */
  readonly isRegex: boolean;
  readonly rows: ReadonlySet<string>;
  /** The selected match. */
  readonly place: MatchPosition | undefined;
}

const none: readonly StaticRange[] = [];

/**
 * Marks matches in the rows of a log whenever they change, once per frame, until the returned function is called. Each
 * frame calls `onNearest` with the rendered match that is nearest to the selected one, and whether it is the selected
 * one itself.
 */
export function markFound(
  log: Element,
  sought: SearchedText,
  onNearest: (match: StaticRange, isItself: boolean) => void,
): () => void {
  const { expression, isRegex, place } = sought;
  /** Matches by row, until the row changes. */
  const found = new WeakMap<Element, readonly StaticRange[]>();
  const foundIn = (row: Element): readonly StaticRange[] => {
    // The user's expression is matched only against text that the host has matched within its time limit, so not
    // against streaming text.
    if (isRegex && row.querySelector("[aria-busy=true], .codicon-loading")) return none;
    const ranges = found.get(row) ?? matchRanges(row, expression);
    found.set(row, ranges);
    return ranges;
  };
  let painted: readonly (readonly StaticRange[])[] = [];
  const paint = (): void => {
    frame = undefined;
    const rows = [...log.querySelectorAll<HTMLElement>("[data-item]")].filter(({ dataset }) =>
      sought.rows.has(dataset.item ?? ""),
    );
    const all = rows.map(foundIn);
    const inRow = all[rows.findIndex(({ dataset }) => dataset.item === place?.id)] ?? none;
    const nearest = place && inRow[Math.min(place.occurrence, inRow.length - 1)];
    if (all.length !== painted.length || all.some((ranges, index) => ranges !== painted[index]))
      paintMatches(all.flat(), nearest);
    painted = all;
    if (nearest) onNearest(nearest, inRow.length > place.occurrence);
  };
  let frame: number | undefined = requestAnimationFrame(paint);
  const observer = new MutationObserver((records) => {
    const elements = records.map(({ target }) => (target instanceof Element ? target : target.parentElement));
    // Ignores running times, which are not searched.
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
