import fc from "fast-check";
import { expect, it } from "vitest";
import { acceptedText, changeOf, reviewOf, withAccepted } from "../../../extension/review/changeSet.ts";

const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`).join("");

it("takes one hunk and leaves the other", () => {
  const before = lines(0, 40);
  const after = before.replace("line 3\n", "LINE 3\n").replace("line 30\n", "");
  const set = reviewOf([changeOf("/w/a", before, after)]);
  const one = withAccepted(set, "/w/a", false, 1).get("/w/a")!;
  expect(one.isAccepted).toEqual([true, false]);
  expect(acceptedText(one)).toBe(before.replace("line 3\n", "LINE 3\n"));
  expect(set.get("/w/a")?.isAccepted).toEqual([true, true]);
});

it("writes no new file of which nothing is accepted, and leaves other files alone", () => {
  const set = withAccepted(reviewOf([changeOf("/w/new", undefined, "x\n"), changeOf("/w/b", "b", "c")]), "/w/new", false);
  expect(acceptedText(set.get("/w/new")!)).toBeUndefined();
  expect(acceptedText(set.get("/w/b")!)).toBe("c");
  expect(withAccepted(set, "/w/unknown", false)).toBe(set);
});

it("leads from the text before to the text after by any subset of hunks", () => {
  const text = fc.array(fc.constantFrom("a\n", "b\n", "c\r\n", "\n", "d", "é\n"), { maxLength: 40 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, fc.infiniteStream(fc.boolean()), (before, after, choices) => {
      const change = changeOf("/w/a", before, after);
      const isAccepted = change.hunks.map(() => choices.next().value === true);
      const taken = acceptedText({ change, isAccepted }) ?? "";
      // What is accepted now and refused then leads to the same two ends.
      expect(acceptedText({ change, isAccepted: isAccepted.map(() => true) })).toBe(change.hunks.length === 0 ? before : after);
      expect(acceptedText({ change, isAccepted: isAccepted.map(() => false) })).toBe(before);
      const count = (value: string) => value.split(/(?<=\n)/).filter(Boolean).length;
      const grown = change.hunks.reduce((sum, hunk, index) => sum + (isAccepted[index] ? hunk.newLines - hunk.oldLines : 0), 0);
      expect(count(taken)).toBe(count(before) + grown);
    }),
    { numRuns: 500 },
  );
});
