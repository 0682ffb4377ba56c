import fc from "fast-check";
import { expect, it } from "vitest";
import { cutText, shortenText } from "../../../../extension/shared/base/cutText.ts";
import { fuzzRuns } from "../../../fuzz/runs.ts";

it("ends between two characters as people see them", () => {
  const family = "👨\u200d👩\u200d👧";
  expect(cutText(`ab${family}c`, 5)).toBe("ab");
  expect(cutText(`ab${family}c`, 2 + family.length)).toBe(`ab${family}`);
  expect(cutText("e\u0301e\u0301", 3)).toBe("e\u0301");
  expect(cutText("line\r\nend", 5)).toBe("line");
  expect([shortenText("abcd", 4), shortenText("abcde", 4), shortenText("ab🚀", 3)]).toEqual(["abcd", "abc…", "ab…"]);
});

it("cuts any text to its longest well-formed start within the length", () => {
  const clusters = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const piece = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 3 }),
    fc.constantFrom("🚀", "👩\u200d🚀", "e\u0301", "\r\n", "a\u0301\u0302", "🇩🇪"),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.nat({ max: 150 }), (pieces, length) => {
      const text = pieces.join("");
      const start = cutText(text, length);
      expect(text.startsWith(start) && start.length <= length && start.isWellFormed()).toBe(true);
      const ends = [...clusters.segment(text)].map(({ index, segment }) => index + segment.length);
      expect(start.length).toBe(Math.max(0, ...ends.filter((end) => end <= length)));
    }),
    { numRuns: fuzzRuns(300) },
  );
});

it("cuts a cluster without an end, but no pair", () => {
  const endless = `a${"\u0301".repeat(500)}`;
  expect(cutText(endless, 300)).toHaveLength(300);
  expect(cutText("👩\u200d".repeat(300), 301).isWellFormed()).toBe(true);
});
