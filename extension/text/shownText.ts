import type { RequestNote } from "../contract/tools.ts";
import { plainText } from "../markdown/inline/pieces.ts";
import { GrowingMarkdown } from "../markdown/markdown.ts";
import type { Block, Groups, ListItem, Row, Segment } from "../markdown/tokens.ts";
import { noticeText } from "./notices.ts";
import { noteText } from "./requestNotes.ts";

/** How what was said and told reads on the screen: what a search is to find. */
export const shownText = { markdown: readMarkdown, notice: noticeText, note: readNote };

function readNote(note: RequestNote): string {
  const { label, value } = noteText(note);
  return `${label}\n${value}`;
}

/** What a reader sees of Markdown, each block and each cell on a line of its own. */
function readMarkdown(text: string): string {
  return textsOf(new GrowingMarkdown().update(text)).join("\n");
}

function textsOf(blocks: Groups<Block>): readonly string[] {
  return blocks.flatMap(({ items }) => items.flatMap(textOf));
}

function textOf(block: Block): readonly string[] {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return [lineOf(block.content)];
    case "code":
    case "html":
      return [block.chunks.map(({ text }) => text).join("")];
    case "quote":
      return textsOf(block.blocks);
    case "list":
      return block.items.flatMap(({ items }) => items.flatMap((item: ListItem) => textsOf(item.blocks)));
    case "table":
      return [block.head, ...block.rows.flatMap(({ items }) => items.map(({ cells }: Row) => cells))].flatMap((cells) => cells.map((cell) => lineOf([cell])));
    case "rule":
      return [];
  }
}

function lineOf(segments: readonly Segment[]): string {
  return segments.map(({ nodes }) => plainText(nodes)).join("");
}
