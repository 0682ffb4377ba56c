import { GrowingMarkdown } from "../../extension/shared/markdown/markdown.ts";
import type { Block, Groups } from "../../extension/shared/markdown/tokens.ts";

/** Number of characters at the end of the known text that are compared to detect whether a streaming text only grew. */
const comparedTail = 64;

/** Length in characters from which a paragraph grows by a fraction of its length with each slice. */
const longParagraph = 400_000;

/**
 * Returns the minimum length of a slice. The browser lays out a whole paragraph each time it grows, so that slices of
 * one size take quadratic time: 5 million characters in one paragraph took over a minute. With slices in proportion to
 * the paragraph, all layouts together cost a few times the last one.
 */
function getSlice(paragraph: number): number {
  return paragraph / 40 + Math.max(0, paragraph - longParagraph) / 4;
}

export interface MarkdownView {
  readonly blocks: Groups<Block>;
  /** True if text is left to parse: read again in the next frame. */
  readonly isBehind: boolean;
}

/** A text and its syntax tree. Growth of the text costs only the added part; another text is parsed from its start. */
export class MarkdownSource {
  #markdown = new GrowingMarkdown();
  #text = "";
  /** Approximate number of characters of the text that were parsed. */
  #taken = 0;
  #view: MarkdownView = { blocks: [], isBehind: false };

  /** Returns the tree of `text`, or of as much of it as `size` more characters add. */
  read(text: string, isStreaming: boolean, size: number): MarkdownView {
    const added = this.#added(text, isStreaming);
    if (added === "" && !this.#view.isBehind) return this.#view;
    if (added === undefined) {
      this.#markdown = new GrowingMarkdown();
      this.#taken = 0;
    }
    this.#markdown.append(added ?? text);
    this.#text = text;
    const slice = Math.max(size, getSlice(this.#paragraph(text)));
    this.#taken = Math.min(text.length, this.#taken + slice);
    this.#view = this.#markdown.advance(slice);
    return this.#view;
  }

  /** Returns the length of the paragraph that is being parsed. */
  #paragraph(text: string): number {
    const start = text.lastIndexOf("\n\n", this.#taken);
    return this.#taken - Math.max(0, start);
  }

  /**
   * Returns the appended text; undefined if the text is a different one. Compares only its end while streaming, since
   * comparing all of it each time costs its length.
   */
  #added(text: string, isStreaming: boolean): string | undefined {
    const known = this.#text.length;
    if (text.length < known) return undefined;
    const from = isStreaming ? Math.max(0, known - comparedTail) : 0;
    return text.slice(from, known) === this.#text.slice(from) ? text.slice(known) : undefined;
  }
}
