import fc from "fast-check";
import { expect, it } from "vitest";
import { TextLines } from "../../../../extension/core/review/textLines.ts";
import { fuzzRuns } from "../../../fuzz/runs.ts";

const parts = fc.array(fc.constantFrom("a", "b", "\n", "\r", ""), { maxLength: 30 });

/** Texts with long equal stretches, whose lines are compared many at once. */
const stretches = fc
  .array(fc.tuple(fc.constantFrom("same\n", "other\n", "end"), fc.nat({ max: 600 })), { maxLength: 4 })
  .map((all) => all.map(([line, count]) => line.repeat(count)).join(""));

it("has the lines of a text, one by one and together", () => {
  fc.assert(
    fc.property(parts, fc.nat({ max: 8 }), fc.nat({ max: 8 }), (pieces, start, end) => {
      const text = pieces.join("");
      const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
      const indexed = new TextLines(text);
      expect(indexed.length).toBe(lines.length);
      expect(indexed.slice(start, end)).toEqual(lines.slice(start, end));
      expect(indexed.join(start, end)).toBe(lines.slice(start, end).join(""));
      expect(Array.from({ length: 10 }, (_, index) => indexed.get(index))).toEqual(
        Array.from({ length: 10 }, (_, index) => lines[index] ?? ""),
      );
    }),
    { numRuns: fuzzRuns(300) },
  );
});

it("counts as many equal lines as a comparison of each line does", () => {
  fc.assert(
    fc.property(stretches, stretches, fc.nat({ max: 700 }), fc.nat({ max: 700 }), (left, right, i, j) => {
      const [one, other] = [new TextLines(left), new TextLines(right)];
      const [start, otherStart] = [Math.min(i, one.length), Math.min(j, other.length)];
      let count = 0;
      while (
        start + count < one.length &&
        otherStart + count < other.length &&
        one.get(start + count) === other.get(otherStart + count)
      )
        count++;
      expect(one.countEqual(start, one.length, other, otherStart, other.length)).toBe(count);
      let tail = 0;
      while (
        tail < Math.min(one.length, other.length) &&
        one.get(one.length - 1 - tail) === other.get(other.length - 1 - tail)
      )
        tail++;
      expect(one.countEqualAtEnd(other)).toBe(tail);
    }),
    { numRuns: fuzzRuns(200) },
  );
});
