import { GrowingMarkdown } from "../../extension/shared/markdown/markdown.ts";
import type { Block, Groups, Inline, ListItem, Segment } from "../../extension/shared/markdown/tokens.ts";
import { foldedFrom, shownGroups } from "../markdown/foldLimits.ts";

/**
 * Returns whether `text` may contain something that is not drawn of it as Markdown; in doubt true. Compares, in their
 * order, the letters, digits and symbols that the parsed `plan` draws with those of `text`, of which `plan` is the same
 * with escaped entities. Formulas, diagrams, code and tables that are long enough to be folded, and what is nested so
 * deep that a narrow panel has no room for it count as not drawn.
 */
export function hasUnrenderedText(text: string, plan: string): boolean {
  return toBare(getDrawn(new GrowingMarkdown().update(plan))) !== toBare(text);
}

/**
 * Leaves out what separates words, and the signs of Markdown. Small letters, because the mark of a finished task may be
 * a capital one.
 */
function toBare(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}\p{S}]|[`~$^+<>|=]/gu, "").toLowerCase();
}

/** Maximum depth of quotes and lists that have room in a narrow panel. */
const deepest = 8;

function getDrawn(blocks: Groups<Block>, depth = 0): string {
  if (depth > deepest) return "";
  return blocks.flatMap(({ items }) => items.map((block) => getDrawnBlock(block, depth))).join("");
}

function getDrawnBlock(block: Block, depth: number): string {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return getDrawnSegments(block.content);
    case "code": {
      const code = joinChunks(block.chunks);
      const [language = ""] = block.info.split(/\s/);
      const isDrawn = language !== "math" && language !== "mermaid" && code.trimEnd().split("\n").length <= foldedFrom;
      return isDrawn ? `${language}${code}` : "";
    }
    case "html":
      return joinChunks(block.chunks);
    case "quote":
      return getDrawn(block.blocks, depth + 1);
    case "list":
      return getDrawnList(block, depth + 1);
    case "table": {
      const rows = block.rows.slice(0, shownGroups).flatMap(({ items }) => items);
      return [block.head, ...rows.map(({ cells }) => cells)]
        .map((cells) => getDrawnSegments(cells.slice(0, block.aligns.length)))
        .join("");
    }
    case "rule":
      return "";
  }
}

/** A list numbers its items itself, whichever numbers are written. Tasks have a mark in the place of the number. */
function getDrawnList({ start, items: groups }: Extract<Block, { type: "list" }>, depth: number): string {
  const items = groups.flatMap(({ items }) => items);
  const isNumbered = start !== undefined && items[0]?.checked === undefined;
  const draw = ({ checked, blocks }: ListItem, index: number): string =>
    `${isNumbered ? start + index : ""}${checked ? "x" : ""}${getDrawn(blocks, depth)}`;
  return items.map(draw).join("");
}

const joinChunks = (chunks: readonly { readonly text: string }[]): string => chunks.map(({ text }) => text).join("");

const getDrawnSegments = (segments: readonly Segment[]): string =>
  segments.map(({ nodes }) => nodes.map(getDrawnInline).join("")).join("");

function getDrawnInline(inline: Inline): string {
  if ("children" in inline) return inline.children.map(getDrawnInline).join("");
  if (inline.type === "image") return inline.alt || inline.href;
  return inline.type === "math" || inline.type === "break" ? "" : inline.text;
}
