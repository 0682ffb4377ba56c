import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { carryReview } from "../../../../extension/core/review/carryReview.ts";
import type { FileChange } from "../../../../extension/core/review/changeSet.ts";
import { mapToEditorLines, toEditorText, withLineEndsOf } from "../../../../extension/core/review/lineEnds.ts";
import { applyEdit, type FileEdit, makeProposal } from "../../../../extension/core/review/proposal.ts";
import {
  createReviewedProposal,
  getReviewedText,
  getReviewOutcome,
  toWritable,
  withHunk,
  withoutDoubts,
  withReviewedText,
} from "../../../../extension/core/review/reviewedProposal.ts";
import type { WriteRules } from "../../../../extension/core/review/writeRules.ts";
import { fuzzRuns } from "../../../fuzz/runs.ts";

const modern: WriteRules = { isFaithful: true, stylesQuotes: true };
const old: WriteRules = { isFaithful: false, stylesQuotes: false };

function draftFor(edit: FileEdit, text: string | undefined, rules = modern) {
  const before = text === undefined ? undefined : { text, isUtf16: false };
  return createReviewedProposal(edit, before, rules, makeProposal(edit, before, rules) as FileChange);
}
const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`).join("");

describe("a draft", () => {
  const before = lines(0, 60);
  const after = before.replace("line 3\n", "LINE 3\n").replace("line 30\n", "").replace("line 50\n", "line 50\nmore\n");
  const edit: FileEdit = { path: "/w/a", replacements: [{ oldText: before, newText: after, isEverywhere: false }] };

  it("is as proposed until something is refused, and nothing once all is", () => {
    const all = draftFor(edit, before);
    expect(getReviewOutcome(all)).toEqual({ kind: "asProposed" });
    const one = withHunk(all, 1, false);
    expect(getReviewedText(one)).toContain("line 30\n");
    const refused = [0, 1, 2].reduce((draft, hunk) => withHunk(draft, hunk, false), all);
    expect([getReviewedText(refused) === before, getReviewOutcome(refused)]).toEqual([true, { kind: "nothing" }]);
    expect(getReviewOutcome(withHunk(one, 1, true))).toEqual({ kind: "asProposed" });
  });

  it("is written by the smallest replacement that says it", () => {
    const one = withHunk(withHunk(draftFor(edit, before), 0, false), 1, false);
    expect(getReviewOutcome(one)).toEqual({
      kind: "changed",
      edit: {
        path: "/w/a",
        replacements: [{ oldText: "line 50\nline 51\n", newText: "line 50\nmore\nline 51\n", isEverywhere: false }],
      },
    });
  });

  it("offers the hunks of the user's own text after an edit by hand", () => {
    const mine = withReviewedText(draftFor(edit, before), before.replace("line 9\n", "nine\n"));
    expect(mine.review.change.hunks).toHaveLength(1);
    expect(getReviewOutcome(withHunk(mine, 0, false))).toEqual({ kind: "nothing" });
    expect(getReviewOutcome(withReviewedText(mine, after))).toEqual({ kind: "asProposed" });
  });

  it("writes a new file as the user edited it, or none if nothing is left", () => {
    const created = draftFor({ path: "/w/new", content: "a\nb\n" }, undefined);
    expect(getReviewOutcome(withReviewedText(created, "b\n"))).toEqual({
      kind: "changed",
      edit: { path: "/w/new", content: "b\n" },
    });
    expect(getReviewOutcome(withHunk(created, 0, false))).toEqual({ kind: "nothing" });
  });

  it("writes a new file without text", () => {
    expect(getReviewOutcome(draftFor({ path: "/w/__init__.py", content: "" }, undefined))).toEqual({
      kind: "asProposed",
    });
  });

  it("is kept against another text: the user's own one, or the hunks that they refused", () => {
    const refused = withHunk(draftFor(edit, before), 1, false);
    const grown: FileEdit = {
      path: "/w/a",
      replacements: [{ oldText: `x\n${before}`, newText: `x\n${after}`, isEverywhere: false }],
    };
    const next = carryReview(draftFor(grown, `x\n${before}`), refused);
    expect([
      next.review.isAccepted,
      getReviewedText(next).startsWith("x\n"),
      getReviewedText(next).includes("line 30\n"),
    ]).toEqual([[true, false, true], true, true]);
    const mine = carryReview(draftFor(grown, `x\n${before}`), withReviewedText(refused, "mine\n"));
    expect([getReviewedText(mine), mine.doubts]).toEqual(["mine\n", { hunks: [], takenBack: 1 }]);
    expect(withoutDoubts(mine).doubts).toBeUndefined();
  });

  it("says where no input of the version can write it", () => {
    const write = draftFor({ path: "/w/a", content: "x\r\n" }, "a\r\nb\r\n", old);
    expect(write.proposed.after).toBe("x\r\r\n");
    expect(getReviewOutcome(withReviewedText(write, "mine\nonly\r\n"))).toEqual({ kind: "impossible" });
    expect([
      getReviewedText(toWritable(withReviewedText(write, "mine\nonly\r\n"))),
      getReviewOutcome(toWritable(withReviewedText(write, "mine\nonly\r\n"))),
    ]).toEqual(["mine\r\nonly\r\n", { kind: "changed", edit: { path: "/w/a", content: "mine\nonly\n" } }]);
    expect(getReviewOutcome(withReviewedText(write, "mine\r\n"))).toEqual({
      kind: "changed",
      edit: { path: "/w/a", content: "mine\n" },
    });
  });
});

const pieces = fc.array(fc.constantFrom("a", "b", "x y", "", "“q”", "it’s", '"q"', "é", "\t", "}", "a"), {
  maxLength: 30,
});
const end = fc.constantFrom("\n", "\r\n");
const file = fc
  .tuple(pieces, end, fc.boolean(), fc.boolean())
  .map(([texts, eol, isMarked, hasEnd]) => (isMarked ? "\ufeff" : "") + texts.join(eol) + (hasEnd ? eol : ""));
const mixed = fc
  .array(fc.constantFrom("a\n", "b\r\n", "c\n", "d\r", "\n"), { maxLength: 12 })
  .map((parts) => parts.join(""));

it("writes what the user saw in each version, or says that it can't", () => {
  fc.assert(
    fc.property(
      fc.oneof(file, mixed),
      fc.oneof(file, mixed),
      fc.constantFrom(modern, old, { ...old, stylesQuotes: true }),
      fc.constantFrom("write", "edit"),
      fc.infiniteStream(fc.boolean()),
      fc.option(pieces),
      (text, wanted, rules, tool, choices, mine) => {
        const plain = (value: string) => value.replaceAll("\r\n", "\n");
        const edit: FileEdit =
          tool === "write"
            ? { path: "/w/a", content: wanted }
            : { path: "/w/a", replacements: [{ oldText: plain(text), newText: wanted, isEverywhere: false }] };
        const before = { text, isUtf16: false };
        const proposed = makeProposal(edit, before, rules);
        if (typeof proposed === "string") return;
        let draft = createReviewedProposal(edit, before, rules, proposed);
        for (const index of proposed.hunks.keys()) draft = withHunk(draft, index, choices.next().value === true);
        if (mine)
          draft = withReviewedText(
            draft,
            withLineEndsOf(
              getReviewedText(draft),
              [...toEditorText(getReviewedText(draft)).split("\n").slice(0, 3), ...mine].join("\n"),
            ),
          );
        const outcome = getReviewOutcome(draft);
        if (outcome.kind === "asProposed") expect(getReviewedText(draft)).toBe(proposed.after);
        if (outcome.kind === "nothing") expect(getReviewedText(draft)).toBe(text);
        if (outcome.kind === "changed") expect(applyEdit(outcome.edit, before, rules)).toBe(getReviewedText(draft));
        // In place of what cannot be written stands what can: the same lines.
        const writable = toWritable(draft);
        if (outcome.kind !== "impossible") expect(writable).toBe(draft);
        else if (writable !== draft) {
          expect(getReviewedText(writable).replace(/\r+\n/g, "\n")).toBe(
            getReviewedText(draft).replace(/\r+\n/g, "\n"),
          );
          expect(["asProposed", "changed"]).toContain(getReviewOutcome(writable).kind);
        }
        // The CLI refuses an edit that replaces a text by itself.
        if (outcome.kind === "changed" && "replacements" in outcome.edit)
          expect(outcome.edit.replacements.filter(({ oldText, newText }) => oldText === newText)).toEqual([]);
        // Only line ends, and a mark, are what a version can be unable to write.
        const isUniform = (value: string) => !value.includes("\r") || !/(?<!\r)\n|\r(?!\n)/.test(value);
        const isPlain =
          !getReviewedText(draft).includes("\r") &&
          !text.includes("\r") &&
          !`${text}${getReviewedText(draft)}`.includes("\ufeff");
        const isAlike =
          isUniform(text) &&
          isUniform(getReviewedText(draft)) &&
          rules.isFaithful &&
          text.includes("\r") === getReviewedText(draft).includes("\r");
        if (isPlain || (isAlike && !`${text}${getReviewedText(draft)}`.includes("\ufeff")))
          expect(outcome.kind).not.toBe("impossible");
      },
    ),
    { numRuns: fuzzRuns(250) },
  );
});

it("keeps the bytes of lines that an editor left alone", () => {
  expect(withLineEndsOf("\ufeffa\r\nb\nc\rd", "a\nB\nc\nd")).toBe("\ufeffa\r\nB\nc\rd");
  expect(withLineEndsOf("a\r\nb\r\n", "a\nnew\nb\n")).toBe("a\r\nnew\r\nb\r\n");
  expect(withLineEndsOf("", "a\nb")).toBe("a\nb");
  fc.assert(
    fc.property(fc.oneof(file, mixed), (text) => {
      expect(withLineEndsOf(text, toEditorText(text))).toBe(text);
      expect(withLineEndsOf(text, toEditorText(text).replaceAll("\n", "\r\n"))).toBe(text);
    }),
    { numRuns: fuzzRuns(250) },
  );
});

it("tells an editor where lines are that end with a carriage return alone", () => {
  const toEditor = mapToEditorLines("a\rb\r\nc\nd\r\re\nf");
  expect([0, 1, 2, 3, 9].map(toEditor)).toEqual([0, 2, 3, 6, 12]);
  expect(mapToEditorLines("a\r\nb\n")(1)).toBe(1);
});
