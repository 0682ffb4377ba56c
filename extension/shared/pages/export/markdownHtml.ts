import { GrowingMarkdown } from "../../markdown/markdown.ts";
import type { Block, Groups, Inline, ListItem, Segment } from "../../markdown/tokens.ts";
import { escapeHtml } from "../../text/escapeHtml.ts";

/**
 * Renders Markdown as HTML for a document outside the editor. Every text is escaped: HTML in it stays text, links may
 * only open web pages, and images become links.
 */
export function renderMarkdownHtml(text: string): string {
  const markdown = new GrowingMarkdown();
  markdown.append(text);
  return renderBlocks(markdown.advance().blocks);
}

/**
 * `direction`: the attribute of lists, quotes and tables. Only the outermost ones have it, and take their side from
 * their first letter; those inside follow.
 */
function renderBlocks(groups: Groups<Block>, direction = ' dir="auto"'): string {
  return groups.flatMap(({ items }) => items.map((block) => renderBlock(block, direction))).join("\n");
}

function renderBlock(block: Block, direction: string): string {
  switch (block.type) {
    case "paragraph":
      return `<p>${renderContent(block.content)}</p>`;
    case "heading":
      return `<h${block.level}>${renderContent(block.content)}</h${block.level}>`;
    case "code":
    case "html":
      return `<pre>${escapeHtml(block.chunks.map(({ text }) => text).join(""))}</pre>`;
    case "quote":
      return `<blockquote${direction}>${renderBlocks(block.blocks, "")}</blockquote>`;
    case "list": {
      const items = block.items.flatMap((group) => group.items.map(itemHtml)).join("\n");
      return block.start === undefined
        ? `<ul${direction}>${items}</ul>`
        : `<ol${direction} start="${block.start}">${items}</ol>`;
    }
    case "table": {
      const row = (cells: readonly Segment[], tag: string): string =>
        `<tr>${cells.map((cell) => `<${tag}>${renderContent([cell])}</${tag}>`).join("")}</tr>`;
      const rows = block.rows.flatMap(({ items }) => items.map(({ cells }) => row(cells, "td")));
      return `<table${direction}>${row(block.head, "th")}${rows.join("")}</table>`;
    }
    case "rule":
      return "<hr>";
  }
}

function itemHtml({ checked, blocks }: ListItem): string {
  const box = checked === undefined ? "" : `<input type="checkbox" disabled${checked ? " checked" : ""}> `;
  return `<li>${box}${renderBlocks(blocks, "")}</li>`;
}

function renderContent(segments: readonly Segment[]): string {
  return segments.map(({ nodes }) => nodes.map(inlineHtml).join("")).join("");
}

function inlineHtml(node: Inline): string {
  switch (node.type) {
    case "text":
    case "html":
      return escapeHtml(node.text);
    case "code":
      return `<code>${escapeHtml(node.text)}</code>`;
    case "math":
      return `<code>${escapeHtml(node.text)}</code>`;
    case "break":
      return "<br>";
    case "strong":
    case "em":
    case "del":
      return `<${node.type}>${node.children.map(inlineHtml).join("")}</${node.type}>`;
    case "link":
      return linkHtml(node.href, node.children.map(inlineHtml).join(""));
    case "image":
      return linkHtml(node.href, escapeHtml(node.alt || node.href));
  }
}

function linkHtml(href: string, content: string): string {
  return /^https?:\/\//i.test(href) ? `<a href="${escapeHtml(href)}" rel="noreferrer">${content}</a>` : content;
}
