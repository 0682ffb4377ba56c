import type { Block, Groups, Inline, ListItem, Segment } from "../../../../extension/shared/markdown/tokens.ts";

const getItems = <T>(groups: Groups<T>): readonly T[] => groups.flatMap((group) => group.items);

/** A tag that the writer makes. Its brackets are other ones than those of the text, so that both can be told apart. */
const tag = (name: string): string => `⟨${name}⟩`;
const around = (name: string, content: string): string => tag(name) + content + tag(`/${name.replace(/ .*/s, "")}`);
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const attribute = (name: string, value: string): string => (value === "" ? "" : ` ${name}="${escaped(value)}"`);
/** As the specification writes addresses: what is encoded stays so. */
const address = (href: string): string => escaped(encodeURI(href).replace(/%25(?=[0-9a-f]{2})/gi, "%"));

function writeInline(node: Inline): string {
  switch (node.type) {
    case "text":
    case "math":
      return escaped(node.text);
    case "html":
      return node.text;
    case "code":
      return around("code", escaped(node.text));
    case "break":
      return `${tag("br /")}\n`;
    case "image":
      return tag(`img src="${address(node.href)}" alt="${escaped(node.alt)}"${attribute("title", node.title)} /`);
    case "link":
      return around(
        `a href="${address(node.href)}"${attribute("title", node.title)}`,
        node.children.map(writeInline).join(""),
      );
    default:
      return around(node.type, node.children.map(writeInline).join(""));
  }
}

const writeContent = (segments: readonly Segment[]): string =>
  segments.flatMap((segment) => segment.nodes.map(writeInline)).join("");

function writeBlock(block: Block, isTight: boolean): string {
  switch (block.type) {
    case "paragraph":
      return isTight ? writeContent(block.content) : around("p", writeContent(block.content));
    case "heading":
      return around(`h${block.level}`, writeContent(block.content));
    case "html":
      return block.chunks.map((chunk) => chunk.text).join("");
    case "code": {
      const language = block.info.split(/\s/)[0] ?? "";
      const text = block.chunks.map((chunk) => chunk.text).join("");
      return around(
        "pre",
        around(`code${attribute("class", language && `language-${language}`)}`, escaped(text && `${text}\n`)),
      );
    }
    case "list": {
      const name = block.start === undefined ? "ul" : block.start === 1 ? "ol" : `ol start="${block.start}"`;
      return around(name, `\n${lines(getItems(block.items).map((item) => writeItem(item, !block.isLoose)))}`);
    }
    case "quote":
      return around("blockquote", `\n${writeBlocks(block.blocks)}`);
    case "table":
      return writeTable(block);
    case "rule":
      return tag("hr /");
  }
}

function writeItem(item: ListItem, isTight: boolean): string {
  const box =
    item.checked === undefined
      ? ""
      : `${tag(`input${item.checked ? ' checked=""' : ""} disabled="" type="checkbox"`)} `;
  const [first, last] = [getItems(item.blocks)[0], getItems(item.blocks).at(-1)];
  const isText = (block: Block | undefined) => isTight && block?.type === "paragraph";
  const blocks = writeBlocks(item.blocks, isTight);
  return around("li", `${first && !isText(first) ? "\n" : ""}${box}${isText(last) ? blocks.slice(0, -1) : blocks}`);
}

function writeTable({ aligns, head, rows }: Extract<Block, { type: "table" }>): string {
  const row = (name: string, cells: readonly Segment[]): string => {
    const columns = aligns.map((align, index) =>
      around(name + attribute("align", align ?? ""), writeContent(cells.slice(index, index + 1))),
    );
    return around("tr", `\n${lines(columns)}`);
  };
  const body = getItems(rows).map(({ cells }) => row("td", cells));
  const parts = [
    around("thead", `\n${row("th", head)}\n`),
    ...(body.length > 0 ? [around("tbody", `\n${lines(body)}`)] : []),
  ];
  return around("table", `\n${lines(parts)}`);
}

const lines = (parts: readonly string[]): string => parts.map((part) => `${part}\n`).join("");

const writeBlocks = (groups: Groups<Block>, isTight = false): string =>
  lines(getItems(groups).map((block) => writeBlock(block, isTight)));

/** The tree as the specification writes it. HTML stands in it as the text that a reader sees of it. */
export const writeTree = (groups: Groups<Block>): string => writeBlocks(groups);
