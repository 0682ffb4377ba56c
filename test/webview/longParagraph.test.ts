import { expect, it } from "vitest";
import { MarkdownSource } from "../../webview/markdown/markdownSource.ts";

/** Counts how many times a text is drawn until all of it is there. */
function drawings(text: string, size: number): number {
  const source = new MarkdownSource();
  let count = 1;
  while (source.read(text, false, size).isBehind) count++;
  return count;
}

it("draws a long paragraph in few slices, and short ones in slices of usual size", () => {
  // By slices of one size 667 and 3,334.
  expect(drawings("word ".repeat(200_000), 1_500)).toBeLessThan(140);
  expect(drawings("word ".repeat(1_000_000), 1_500)).toBeLessThan(160);
  const paragraphs = `${"word ".repeat(100)}\n\n`.repeat(200);
  expect(drawings(paragraphs, 1_500)).toBeGreaterThan(paragraphs.length / 1_500 / 2);
});
