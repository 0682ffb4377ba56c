/** What is drawn in a row and not searched: the panel's own words, and rows inside, which are found by themselves. */
const leftOut = "button, .hidden, .bar, .actions, .number.muted, .sign, [aria-hidden=true], [data-item]";
/** What is searched all the same, though it stands in a button. */
const kept = ":is(button.open, .results button, .subject)";

/** Where an expression is found in what a row shows, across the elements that it is made of. What changes in the row makes them stale. */
export function matchRanges(row: Element, expression: RegExp): readonly StaticRange[] {
  const nodes: Text[] = [];
  collectTexts(row, nodes);
  const text = nodes.map(({ data }) => data).join("");
  const ranges: StaticRange[] = [];
  // The node that was come to, and where it starts: matches come in order.
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
    // By its first letter: the place before it is also the end of the node before.
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

/** The same as a range that can be measured. The page brings each of those up to date with every change, so there are few. */
export function toMeasurable({ startContainer, startOffset, endContainer, endOffset }: StaticRange): Range {
  const range = document.createRange();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  return range;
}

/** Scrolls everything that a range is scrolled out of, the innermost first, so that it can be seen. */
export function scrollToRange(range: Range): void {
  for (let box = range.startContainer.parentElement; box; box = box.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(box);
    const [found, seen] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
    const isAbove = found.top < seen.top || found.bottom > seen.bottom;
    const isBeside = found.left < seen.left || found.right > seen.right;
    if (isAbove && canScroll(overflowY, box.scrollHeight, box.clientHeight)) box.scrollTop += found.top - seen.top - box.clientHeight / 3;
    if (isBeside && canScroll(overflowX, box.scrollWidth, box.clientWidth)) box.scrollLeft += found.left - seen.left - box.clientWidth / 3;
  }
}

function canScroll(overflow: string, whole: number, shown: number): boolean {
  return whole > shown && /auto|scroll/.test(overflow);
}

/** Paints ranges as matches, and one of them as the one that is shown. */
export function paintMatches(all: readonly AbstractRange[], current: AbstractRange | undefined): void {
  if (!("highlights" in CSS)) return;
  const matches = new Highlight();
  // One by one: there may be more than a call takes.
  for (const range of all) matches.add(range);
  CSS.highlights.set("match", matches);
  const chosen = new Highlight(...(current ? [current] : []));
  chosen.priority = 1;
  CSS.highlights.set("current-match", chosen);
}
