import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GrowingMarkdown } from "../../../extension/markdown/markdown.ts";
import { fuzzRuns } from "../../fuzz/runs.ts";
import { documents, examples } from "./documents.ts";
import { plain, readTree } from "./readTree.ts";

const atOnce = (text: string) => new GrowingMarkdown().update(text);

/** The tree of a text that comes in pieces of these lengths, in turn, taken in by slices. */
function streamed(text: string, lengths: readonly number[], slice?: number) {
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

describe("the CommonMark specification", () => {
  /** What a reader sees of the specification's HTML; raw HTML, which we show as text, is left out on both sides. */
  const readHtml = (html: string): string =>
    html
      .replace(/<img[^>]*?alt="([^"]*)"[^>]*>/g, "$1")
      .replace(/<!--[\s\S]*?-->|<[!?/a-zA-Z](?:[^<>"']|"[^"]*"|'[^']*')*>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
  const squeeze = (text: string): string => text.replace(/\s+/g, "");

  it("is read right in every example", () => {
    const isRaw = (section: string) => /html/i.test(section);
    const checked = examples.filter(({ section }) => !isRaw(section));
    const wrong = checked.filter(({ markdown, html }) => squeeze(readHtml(html)) !== squeeze(readTree(atOnce(markdown))));
    expect(wrong.map(({ number }) => number)).toEqual([]);
    expect(checked.length).toBeGreaterThan(580);
  });

  it("is read the same in pieces as at once", () => {
    for (const { markdown } of examples) for (const lengths of [[7, 1, 2]]) expect(plain(streamed(markdown, lengths))).toEqual(plain(atOnce(markdown)));
  });
});

it("reads any text the same in pieces as at once", () => {
  const lengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 600 })), { minLength: 1, maxLength: 12 });
  const slice = fc.option(fc.integer({ min: 1, max: 3_000 }), { nil: undefined });
  fc.assert(
    fc.property(documents, lengths, slice, (text, pieces, size) => {
      expect(plain(streamed(text, pieces, size))).toEqual(plain(atOnce(text)));
    }),
    { numRuns: fuzzRuns(80) },
  );
});

it("never makes a finished group again", () => {
  const text = Array.from({ length: 1_000 }, (_, index) => `- item ${index} with *words*\n`).join("");
  const markdown = new GrowingMarkdown();
  let before: readonly object[] = [];
  let remade = 0;
  for (let start = 0; start < text.length; start += 400) {
    const [list] = markdown.update(text.slice(start, start + 400))[0]?.items ?? [];
    const groups = list?.type === "list" ? list.items : [];
    remade += before.slice(0, -1).filter((group, index) => group !== groups[index]).length;
    before = groups;
  }
  // A group that a half line closes is made once more when the line is whole.
  expect(remade).toBeLessThanOrEqual(1);
});

it.each([
  ["[foo]\n\n[foo]: /late", "/late"],
  ["[foo]: /early\n\n[foo]", "/early"],
])("follows a reference wherever it is defined: %j", (text, href) => {
  expect(JSON.stringify(streamed(text, [1]))).toContain(`"href":"${href}"`);
});

describe("hostile texts", () => {
  const repeat = (part: string, count: number) => part.repeat(count);
  it.each([
    ["nested lists", Array.from({ length: 300 }, (_, level) => `${repeat("  ", level)}- x`).join("\n")],
    ["nested quotes", repeat(">", 20_000)],
    ["lists in one line", repeat("- ", 20_000)],
    ["stars", repeat("*", 30_000)],
    ["open emphasis", repeat("*a _b ", 8_000)],
    ["open brackets", repeat("[", 50_000)],
    ["open links", repeat("[a](", 20_000)],
    ["images", repeat("![", 30_000)],
    ["code runs", Array.from({ length: 300 }, (_, length) => repeat("`", length)).join(" ")],
    ["angles", repeat("<", 50_000)],
    ["entities", repeat("&", 50_000)],
    ["backslashes", repeat("\\", 50_000)],
    ["a wide table", `${repeat("| a ", 20)}|\n${repeat("|---", 20)}|\n${repeat(`${repeat("| 1 ", 20)}|\n`, 3_000)}`],
    ["definitions", repeat("[a]: b\n", 10_000)],
    ["one line", repeat("word ", 40_000)],
  ])("are read in time that their length explains: %s", (_, text) => {
    const start = performance.now();
    const tree = atOnce(text);
    // Generous for a machine under load; what these texts did to other parsers takes seconds or never ends.
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(tree.length).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(tree, (_key, value) => (value instanceof Set ? undefined : value)).length).toBeGreaterThan(1);
  });
});
