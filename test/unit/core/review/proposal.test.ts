import fc from "fast-check";
import { expect, it } from "vitest";
import type { FileChange } from "../../../../extension/core/review/changeSet.ts";
import { makeProposal } from "../../../../extension/core/review/proposal.ts";
import type { WriteRules } from "../../../../extension/core/review/writeRules.ts";
import { fuzzRuns } from "../../../fuzz/runs.ts";

const modern: WriteRules = { isFaithful: true, stylesQuotes: true };
const disk = (text: string | undefined) => (text === undefined ? undefined : { text, isUtf16: false });
const edit = (before: string | undefined, oldText: string, newText: string, isEverywhere = false) =>
  makeProposal({ path: "/w/a.ts", replacements: [{ oldText, newText, isEverywhere }] }, disk(before), modern);

it("shows a new file as all added", () => {
  expect(makeProposal({ path: "/w/a.ts", content: "one\ntwo\n" }, undefined, modern)).toMatchObject({
    path: "/w/a.ts",
    before: undefined,
    after: "one\ntwo\n",
    added: 2,
    removed: 0,
  });
});

it("counts added and removed lines and keeps three lines of context", () => {
  const before = `${Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join("\n")}\n`;
  const proposal = edit(before, "line 10", "LINE TEN") as FileChange;
  expect(proposal).toMatchObject({ added: 1, removed: 1 });
  expect(proposal.hunks).toHaveLength(1);
  expect(proposal.hunks[0]).toMatchObject({ oldStart: 7, newStart: 7 });
  expect(proposal.hunks[0]?.lines.map((line) => line.sign).join("")).toBe("   -+   ");
});

it.each([
  ["fileMissing", undefined, "x", false],
  ["textMissing", "abc", "x", false],
  ["textNotUnique", "x x", "x", false],
] as const)("says %s instead of showing a wrong diff", (problem, before, old, everywhere) => {
  expect(edit(before, old, "y", everywhere)).toBe(problem);
});

it("replaces everywhere, keeps CRLF, and treats $ in the new text as text", () => {
  expect(edit("a\r\na\r\n", "a", "$&$1", true)).toMatchObject({ after: "$&$1\r\n$&$1\r\n" });
  expect(edit("one\r\ntwo\r\n", "one\ntwo", "1\n2")).toMatchObject({ after: "1\r\n2\r\n" });
});

it("gives up on texts that no diff helps with", () => {
  expect(makeProposal({ path: "/w/a", content: "x".repeat(5_000_001) }, disk(""), modern)).toBe("tooLarge");
});

it("has hunks that lead from the text before to the text after", () => {
  const linesOf = (value: string): string[] => (value === "" ? [] : value.replace(/\n$/, "").split("\n"));
  const text = fc.array(fc.constantFrom("a", "b", "c", "", "d e")).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const proposal = makeProposal({ path: "/w/a", content: after }, disk(before), modern) as FileChange;
      const lines = linesOf(before);
      // Apply from the end, so that earlier places stay valid.
      for (const hunk of [...proposal.hunks].reverse()) {
        const removed = hunk.lines.filter((line) => line.sign !== "+").length;
        lines.splice(
          removed === 0 ? hunk.oldStart : hunk.oldStart - 1,
          removed,
          ...hunk.lines.filter((line) => line.sign !== "-").map((line) => line.text),
        );
      }
      expect(lines).toEqual(linesOf(after));
    }),
    { numRuns: fuzzRuns(100) },
  );
});
