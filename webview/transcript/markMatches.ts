/** The ranges in which an expression is found in what an element shows, across the elements that it is made of. */
export function matchRanges(element: Element, expression: RegExp): Range[] {
  const nodes: { readonly node: Text; readonly start: number }[] = [];
  let text = "";
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node: node as Text, start: text.length });
    text += node.nodeValue ?? "";
  }
  const point = (at: number, isEnd: boolean): readonly [Text, number] | undefined => {
    const found = nodes.findLast(({ start }) => (isEnd ? start < at : start <= at));
    return found && [found.node, at - found.start];
  };
  return [...text.matchAll(expression)].flatMap(({ 0: found, index }) => {
    const [start, end] = [point(index, false), point(index + found.length, true)];
    if (found === "" || !start || !end) return [];
    const range = document.createRange();
    range.setStart(...start);
    range.setEnd(...end);
    return [range];
  });
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
export function paintMatches(all: readonly Range[], current: Range | undefined): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.set("match", new Highlight(...all));
  const chosen = new Highlight(...(current ? [current] : []));
  chosen.priority = 1;
  CSS.highlights.set("current-match", chosen);
}
