import { matchHtmlStart } from "../html.ts";
import { decodeEscapes } from "../scan.ts";
import { parseAligns, splitCells } from "./cells.ts";
import { type ListMarker, OpenItem, OpenList, OpenQuote } from "./containers.ts";
import type { Cursor } from "./cursor.ts";
import { OpenCode, OpenHtml } from "./literal-blocks.ts";
import type { OpenBlocks } from "./open-blocks.ts";
import { addSegment } from "./segments.ts";
import { OpenParagraph, OpenTable } from "./text-blocks.ts";

/**
 * The result of a start: "container" for an opened block that contains blocks, "line" where the whole line is read,
 * "text" where text is left.
 */
export type StartResult = "container" | "line" | "text" | undefined;
type Start = (blocks: OpenBlocks, cursor: Cursor) => StartResult;

const quote: Start = (blocks, cursor) => {
  if (cursor.isIndented || cursor.line[cursor.next] !== ">" || blocks.isDeep) return undefined;
  cursor.skipSpaces();
  cursor.skipCharacters(1);
  cursor.skipOptionalSpace();
  blocks.push(new OpenQuote(blocks.line));
  return "container";
};

const heading: Start = (blocks, cursor) => {
  const marks = cursor.isIndented ? null : /^#{1,6}(?=[ \t]|$)/.exec(cursor.rest);
  if (!marks) return undefined;
  const text = cursor.rest.slice(marks[0].length).trim();
  const bare = text.replace(/#+$/, "");
  const isClosed = bare !== text && (bare === "" || /[ \t]$/.test(bare));
  blocks.pushHeading(marks[0].length, isClosed ? bare.trimEnd() : text);
  return "line";
};

const fence: Start = (blocks, cursor) => {
  const match = cursor.isIndented ? null : /^(?:(`{3,})[^`]*$|~{3,})/.exec(cursor.rest);
  if (!match) return undefined;
  const mark = match[1] ?? match[0];
  blocks.push(
    new OpenCode(blocks.line, {
      mark,
      indent: cursor.indent,
      info: decodeEscapes(cursor.rest.slice(mark.length).trim()),
    }),
  );
  return "line";
};

/** Starts a formula between two lines of dollar signs. */
const mathFence: Start = (blocks, cursor) => {
  if (cursor.isIndented || !/^\$\$[ \t]*$/.test(cursor.rest)) return undefined;
  blocks.push(new OpenCode(blocks.line, { mark: "$$", indent: cursor.indent, info: "math" }));
  return "line";
};

/** Starts a separate paragraph for the text of a footnote. */
const footnote: Start = (blocks, cursor) => {
  if (cursor.isIndented || !/^\[\^[^\]\s]{1,100}\]:/.test(cursor.rest) || blocks.matchedTip.kind !== "paragraph")
    return undefined;
  blocks.push(new OpenParagraph(blocks.line));
  return "text";
};

const html: Start = (blocks, cursor) => {
  const condition = cursor.isIndented ? undefined : matchHtmlStart(cursor.rest);
  if (condition === undefined || (condition === 7 && (blocks.isLong || blocks.tip.kind === "paragraph")))
    return undefined;
  blocks.push(new OpenHtml(blocks.line, condition));
  return "text";
};

const setextHeading: Start = (blocks, cursor) => {
  const { matchedTip } = blocks;
  if (matchedTip.kind !== "paragraph" || cursor.isIndented) return undefined;
  const mark = /^(=|-)\1*[ \t]*$/.exec(cursor.rest)?.[1];
  if (mark === undefined) return undefined;
  matchedTip.takeDefinitions(blocks.definitions);
  if (matchedTip.text.isEmpty) return undefined;
  blocks.turnIntoHeading(matchedTip, mark === "=" ? 1 : 2);
  return "line";
};

const rule: Start = (blocks, cursor) => {
  if (cursor.isIndented || !/^(?:\*[* \t]*|-[- \t]*|_[_ \t]*)$/.test(cursor.rest)) return undefined;
  if (cursor.rest.replace(/[ \t]+/g, "").length < 3) return undefined;
  blocks.pushRule();
  return "line";
};

const table: Start = (blocks, cursor) => {
  const { matchedTip } = blocks;
  if (matchedTip.kind !== "paragraph" || cursor.isIndented) return undefined;
  const aligns = parseAligns(cursor.rest);
  if (!aligns) return undefined;
  const { text } = matchedTip;
  const cells = splitCells(text.tail.slice(text.lastLine));
  if (cells.length !== aligns.length) return undefined;
  matchedTip.takeDefinitions(blocks.definitions);
  if (text.tail === "") return undefined;
  text.tail = text.tail.slice(0, text.lastLine);
  blocks.push(
    new OpenTable(
      blocks.line - 1,
      aligns,
      cells.map((cell, key) => addSegment(key, cell, blocks.drafts)),
    ),
    blocks.line - 2,
  );
  return "line";
};

const listItem: Start = (blocks, cursor) => {
  if (cursor.isIndented || blocks.isDeep) return undefined;
  const match = /^(?:([*+-])|(\d{1,9})([.)]))(?=[ \t]|$)/.exec(cursor.rest);
  if (!match) return undefined;
  const [whole, bullet, number, delimiter] = match;
  const marker: ListMarker = {
    character: bullet ?? delimiter ?? "",
    start: number === undefined ? undefined : Number(number),
  };
  if (blocks.matchedTip.kind === "paragraph") {
    if (/^[ \t]*$/.test(cursor.rest.slice(whole.length)) || (marker.start ?? 1) !== 1) return undefined;
  }
  const outer = cursor.indent;
  const padding = skipMarker(cursor, whole.length);
  const list = blocks.matchedTip;
  const isSame = list.kind === "list" && list.marker.character === marker.character;
  if (!isSame) blocks.push(new OpenList(blocks.line, marker));
  const task = cursor.isIndented ? null : /^\[([ xX])\](?=[ \t]+[^ \t])/.exec(cursor.rest);
  blocks.push(new OpenItem(blocks.line, outer + padding, task ? task[1] !== " " : undefined));
  if (!task) return "container";
  cursor.skipSpaces();
  cursor.skipCharacters(4);
  cursor.skipSpaces();
  blocks.push(new OpenParagraph(blocks.line));
  return "text";
};

/** Skips a list marker and the space that belongs to it; returns the number of columns of both. */
function skipMarker(cursor: Cursor, length: number): number {
  cursor.skipSpaces();
  cursor.skipCharacters(length);
  const spaces = cursor.indent;
  if (spaces < 5 && !cursor.isBlank) {
    cursor.skipColumns(spaces);
    return length + spaces;
  }
  cursor.skipOptionalSpace();
  return length + 1;
}

const indentedCode: Start = (blocks, cursor) => {
  if (!cursor.isIndented || cursor.isBlank || blocks.tip.kind === "paragraph") return undefined;
  cursor.skipColumns(4);
  blocks.push(new OpenCode(blocks.line, undefined));
  return "text";
};

/** Starts in the order in which they are tried. A long line tries only those that its first characters determine. */
export const starts: readonly Start[] = [
  quote,
  heading,
  fence,
  mathFence,
  footnote,
  html,
  setextHeading,
  rule,
  table,
  listItem,
  indentedCode,
];
export const startsOfLongLines: readonly Start[] = [quote, html, listItem, indentedCode];
