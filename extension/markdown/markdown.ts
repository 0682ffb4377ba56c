import { BlockParser } from "./block/parser.ts";
import type { SegmentDraft } from "./block/segments.ts";
import { takeWholeCharacters } from "./block/text.ts";
import { parseInline } from "./inline/parse.ts";
import { limits } from "./limits.ts";
import { LineBuffer } from "./lines.ts";
import { Relinker } from "./relink.ts";
import type { Block, Groups, Inline, Target } from "./tokens.ts";

/**
 * Markdown that grows at its end. Each whole line is taken in once; the last one is tried on a copy of
 * the open blocks. The tree depends on the text alone, not on the pieces in which it came, and what is
 * finished in it stays the same object.
 */
export class GrowingMarkdown {
  #parser = new BlockParser();
  #lines = new LineBuffer();
  /** The line that is being taken in is a long one, whose start is in the tree. */
  #isInLongLine = false;
  /** The definitions that the segments were parsed with. */
  #targets = new Map<string, Target>();
  /** Labels of definitions in what is not final. */
  #tried: readonly string[] = [];
  /** All labels that any segment has asked for. */
  readonly #asked = new Set<string>();
  /** The nodes of the segments that were not final at the last update. */
  #recent = new Map<string, readonly Inline[]>();

  /** Adds text without parsing it. */
  append(text: string): void {
    this.#lines.add(text);
  }

  /**
   * Takes in what was appended, of a long text about `size` characters, and gives the tree.
   * `isBehind` tells that there is more to take in.
   */
  advance(size = Number.POSITIVE_INFINITY): { readonly blocks: Groups<Block>; readonly isBehind: boolean } {
    const isBehind = this.#takeLines(size);
    let trial = this.#try(isBehind);
    const changes = this.#changedLabels(trial.parser);
    // First, since the relinker remembers the labels of what it has seen.
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

  /** The tree of all text up to now and `text`. */
  update(text: string): Groups<Block> {
    this.append(text);
    return this.advance().blocks;
  }

  /** Feeds whole lines and what is there of a long one, about `size` characters; whether some are left. */
  #takeLines(size: number): boolean {
    const end = this.#lines.length - size;
    while (this.#lines.length > 0) {
      if (this.#lines.length <= end) return true;
      // Enough to tell a long line, and of one that is known to be long no more than was asked for.
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

  /** Brings the definitions up to date; the labels whose target changed, and whether no segment asked for any. */
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

  /** Parses the segments; the nodes of those that no definition can change, by their text. */
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

/** Whether a line is too long to be anything but text. */
function isLong(line: string): boolean {
  return line.length > limits.lineLength && line.trimStart().length > limits.lineLength;
}
