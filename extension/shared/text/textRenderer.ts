import type { RequestNote } from "../contract/tools.ts";
import { toPlainText } from "../markdown/inline/pieces.ts";
import { GrowingMarkdown } from "../markdown/markdown.ts";
import type { Block, Groups, ListItem, Segment, TableRow } from "../markdown/tokens.ts";
import { formatNotice } from "./notices.ts";
import { formatNote } from "./requests/requestNotes.ts";

/** Renderers that return the text visible on the screen, which a search must find. */
export const textRenderer = { markdown: readMarkdown, notice: formatNotice, note: readNote };

function readNote(note: RequestNote): string {
  const { label, value } = formatNote(note);
  return `${label}\n${value}`;
}

/** Returns the visible text of Markdown, each block and each cell on a line of its own. */
function readMarkdown(text: string): string {
  return getTexts(new GrowingMarkdown().update(text)).join("\n");
}

function getTexts(blocks: Groups<Block>): readonly string[] {
  return blocks.flatMap(({ items }) => items.flatMap(getText));
}

function getText(block: Block): readonly string[] {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return [getLine(block.content)];
    case "code":
    case "html":
      return [block.chunks.map(({ text }) => text).join("")];
    case "quote":
      return getTexts(block.blocks);
    case "list":
      return block.items.flatMap(({ items }) => items.flatMap((item: ListItem) => getTexts(item.blocks)));
    case "table":
      return [block.head, ...block.rows.flatMap(({ items }) => items.map(({ cells }: TableRow) => cells))].flatMap(
        (cells) => cells.map((cell) => getLine([cell])),
      );
    case "rule":
      return [];
  }
}

function getLine(segments: readonly Segment[]): string {
  return segments.map(({ nodes }) => toPlainText(nodes)).join("");
}
