import type { Item } from "../../../shared/contract/items.ts";

/** Number of characters beyond which fewer items are kept than requested: they fill a screen. */
const maxCharacters = 8_000;

/**
 * Returns the prompt from which about `count` items remain, or fewer long ones; undefined if fewer items would be
 * dropped than kept.
 */
export function findTrimPoint(items: readonly Item[], count: number): string | undefined {
  let characters = 0;
  let start = items.length;
  while (start > 0 && items.length - start < count && characters < maxCharacters) {
    const item = items[--start];
    if (item && "text" in item) characters += item.text.length;
  }
  const at = items.findLastIndex((item, index) => item.kind === "prompt" && index <= start);
  // Drops nothing where no prompt comes before the kept items: the items before may be notices, which the disk does not
  // have.
  return at > 0 && start > items.length - start ? items[at]?.id : undefined;
}
