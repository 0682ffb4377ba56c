import fc from "fast-check";
import { expect, it } from "vitest";
import { computeChange, getAcceptedText } from "../../../../extension/core/review/changeSet.ts";
import { findAcceptedHunkAt, getHunkRanges } from "../../../../extension/core/review/hunkRanges.ts";
import { fuzzRuns } from "../../../fuzz/runs.ts";

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`).join("");

it("takes one hunk and leaves the other", () => {
  const before = lines(0, 40);
  const change = computeChange("/w/a", before, before.replace("line 3\n", "LINE 3\n").replace("line 30\n", ""));
  expect(getAcceptedText({ change, isAccepted: [true, false] })).toBe(before.replace("line 3\n", "LINE 3\n"));
});

it("has a hunk for each change in the editor's diff, without overlapping lines", () => {
  const before = lines(0, 12);
  const change = computeChange(
    "/w/a",
    before,
    before.replace("line 1\n", "ONE\n").replace("line 3\n", "THREE\n").replace("line 9\n", ""),
  );
  expect(change.hunks.map(({ lines: shown }) => shown.map(({ sign, text }) => sign + text))).toEqual([
    [" line 0", "-line 1", "+ONE", " line 2"],
    ["-line 3", "+THREE", " line 4", " line 5", " line 6"],
    [" line 7", " line 8", "-line 9", " line 10", " line 11"],
  ]);
  expect(getAcceptedText({ change, isAccepted: [true, false, true] })).toBe(
    before.replace("line 1\n", "ONE\n").replace("line 9\n", ""),
  );
});

it("joins changes between which only a bracket stays, if one of them is long", () => {
  const before = `${lines(0, 6)}}\n${lines(10, 16)}`;
  const long = before.replace(lines(0, 6), lines(20, 26)).replace("line 10\n", "TEN\n");
  expect(computeChange("/w/a", before, long)).toMatchObject({ hunks: [{}], added: 7, removed: 7 });
  const short = before.replace("line 5\n", "FIVE\n").replace("line 10\n", "TEN\n");
  expect(computeChange("/w/a", before, short).hunks).toHaveLength(2);
});

it("groups thousands of changes between brackets, whichever of them is long", () => {
  const part = (index: number) => `line ${index}\n}\n\n}\n`;
  const before = Array.from({ length: 20_000 }, (_, index) => part(index)).join("");
  for (const [head, tail] of [
    [lines(0, 9), ""],
    ["", lines(0, 9)],
  ] as const) {
    const after = `${head}${before.replaceAll("line", "LINE")}${tail}`;
    const change = computeChange("/w/a", before, after);
    expect(getAcceptedText({ change, isAccepted: change.hunks.map((_, index) => index === 0) })).toContain("LINE 0\n");
  }
});

it("finds each hunk at its changed lines, also beside hunks that are left out", () => {
  const text = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "d\n"), { maxLength: 30 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, fc.infiniteStream(fc.boolean()), (before, after, choices) => {
      const change = computeChange("/w/a", before, after);
      const isAccepted = change.hunks.map(() => choices.next().value === true);
      const ranges = getHunkRanges({ change, isAccepted });
      for (const [index, hunk] of change.hunks.entries()) {
        const own = hunk.lines.findIndex(({ sign }) => sign !== " ");
        const { start, end } = ranges[index]!;
        if (isAccepted[index])
          expect(
            findAcceptedHunkAt(
              { change, isAccepted },
              { side: "after", line: Math.min(start + own, Math.max(start, end - 1)) },
            ),
          ).toBe(index);
        if (isAccepted[index]) continue;
        for (let line = start; line < end; line++)
          expect(findAcceptedHunkAt({ change, isAccepted }, { side: "after", line })).toBeUndefined();
      }
    }),
    { numRuns: fuzzRuns(100) },
  );
});

it("writes no new file of which nothing is accepted", () => {
  expect(getAcceptedText({ change: computeChange("/w/new", undefined, "x\n"), isAccepted: [false] })).toBeUndefined();
});

it("leads from the text before to the text after by any subset of hunks", () => {
  const text = fc
    .array(fc.constantFrom("a\n", "b\n", "c\r\n", "\n", "d", "é\n"), { maxLength: 40 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, fc.infiniteStream(fc.boolean()), (before, after, choices) => {
      const change = computeChange("/w/a", before, after);
      const isAccepted = change.hunks.map(() => choices.next().value === true);
      const taken = getAcceptedText({ change, isAccepted }) ?? "";
      // Accepting now and refusing then leads to the same two ends.
      expect(getAcceptedText({ change, isAccepted: isAccepted.map(() => true) })).toBe(
        change.hunks.length === 0 ? before : after,
      );
      expect(getAcceptedText({ change, isAccepted: isAccepted.map(() => false) })).toBe(before);
      const count = (value: string) => value.split(/(?<=\n)/).filter(Boolean).length;
      const grown = change.hunks.reduce(
        (sum, hunk, index) => sum + (isAccepted[index] ? hunk.newLines - hunk.oldLines : 0),
        0,
      );
      expect(count(taken)).toBe(count(before) + grown);
    }),
    { numRuns: fuzzRuns(100) },
  );
});
