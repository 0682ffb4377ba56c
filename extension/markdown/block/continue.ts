import type { Cursor } from "./cursor.ts";
import { endsAtBlank } from "./html.ts";
import type { Open } from "./open-blocks.ts";

/** Whether the line goes on with an open block; moves the cursor behind what says so. */
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
      // A formula has no blank line: one whose end was forgotten does not take the rest.
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

/** Whether the line is the end of the fence `block`. */
export function isClosingFence(block: Open, cursor: Cursor, isLong: boolean): boolean {
  if (block.kind !== "code" || !block.fence || cursor.isIndented || isLong) return false;
  const mark = /^(?:`{3,}|~{3,}|\$\$)(?=[ \t]*$)/.exec(cursor.rest)?.[0];
  return mark !== undefined && mark[0] === block.fence.mark[0] && mark.length >= block.fence.mark.length;
}
