import { Definitions } from "../definitions.ts";
import { limits } from "../limits.ts";
import type { Block, ListItem } from "../tokens.ts";
import { type OpenItem, type OpenList, type OpenQuote, OpenRoot } from "./containers.ts";
import type { OpenCode, OpenHtml } from "./literal-blocks.ts";
import { addSegment, type SegmentDraft } from "./segments.ts";
import type { OpenParagraph, OpenTable } from "./text-blocks.ts";

export type Open = OpenRoot | OpenQuote | OpenList | OpenItem | OpenCode | OpenHtml | OpenParagraph | OpenTable;

/** The open blocks, each inside the one before; ends them and adds them to the tree. */
export class OpenBlocks {
  definitions = new Definitions();
  /** Segments created since the caller last took them. */
  drafts: SegmentDraft[] = [];
  /** Number of the current line, and whether it is a long one. */
  line = 0;
  isLong = false;
  /** From the root to the tip. */
  protected open: Open[] = [new OpenRoot(0)];
  /** Number of open blocks that the current line continues. */
  protected matched = 1;

  get tip(): Open {
    return this.open[this.open.length - 1] as Open;
  }
  /** The last block that the line continues. */
  get matchedTip(): Open {
    return this.open[this.matched - 1] as Open;
  }
  /** True where no further level may open. */
  get isDeep(): boolean {
    if (this.matched <= limits.blockDepth) return false;
    return (
      this.open.slice(0, this.matched).filter(({ kind }) => kind === "quote" || kind === "item").length >=
      limits.blockDepth
    );
  }

  /** Opens `block` in the last matched one, ending those that the line does not continue. */
  push(block: Open, lastLine = this.line - 1): void {
    this.#makeRoom(block.kind, lastLine);
    this.open.push(block);
    this.matched = this.open.length;
  }

  /** Ends the blocks that the line does not continue, and those that cannot contain a block of this kind. */
  #makeRoom(kind: string, lastLine: number): void {
    this.endTo(this.matched, lastLine);
    if (this.tip.kind === "list" ? kind !== "item" : isLeaf(this.tip)) this.endTo(this.open.length - 1, lastLine);
  }

  pushHeading(level: number, text: string): void {
    this.#pushFinished((key) => ({
      type: "heading",
      key,
      level,
      content: text === "" ? [] : [addSegment(0, text, this.drafts)],
    }));
  }
  pushRule(): void {
    this.#pushFinished((key) => ({ type: "rule", key }));
  }

  turnIntoHeading(paragraph: OpenParagraph, level: number): void {
    this.open.pop();
    this.#add(paragraph.startLine, this.line, (key) => ({
      type: "heading",
      key,
      level,
      content: paragraph.text.finish(this.drafts),
    }));
  }

  #pushFinished(token: (key: number) => Block): void {
    this.#makeRoom("leaf", this.line - 1);
    this.#add(this.line, this.line, token);
  }

  /** Ends the blocks behind the first `count`. `lastLine` is the last line that belongs to them. */
  protected endTo(count: number, lastLine: number): void {
    while (this.open.length > count) {
      const block = this.open.pop() as Exclude<Open, OpenRoot>;
      if (block.kind === "paragraph") block.takeDefinitions(this.definitions);
      const end = block.kind === "list" || block.kind === "item" ? block.end : lastLine;
      this.#add(block.startLine, end, (key) => block.token(key, this.drafts));
    }
  }

  /** Adds a finished block to its parent. A gap between two of them makes the list loose. */
  #add(startLine: number, endLine: number, make: (key: number) => Block | ListItem | undefined): void {
    const parent = this.tip as OpenRoot | OpenQuote | OpenList | OpenItem;
    const token = make(parent.children.count);
    if (!token) return;
    const hasGap = parent.children.count > 0 && startLine > parent.end + 1;
    const list = parent.kind === "item" ? this.open[this.open.length - 2] : parent;
    if (hasGap && list?.kind === "list") list.isLoose = true;
    (parent as OpenList).children.push(token as ListItem);
    parent.end = endLine;
  }
}

function isLeaf(block: Open): boolean {
  return !/^(?:root|quote|list|item)$/.test(block.kind);
}
