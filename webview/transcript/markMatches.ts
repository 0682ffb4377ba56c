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

/** Paints ranges as matches, and one of them as the one that is shown. */
export function paintMatches(all: readonly Range[], current: Range | undefined): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.set("match", new Highlight(...all));
  const chosen = new Highlight(...(current ? [current] : []));
  chosen.priority = 1;
  CSS.highlights.set("current-match", chosen);
}
