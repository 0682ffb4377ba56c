import type { Block, Groups, ListItem } from "../tokens.ts";
import { GrowingGroups } from "./groups.ts";

/**
 * The open blocks that contain other blocks; lines can still be added to them. `clone` copies everything that can
 * change, so that a line can be tried.
 */

export interface ListMarker {
  readonly character: string;
  /** Number in front of the item; undefined for a bullet. */
  readonly start: number | undefined;
}

abstract class Container<T> {
  children = new GrowingGroups<T>();
  /** Line at which the last child ends. */
  end: number;
  readonly startLine: number;
  constructor(startLine: number) {
    this.startLine = startLine;
    this.end = startLine;
  }
  protected copyTo<C extends Container<T>>(copy: C): C {
    copy.children = this.children.clone();
    copy.end = this.end;
    return copy;
  }
}

export class OpenRoot extends Container<Block> {
  readonly kind = "root";
  clone(): OpenRoot {
    return this.copyTo(new OpenRoot(this.startLine));
  }
  view(): Groups<Block> {
    return this.children.view();
  }
}

export class OpenQuote extends Container<Block> {
  readonly kind = "quote";
  clone(): OpenQuote {
    return this.copyTo(new OpenQuote(this.startLine));
  }
  token(key: number): Block {
    return { type: "quote", key, blocks: this.children.view() };
  }
}

export class OpenList extends Container<ListItem> {
  readonly kind = "list";
  isLoose = false;
  readonly marker: ListMarker;
  constructor(startLine: number, marker: ListMarker) {
    super(startLine);
    this.marker = marker;
  }
  clone(): OpenList {
    const copy = this.copyTo(new OpenList(this.startLine, this.marker));
    copy.isLoose = this.isLoose;
    return copy;
  }
  token(key: number): Block {
    return { type: "list", key, start: this.marker.start, isLoose: this.isLoose, items: this.children.view() };
  }
}

export class OpenItem extends Container<Block> {
  readonly kind = "item";
  /** Indentation that the lines of the item must have. */
  readonly width: number;
  readonly checked: boolean | undefined;
  constructor(startLine: number, width: number, checked: boolean | undefined) {
    super(startLine);
    this.width = width;
    this.checked = checked;
  }
  clone(): OpenItem {
    return this.copyTo(new OpenItem(this.startLine, this.width, this.checked));
  }
  token(key: number): ListItem {
    return { type: "item", key, checked: this.checked, blocks: this.children.view() };
  }
}
