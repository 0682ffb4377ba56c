import { GrowingMarkdown } from "../../extension/markdown/markdown.ts";
import type { Block, Groups } from "../../extension/markdown/tokens.ts";

/** End of the known text that is compared to see whether a text only grew while it streams. */
const comparedTail = 64;

export interface MarkdownView {
  readonly blocks: Groups<Block>;
  /** There is more to take in: read again in the next frame. */
  readonly isBehind: boolean;
}

/** A text and its tree. A text that grows costs what is added; another text is parsed from its start. */
export class MarkdownSource {
  #markdown = new GrowingMarkdown();
  #text = "";
  #view: MarkdownView = { blocks: [], isBehind: false };

  /** The tree of `text`, or of as much of it as `size` more characters add. */
  read(text: string, isStreaming: boolean, size: number): MarkdownView {
    const added = this.#added(text, isStreaming);
    if (added === "" && !this.#view.isBehind) return this.#view;
    if (added === undefined) this.#markdown = new GrowingMarkdown();
    this.#markdown.append(added ?? text);
    this.#text = text;
    this.#view = this.#markdown.advance(size);
    return this.#view;
  }

  /** What came at the end; undefined for another text. Comparing the whole of it each time would cost its length. */
  #added(text: string, isStreaming: boolean): string | undefined {
    const known = this.#text.length;
    if (text.length < known) return undefined;
    const from = isStreaming ? Math.max(0, known - comparedTail) : 0;
    return text.slice(from, known) === this.#text.slice(from) ? text.slice(known) : undefined;
  }
}
