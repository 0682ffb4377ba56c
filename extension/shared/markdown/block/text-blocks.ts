import { type Definitions, readLinkDefinition } from "../definitions.ts";
import { limits } from "../limits.ts";
import type { Align, Block, Segment, TableRow } from "../tokens.ts";
import { splitCells } from "./cells.ts";
import { GrowingGroups } from "./groups.ts";
import { addSegment, GrowingText, type SegmentDraft } from "./segments.ts";

export class OpenParagraph {
  readonly kind = "paragraph";
  text = new GrowingText();
  /** True while the text so far may be link definitions. */
  #mayDefine = true;
  readonly startLine: number;
  constructor(startLine: number) {
    this.startLine = startLine;
  }

  addLine(line: string, isLong: boolean, definitions: Definitions, drafts: SegmentDraft[]): void {
    if (isLong) this.takeDefinitions(definitions);
    this.text.addLine(line);
    if (isLong) this.#mayDefine = false;
    if (this.#mayDefine) this.#define(definitions, false);
    if (!this.#mayDefine) this.text.seal(isLong ? this.text.tail.length : this.text.lastLine, drafts);
  }

  append(text: string, drafts: SegmentDraft[]): void {
    this.#mayDefine = false;
    this.text.tail += text;
    this.text.seal(this.text.tail.length, drafts);
  }

  /** Removes the definitions from the start of the paragraph, which ends here. */
  takeDefinitions(definitions: Definitions): void {
    if (this.#mayDefine) this.#define(definitions, true);
  }

  #define(definitions: Definitions, isComplete: boolean): void {
    const { text } = this;
    while (text.tail !== "") {
      let found = text.tail.startsWith("[") ? readLinkDefinition(text.tail, isComplete) : undefined;
      if (found === "wait" && text.tail.length <= limits.definitionLength) return;
      if (found === "wait") found = readLinkDefinition(text.tail, true);
      if (found === undefined || found === "wait") {
        this.#mayDefine = false;
        return;
      }
      definitions.add(found.label, found.target);
      text.tail = text.tail.slice(found.end);
      text.lastLine = Math.max(0, text.lastLine - found.end);
    }
  }

  clone(): OpenParagraph {
    const copy = new OpenParagraph(this.startLine);
    copy.text = this.text.clone();
    copy.#mayDefine = this.#mayDefine;
    return copy;
  }

  token(key: number, drafts: SegmentDraft[]): Block | undefined {
    const content = this.text.finish(drafts);
    return content.length === 0 ? undefined : { type: "paragraph", key, content };
  }
}

export class OpenTable {
  readonly kind = "table";
  rows = new GrowingGroups<TableRow>();
  readonly startLine: number;
  readonly aligns: readonly Align[];
  head: readonly Segment[];
  constructor(startLine: number, aligns: readonly Align[], head: readonly Segment[]) {
    this.startLine = startLine;
    this.aligns = aligns;
    this.head = head;
  }

  /**
   * Adds a row. Extra cells are dropped and missing ones are not filled in, so that a wide head costs nothing in the
   * rows below.
   */
  addRow(line: string, drafts: SegmentDraft[]): void {
    const cells = splitCells(line).slice(0, this.aligns.length);
    this.rows.push({
      type: "row",
      key: this.rows.count,
      cells: cells.map((cell, key) => addSegment(key, cell, drafts)),
    });
  }

  clone(): OpenTable {
    const copy = new OpenTable(this.startLine, this.aligns, this.head);
    copy.rows = this.rows.clone();
    return copy;
  }

  token(key: number): Block {
    return { type: "table", key, aligns: this.aligns, head: this.head, rows: this.rows.view() };
  }
}
