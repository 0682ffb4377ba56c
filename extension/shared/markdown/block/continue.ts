import { endsAtBlank } from "../html.ts";
import type { Cursor } from "./cursor.ts";
import type { Open } from "./open-blocks.ts";

/**
 * Returns true if the line continues an open block, and then moves the cursor behind the block's marker or indentation.
 */
export function continues(block: Open, cursor: Cursor, isTip: boolean, isLong: boolean): boolean {
  switch (block.kind) {
    case "quote":
      if (cursor.isIndented || cursor.line[cursor.next] !== ">") return false;
      cursor.skipSpaces();
      cursor.skipCharacters(1);
      cursor.skipOptionalSpace();
      return true;
    case "item":
      if (cursor.isBlank) {
        cursor.skipSpaces();
        return !isTip || block.children.count > 0;
      }
      if (cursor.indent < block.width) return false;
      cursor.skipColumns(block.width);
      return true;
    case "code":
      // A formula has no blank line, so an unclosed one does not take the rest of the text.
      if (block.fence?.mark === "$$" && cursor.isBlank) return false;
      if (block.fence) {
        cursor.skipColumns(Math.min(block.fence.indent, cursor.indent));
        return true;
      }
      if (!cursor.isIndented && !cursor.isBlank) return false;
      cursor.skipColumns(Math.min(4, cursor.indent));
      return true;
    case "html":
      return !(cursor.isBlank && endsAtBlank(block.condition));
    case "paragraph":
      return !cursor.isBlank;
    case "table":
      return !cursor.isBlank && !isLong;
    default:
      return true;
  }
}

/** Returns true if the line closes the fence `block`. */
export function isClosingFence(block: Open, cursor: Cursor, isLong: boolean): boolean {
  if (block.kind !== "code" || !block.fence || cursor.isIndented || isLong) return false;
  const mark = /^(?:`{3,}|~{3,}|\$\$)(?=[ \t]*$)/.exec(cursor.rest)?.[0];
  return mark !== undefined && mark[0] === block.fence.mark[0] && mark.length >= block.fence.mark.length;
}
