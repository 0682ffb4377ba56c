import { Definitions } from "../definitions.ts";
import type { Block, Groups } from "../tokens.ts";
import type { OpenRoot } from "./containers.ts";
import { continues, isClosingFence } from "./continue.ts";
import { Cursor } from "./cursor.ts";
import type { OpenCode } from "./literal-blocks.ts";
import { type Open, OpenBlocks } from "./open-blocks.ts";
import { type StartResult, starts, startsOfLongLines } from "./starts.ts";
import { OpenParagraph } from "./text-blocks.ts";

/**
 * Parses the block structure of a text line by line, with the algorithm of the CommonMark spec, which never backtracks.
 */
export class BlockParser extends OpenBlocks {
  /** Reads a line, or the start of a long one. */
  feed(text: string, isLong: boolean): void {
    this.line++;
    this.isLong = isLong;
    const cursor = new Cursor(text);
    for (this.matched = 1; this.matched < this.open.length; this.matched++) {
      const block = this.open[this.matched] as Open;
      if (isClosingFence(block, cursor, isLong)) {
        (block as OpenCode).isClosed = true;
        this.endTo(this.matched, this.line);
        return;
      }
      if (!continues(block, cursor, this.matched === this.open.length - 1, isLong)) break;
    }
    if (this.#openBlocks(cursor, isLong)) this.#addText(cursor, isLong);
  }

  /** Reads more of a long line. */
  append(text: string): void {
    if (!/^(?:paragraph|code|html)$/.test(this.tip.kind)) this.push(new OpenParagraph(this.line));
    const { tip } = this;
    if (tip.kind === "paragraph") tip.append(text, this.drafts);
    else if (tip.kind === "html") tip.append(text);
    else if (tip.kind === "code") tip.literal.append(text);
  }

  /** Ends the current long line. */
  endLine(): void {
    if (this.tip.kind === "html" && this.tip.isEnded) this.endTo(this.open.length - 1, this.line);
  }

  /** Ends all blocks and returns the tree. */
  finish(): Groups<Block> {
    this.endTo(1, this.line);
    return (this.open[0] as OpenRoot).view();
  }

  /** Calls `change` with each open block, to update its finished parts. */
  renew(change: (block: Open) => void): void {
    this.open.forEach(change);
  }

  /**
   * Returns a copy with which a line can be tried. It reads the definitions of this parser, and keeps its own separate.
   */
  clone(): BlockParser {
    const copy = new BlockParser();
    copy.definitions = new Definitions(this.definitions);
    copy.line = this.line;
    copy.open = this.open.map((block) => block.clone());
    return copy;
  }

  /** Opens the blocks that the line starts; returns true if text of the line is left. */
  #openBlocks(cursor: Cursor, isLong: boolean): boolean {
    while (this.matchedTip.kind !== "code" && this.matchedTip.kind !== "html") {
      let started: StartResult;
      for (const start of isLong ? startsOfLongLines : starts) {
        started = start(this, cursor);
        if (started) break;
      }
      if (started === "line") return false;
      if (started === "text") return true;
      if (!started) {
        cursor.skipSpaces();
        return true;
      }
    }
    return true;
  }

  #addText(cursor: Cursor, isLong: boolean): void {
    const isLazy = this.matched < this.open.length && !cursor.isBlank && this.tip.kind === "paragraph";
    if (!isLazy) this.endTo(this.matched, this.line - 1);
    if (!cursor.isBlank && (isLazy || this.tip.kind === "paragraph")) cursor.skipSpaces();
    const { tip } = this;
    if (tip.kind === "code") tip.addLine(cursor.takeRest());
    else if (tip.kind === "html") {
      tip.addLine(cursor.takeRest());
      if (!isLong) this.endLine();
    } else if (cursor.isBlank) return;
    else if (tip.kind === "table") tip.addRow(cursor.rest, this.drafts);
    else {
      if (tip.kind !== "paragraph") this.push(new OpenParagraph(this.line));
      (this.tip as OpenParagraph).addLine(cursor.rest, isLong, this.definitions, this.drafts);
    }
  }
}
