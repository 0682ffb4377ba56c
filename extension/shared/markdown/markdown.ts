import { BlockParser } from "./block/parser.ts";
import type { SegmentDraft } from "./block/segments.ts";
import { takeWholeCharacters } from "./block/text.ts";
import { parseInline } from "./inline/parse.ts";
import { limits } from "./limits.ts";
import { LineBuffer } from "./lines.ts";
import { Relinker } from "./relink.ts";
import type { Block, Groups, Inline, Target } from "./tokens.ts";

/**
 * Parses Markdown that grows at its end. Each whole line is parsed once; the last one is tried on a copy of the open
 * blocks. The tree depends only on the text, not on the pieces in which it came, and finished parts of the tree stay
 * the same objects.
 */
export class GrowingMarkdown {
  #parser = new BlockParser();
  #lines = new LineBuffer();
  /** True while a long line is read whose start is already in the tree. */
  #isInLongLine = false;
  /** The definitions with which the segments were parsed. */
  #targets = new Map<string, Target>();
  /** Labels of definitions that are not final. */
  #tried: readonly string[] = [];
  /** All labels that any segment has looked up. */
  readonly #asked = new Set<string>();
  /** Nodes by text of the segments that were not final at the last update. */
  #recent = new Map<string, readonly Inline[]>();

  /** Adds text without parsing it. */
  append(text: string): void {
    this.#lines.add(text);
  }

  /**
   * Parses appended text, about `size` characters of a long text, and returns the tree. `isBehind` is true while more
   * text remains.
   */
  advance(size = Number.POSITIVE_INFINITY): { readonly blocks: Groups<Block>; readonly isBehind: boolean } {
    const isBehind = this.#takeLines(size);
    let trial = this.#try(isBehind);
    const changes = this.#changedLabels(trial.parser);
    // This comes first, since the relinker caches the labels of the segments that it has seen.
    this.#parseDrafts(this.#parser.drafts);
    this.#parser.drafts = [];
    if (!changes.isDisjoint) {
      const relinker = new Relinker(changes.labels, this.#lookup);
      this.#parser.renew((block) => relinker.renew(block));
      trial = this.#try(isBehind);
    }
    this.#recent = this.#parseDrafts(trial.parser.drafts);
    return { blocks: trial.blocks, isBehind };
  }

  /** Appends `text` and returns the tree of the whole text. */
  update(text: string): Groups<Block> {
    this.append(text);
    return this.advance().blocks;
  }

  /**
   * Feeds whole lines, and the available part of a long line, about `size` characters; returns true if some are left.
   */
  #takeLines(size: number): boolean {
    const end = this.#lines.length - size;
    while (this.#lines.length > 0) {
      if (this.#lines.length <= end) return true;
      // Enough to recognize a long line; for a known long line no more than the caller requested.
      const most = this.#isInLongLine ? size : Math.max(size, 2 * limits.lineLength);
      let line = this.#lines.peek(most);
      if (!line.isWhole && !this.#isInLongLine && !isLong(line.text)) line = this.#lines.peek();
      if (!line.isWhole && !this.#isInLongLine && !isLong(line.text)) return false;
      if (!line.isWhole && line.text === "") return false;
      this.#feed(line.text);
      this.#lines.skip(line);
      if (!line.isWhole) continue;
      this.#parser.endLine();
      this.#isInLongLine = false;
    }
    return false;
  }

  #feed(line: string): void {
    if (this.#isInLongLine) {
      if (line !== "") this.#parser.append(line);
      return;
    }
    if (!isLong(line)) {
      this.#parser.feed(line, false);
      return;
    }
    const start = takeWholeCharacters(line, line.length - line.trimStart().length + limits.lineLength);
    this.#parser.feed(line.slice(0, start), true);
    this.#parser.append(line.slice(start));
    this.#isInLongLine = true;
  }

  #try(isBehind: boolean): { readonly parser: BlockParser; readonly blocks: Groups<Block> } {
    const parser = this.#parser.clone();
    const rest = this.#lines.peek().text;
    if (!isBehind && rest !== "") parser.feed(rest, false);
    return { parser, blocks: parser.finish() };
  }

  /**
   * Updates the definitions. Returns the labels whose target changed; `isDisjoint` is true if no segment looked up any
   * of them.
   */
  #changedLabels(trial: BlockParser): { readonly labels: ReadonlySet<string>; readonly isDisjoint: boolean } {
    const labels = new Set<string>();
    const tried = trial.definitions.added;
    for (const label of [...this.#tried, ...this.#parser.definitions.added, ...tried]) {
      const [before, after] = [this.#targets.get(label), trial.definitions.get(label)];
      if (before?.href === after?.href && before?.title === after?.title) continue;
      if (after) this.#targets.set(label, after);
      else this.#targets.delete(label);
      labels.add(label);
    }
    this.#tried = tried;
    this.#parser.definitions.added = [];
    return { labels, isDisjoint: ![...labels].some((label) => this.#asked.has(label)) };
  }

  readonly #lookup = (label: string): Target | undefined => this.#targets.get(label);

  /** Parses the segments. Returns the nodes by text of those that no definition can change. */
  #parseDrafts(drafts: readonly SegmentDraft[]): Map<string, readonly Inline[]> {
    const nodes = new Map<string, readonly Inline[]>();
    for (const draft of drafts) {
      const known = this.#recent.get(draft.raw);
      if (known) draft.nodes = known;
      else Object.assign(draft, parseInline(draft.raw, this.#lookup));
      for (const label of draft.labels ?? []) this.#asked.add(label);
      if (!draft.labels) nodes.set(draft.raw, draft.nodes);
    }
    return nodes;
  }
}

/** Returns true for a line that is too long to be anything but text. */
function isLong(line: string): boolean {
  return line.length > limits.lineLength && line.trimStart().length > limits.lineLength;
}
