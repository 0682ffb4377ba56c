import fc from "fast-check";
import { expect, it } from "vitest";
import { mergeWithMarkers } from "../../../../extension/core/review/conflictMarkers.ts";
import { mergeTexts } from "../../../../extension/core/review/mergeTexts.ts";

const names = { mine: "You", theirs: "claude" };
const merge = (base: string, mine: string, theirs: string) => mergeWithMarkers(base, mine, theirs, names);

it("merges changes of different lines", () => {
  expect(merge("1\n2\n3\n4\n5\n", "one\n2\n3\n4\n5\n", "1\n2\n3\n4\nfive\n")).toEqual({
    text: "one\n2\n3\n4\nfive\n",
    conflicts: 0,
  });
});

it("leaves both sides of a conflict between markers", () => {
  expect(merge("a\nb\nc\n", "a\nmine\nc\n", "a\ntheirs\nc\n")).toEqual({
    text: "a\n<<<<<<< You\nmine\n=======\ntheirs\n>>>>>>> claude\nc\n",
    conflicts: 1,
  });
});

it("ends the last line of a side before a marker", () => {
  expect(merge("a", "b", "c").text).toBe("<<<<<<< You\nb\n=======\nc\n>>>>>>> claude\n");
});

const lines = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "d\n", "e\n"), { maxLength: 12 });
it("merges as proposals do without a conflict, and keeps both sides with one", () => {
  fc.assert(
    fc.property(lines, lines, lines, (...texts) => {
      const [base, mine, theirs] = texts.map((text) => text.join("")) as [string, string, string];
      const [marked, merged] = [merge(base, mine, theirs), mergeTexts(base, mine, theirs)];
      if ("text" in merged) expect(marked).toEqual({ text: merged.text, conflicts: 0 });
      else expect(marked.conflicts).toBeGreaterThan(0);
      // Lines that a side added are in the merged text at least as often.
      const count = (text: string, line: string): number => text.split(line).length - 1;
      for (const line of ["a\n", "b\n", "c\n", "d\n", "e\n"])
        for (const side of [mine, theirs])
          expect(count(marked.text, line)).toBeGreaterThanOrEqual(count(side, line) - count(base, line));
    }),
    {
      numRuns: 500,
      // Both sides take out one of two equal lines, and the comparison finds different ones.
      examples: [
        [
          ["c\n", "c\n", "d\n"],
          ["c\n", "d\n", "a\n"],
          ["c\n", "d\n"],
        ],
        [
          ["c\n", "c\n", "a\n"],
          ["c\n", "a\n", "b\n"],
          ["c\n", "a\n"],
        ],
      ],
    },
  );
});
