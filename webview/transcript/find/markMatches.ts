/** Parts of a row that are not searched: the panel's own labels, and nested rows, which are searched separately. */
const leftOut = "button, .hidden, .bar, .actions, .number.muted, .sign, [aria-hidden=true], [data-item]";
/** Parts that are searched although they are inside a button. */
const kept = ":is(button.open, .results button, .subject)";

/**
 * Returns the ranges of an expression in the visible text of a row, across element boundaries. A change of the row
 * invalidates them.
 */
export function matchRanges(row: Element, expression: RegExp): readonly StaticRange[] {
  const nodes: Text[] = [];
  collectTexts(row, nodes);
  const text = nodes.map(({ data }) => data).join("");
  const ranges: StaticRange[] = [];
  // The current node and its offset in the text; matches come in order.
  let index = 0;
  let start = 0;
  const goTo = (at: number): Text => {
    for (let node = nodes[index] as Text; ; node = nodes[++index] as Text) {
      if (at <= start + node.length) return node;
      start += node.length;
    }
  };
  for (const { 0: found, index: at } of text.matchAll(expression)) {
    if (found === "") continue;
    // Located by its first letter: the position before it is also the end of the previous node.
    const startContainer = goTo(at + 1);
    const startOffset = at - start;
    const end = at + found.length;
    const endContainer = goTo(end);
    ranges.push(new StaticRange({ startContainer, startOffset, endContainer, endOffset: end - start }));
  }
  return ranges;
}

function collectTexts(element: Element, nodes: Text[]): void {
  for (let node = element.firstChild; node; node = node.nextSibling) {
    if (node instanceof Text) nodes.push(node);
    else if (!(node instanceof Element)) continue;
    else if (!node.matches(leftOut) || node.matches(kept)) collectTexts(node, nodes);
    else if (node.tagName === "BUTTON") for (const part of node.querySelectorAll(kept)) collectTexts(part, nodes);
  }
}

/**
 * Converts a static range to a live one that can be measured. The page updates all live ranges with each change, so use
 * few of them.
 */
export function toMeasurable({ startContainer, startOffset, endContainer, endOffset }: StaticRange): Range {
  const range = document.createRange();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  return range;
}

/** Scrolls all containers of a range, innermost first, so that the range is visible. */
export function scrollToRange(range: Range): void {
  for (let box = range.startContainer.parentElement; box; box = box.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(box);
    const [found, seen] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
    const isAbove = found.top < seen.top || found.bottom > seen.bottom;
    const isBeside = found.left < seen.left || found.right > seen.right;
    if (isAbove && canScroll(overflowY, box.scrollHeight, box.clientHeight))
      box.scrollTop += found.top - seen.top - box.clientHeight / 3;
    if (isBeside && canScroll(overflowX, box.scrollWidth, box.clientWidth))
      box.scrollLeft += found.left - seen.left - box.clientWidth / 3;
  }
}

function canScroll(overflow: string, whole: number, shown: number): boolean {
  return whole > shown && /auto|scroll/.test(overflow);
}

/** Highlights ranges as matches, and one of them as the selected match. */
export function paintMatches(all: readonly AbstractRange[], current: AbstractRange | undefined): void {
  if (!("highlights" in CSS)) return;
  const matches = new Highlight();
  // Added one by one: their number may exceed the maximum number of arguments.
  for (const range of all) matches.add(range);
  CSS.highlights.set("match", matches);
  const chosen = new Highlight(...(current ? [current] : []));
  chosen.priority = 1;
  CSS.highlights.set("current-match", chosen);
}
