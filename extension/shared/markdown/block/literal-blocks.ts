import { endsHtml } from "../html.ts";
import type { Block } from "../tokens.ts";
import { GrowingLiteral } from "./groups.ts";

export interface Fence {
  readonly mark: string;
  readonly indent: number;
  readonly info: string;
}

export class OpenCode {
  readonly kind = "code";
  literal = new GrowingLiteral();
  isClosed = false;
  /** Blank lines of indented code, which count only when another line follows. */
  blanks: string[] = [];
  readonly startLine: number;
  readonly fence: Fence | undefined;
  constructor(startLine: number, fence: Fence | undefined) {
    this.startLine = startLine;
    this.fence = fence;
  }
  addLine(line: string): void {
    if (!this.fence && line.trim() === "") {
      this.blanks.push(line);
      return;
    }
    for (const blank of this.blanks) this.literal.addLine(blank);
    this.blanks = [];
    this.literal.addLine(line);
  }
  clone(): OpenCode {
    const copy = new OpenCode(this.startLine, this.fence);
    copy.literal = this.literal.clone();
    copy.blanks = [...this.blanks];
    return copy;
  }
  token(key: number): Block {
    return {
      type: "code",
      key,
      info: this.fence?.info ?? "",
      chunks: this.literal.view(),
      isOpen: this.fence !== undefined && !this.isClosed,
    };
  }
}

export class OpenHtml {
  readonly kind = "html";
  literal = new GrowingLiteral();
  #end = "";
  isEnded = false;
  readonly startLine: number;
  readonly condition: number;
  constructor(startLine: number, condition: number) {
    this.startLine = startLine;
    this.condition = condition;
  }
  addLine(line: string): void {
    this.literal.addLine(line);
    this.#check(line);
  }
  append(text: string): void {
    this.literal.append(text);
    this.#check(this.#end + text);
  }
  #check(text: string): void {
    this.isEnded ||= endsHtml(this.condition, text);
    this.#end = text.slice(-16);
  }
  clone(): OpenHtml {
    const copy = new OpenHtml(this.startLine, this.condition);
    copy.literal = this.literal.clone();
    copy.#end = this.#end;
    copy.isEnded = this.isEnded;
    return copy;
  }
  token(key: number): Block {
    return { type: "html", key, chunks: this.literal.view() };
  }
}
