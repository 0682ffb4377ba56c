import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GrowingMarkdown } from "../../../../extension/shared/markdown/markdown.ts";
import { fuzzRuns } from "../../../fuzz/runs.ts";
import { documents } from "./documents.ts";
import { atOnce, lengths, plain, slice, streamed } from "./pieces.ts";

it("reads any text the same in pieces as at once", () => {
  fc.assert(
    fc.property(documents, lengths(600), slice, (text, pieces, size) => {
      expect(plain(streamed(text, pieces, size))).toBe(plain(atOnce(text)));
    }),
    { numRuns: fuzzRuns(30) },
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
    ["chat addresses", repeat("xmpp:a@b.c/d@", 8_000)],
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
