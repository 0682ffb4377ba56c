import { GrowingMarkdown } from "../../extension/markdown/markdown.ts";
import type { Block, Groups } from "../../extension/markdown/tokens.ts";

/** End of the known text that is compared to see whether a text only grew while it streams. */
const comparedTail = 64;

/** From this length on a paragraph grows by a part of itself with each slice. */
const longParagraph = 400_000;

/**
 * The browser lays a paragraph out as a whole each time it grows: slices of one size would cost its square. So a long one grows by parts
 * of its length, and all of its layouts together cost a few of the last. 5 million characters in one paragraph took over a minute.
 */
function getSlice(paragraph: number): number {
  return paragraph / 40 + Math.max(0, paragraph - longParagraph) / 4;
}

export interface MarkdownView {
  readonly blocks: Groups<Block>;
  /** There is more to take in: read again in the next frame. */
  readonly isBehind: boolean;
}

/** A text and its tree. A text that grows costs what is added; another text is parsed from its start. */
export class MarkdownSource {
  #markdown = new GrowingMarkdown();
  #text = "";
  /** Characters of it that were taken in, about. */
  #taken = 0;
  #view: MarkdownView = { blocks: [], isBehind: false };

  /** The tree of `text`, or of as much of it as `size` more characters add. */
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

  /** Length of the paragraph that is being taken in. */
  #paragraph(text: string): number {
    const start = text.lastIndexOf("\n\n", this.#taken);
    return this.#taken - Math.max(0, start);
  }

  /** What came at the end; undefined for another text. Comparing the whole of it each time would cost its length. */
  #added(text: string, isStreaming: boolean): string | undefined {
    const known = this.#text.length;
    if (text.length < known) return undefined;
    const from = isStreaming ? Math.max(0, known - comparedTail) : 0;
    return text.slice(from, known) === this.#text.slice(from) ? text.slice(known) : undefined;
  }
}
