import fc from "fast-check";
import { GrowingMarkdown } from "../../../../extension/shared/markdown/markdown.ts";
import type { Block, Groups } from "../../../../extension/shared/markdown/tokens.ts";

/** The tree of a text that comes as a whole. */
export const atOnce = (text: string): Groups<Block> => new GrowingMarkdown().update(text);

/** The tree of a text that comes in pieces of these lengths, in turn, taken in by slices. */
export function streamed(text: string, lengths: readonly number[], slice?: number): Groups<Block> {
  const markdown = new GrowingMarkdown();
  let view = markdown.advance(slice);
  for (let start = 0, turn = 0; start < text.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1;
    markdown.append(text.slice(start, start + length));
    start += length;
    view = markdown.advance(slice);
  }
  while (view.isBehind) view = markdown.advance(slice);
  return view.blocks;
}

/** A tree as text, to be compared. */
export function plain(groups: Groups<Block>): string {
  return JSON.stringify(groups, (_, value) => (value instanceof Set ? undefined : value), 1);
}

/** Lengths of pieces, short ones and ones of up to `most` characters; and of the slices in which they are taken in. */
export const lengths = (most: number): fc.Arbitrary<number[]> =>
  fc.array(fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: most })), {
    minLength: 1,
    maxLength: 12,
  });
export const slice = fc.option(fc.integer({ min: 1, max: 3_000 }), { nil: undefined });
