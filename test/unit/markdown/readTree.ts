import type { Block, Groups, Inline, ListItem, Segment } from "../../../extension/markdown/tokens.ts";

const itemsOf = <T>(groups: Groups<T>): readonly T[] => groups.flatMap((group) => group.items);

function readInline(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      if ("children" in node) return readInline(node.children);
      if (node.type === "image") return node.alt;
      return node.type === "break" ? "\n" : node.type === "html" ? "" : node.text;
    })
    .join("");
}

const readContent = (segments: readonly Segment[]): string => segments.map((segment) => readInline(segment.nodes)).join("");

function readBlock(block: Block | ListItem): string {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return readContent(block.content);
    case "html":
      return "";
    case "code":
      return block.chunks.map((chunk) => chunk.text).join("");
    case "list":
      return itemsOf(block.items).map(readBlock).join("\n");
    case "item":
    case "quote":
      return readTree(block.blocks);
    case "table":
      return [block.head, ...itemsOf(block.rows).map((row) => row.cells)]
        .flat()
        .map((cell) => readContent([cell]))
        .join(" ");
    case "rule":
      return "";
  }
}

/** The text that a reader sees, without raw HTML. */
export function readTree(groups: Groups<Block>): string {
  return itemsOf(groups).map(readBlock).join("\n");
}

/** A tree as plain data, to be compared. */
export function plain(groups: Groups<Block>): unknown {
  return JSON.parse(JSON.stringify(groups, (_, value) => (value instanceof Set ? undefined : value)));
}
