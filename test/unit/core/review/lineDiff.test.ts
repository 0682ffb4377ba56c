import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { computeChange, getAcceptedText } from "../../../../extension/core/review/changeSet.ts";
import { findReplacedLines } from "../../../../extension/core/review/lineDiff.ts";
import { TextLines } from "../../../../extension/core/review/textLines.ts";
import { fuzzRuns } from "../../../fuzz/runs.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`);
const find = (before: readonly string[], after: readonly string[]) =>
  findReplacedLines(new TextLines(before.join("")), new TextLines(after.join("")));

it("splits a text into lines and loses nothing", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "\n", "\r", "")), (parts) => {
      const lines = new TextLines(parts.join(""));
      expect(lines.slice(0, lines.length)).toEqual(parts.join("").match(/[^\n]*\n|[^\n]+$/g) ?? []);
    }),
    { numRuns: fuzzRuns(200) },
  );
});

it("turns one text into the other by the replacements that it returns", () => {
  const lines = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "d\n"), { maxLength: 60 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      let [at, made] = [0, [] as string[]];
      for (const { oldStart, oldEnd, newStart, newEnd } of find(before, after)) {
        made = [...made, ...before.slice(at, oldStart), ...after.slice(newStart, newEnd)];
        at = oldEnd;
      }
      expect([...made, ...before.slice(at)]).toEqual(after);
    }),
    { numRuns: fuzzRuns(500) },
  );
});

it("finds changed, inserted and deleted lines separately", () => {
  const before = numbered(1_000);
  const after = before.flatMap((line, index) =>
    index === 10
      ? ["CHANGED\n"]
      : index === 300
        ? [line, "new\n", "newer\n"]
        : index > 599 && index < 700
          ? []
          : [line],
  );
  expect(find(before, after)).toEqual([
    { oldStart: 10, oldEnd: 11, newStart: 10, newEnd: 11 },
    { oldStart: 301, oldEnd: 301, newStart: 301, newEnd: 303 },
    { oldStart: 600, oldEnd: 700, newStart: 602, newEnd: 602 },
  ]);
});

it("finds the same changes on a busy machine", () => {
  let now = 0;
  vi.spyOn(Date, "now").mockImplementation(() => {
    now += 50;
    return now;
  });
  const [before, after] = [
    ["a1\n", "same\n", "a2\n", "same too\n", "a3\n"],
    ["b1\n", "same\n", "b2\n", "same too\n", "b3\n"],
  ];
  expect(find(before, after).map(({ oldStart, oldEnd }) => [oldStart, oldEnd])).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
  ]);
});

it("treats texts without a common line as one change, without delay", () => {
  const [before, after] = [numbered(20_000), numbered(20_000).map((line) => `other ${line}`)];
  expect(find(before, after)).toEqual([{ oldStart: 0, oldEnd: 20_000, newStart: 0, newEnd: 20_000 }]);
});

it("takes a part of the changes of a text of 150,000 lines", () => {
  const before = numbered(150_000);
  const after = before.map((line, index) => (index % 1_000 === 7 ? `changed ${line}` : line));
  const change = computeChange("/a", before.join(""), after.join(""));
  expect([change.hunks.length, change.added, change.removed]).toEqual([150, 150, 150]);
  const kept = getAcceptedText({ change, isAccepted: change.hunks.map((_, index) => index === 0) });
  expect(kept).toBe(before.map((line, index) => (index === 7 ? `changed ${line}` : line)).join(""));
});
