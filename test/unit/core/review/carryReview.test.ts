import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { carryReview } from "../../../../extension/core/review/carryReview.ts";
import type { FileChange } from "../../../../extension/core/review/changeSet.ts";
import { mergeTexts } from "../../../../extension/core/review/mergeTexts.ts";
import { type FileEdit, makeProposal } from "../../../../extension/core/review/proposal.ts";
import {
  createReviewedProposal,
  getReviewedText,
  getReviewOutcome,
  type ReviewedProposal,
  resetToProposed,
  withHunk,
  withoutDoubts,
  withReviewedText,
} from "../../../../extension/core/review/reviewedProposal.ts";
import type { WriteRules } from "../../../../extension/core/review/writeRules.ts";
import { fuzzRuns } from "../../../fuzz/runs.ts";

const rules: readonly WriteRules[] = [
  { isFaithful: true, stylesQuotes: true },
  { isFaithful: false, stylesQuotes: true },
  { isFaithful: false, stylesQuotes: false },
];

function draftFor(edit: FileEdit, text: string, by = rules[0]!): ReviewedProposal | undefined {
  const before = { text, isUtf16: false };
  const proposed = makeProposal(edit, before, by);
  return typeof proposed === "string" ? undefined : createReviewedProposal(edit, before, by, proposed as FileChange);
}
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
const replace = (...pairs: readonly (readonly [string, string])[]): FileEdit => ({
  path: "/w/a",
  replacements: pairs.map(([oldText, newText]) => ({ oldText, newText, isEverywhere: false })),
});
const twenty = Array.from({ length: 20 }, (_, index) => `line ${index}`);

describe("a refusal", () => {
  const edit = replace(["line 3\n", "THREE\n"], ["line 15\n", "FIFTEEN\n"]);

  it("stays with its lines when the file changes near them", () => {
    const refused = withHunk(draftFor(edit, text(twenty))!, 0, false);
    const near = text(["line 0", "theirs", ...twenty.slice(1)]);
    const next = carryReview(draftFor(edit, near)!, refused);
    expect([next.review.isAccepted, next.doubts]).toEqual([[false, true], undefined]);
    expect(getReviewedText(next)).not.toContain("THREE");
  });

  it("is asked about again once its hunk contains other lines, and left out until then", () => {
    const refused = withHunk(draftFor(edit, text(twenty))!, 0, false);
    const short = text([...twenty.slice(0, 4), ...twenty.slice(15)]);
    const next = carryReview(draftFor(edit, short)!, refused);
    expect([next.review.isAccepted, next.doubts]).toEqual([[false], { hunks: [0], takenBack: 0 }]);
    expect(withHunk(next, 0, true).doubts).toBeUndefined();
    expect(getReviewedText(withoutDoubts(next))).toBe(short);
  });

  it("is one of two that read the same, not of both", () => {
    const twice: FileEdit = { path: "/w/a", replacements: [{ oldText: "same", newText: "other", isEverywhere: true }] };
    const lines = [...twenty, "same", ...twenty, "same", ...twenty];
    const refused = withHunk(draftFor(twice, text(lines))!, 1, false);
    const next = carryReview(draftFor(twice, text(["theirs", ...lines]))!, refused);
    expect([next.review.isAccepted, next.doubts]).toEqual([[true, false], undefined]);
  });

  it("of another edit of the file keeps its lines from coming in with this one", () => {
    const whole: FileEdit = { path: "/w/a", content: text(["denied", ...twenty, "wanted"]) };
    const afterOther = draftFor(whole, text(["denied", ...twenty]))!;
    const next = carryReview(draftFor(whole, text(twenty))!, afterOther, new Set(["+denied"]));
    expect([next.review.isAccepted, next.doubts?.hunks]).toEqual([[false, true], [0]]);
  });
});

describe("a text by hand", () => {
  const edit = replace(["line 10\n", "TEN\n"]);
  const mine = text(twenty).replace("line 10\n", "ten of mine\n");

  it("is carried over as a change that keeps earlier denials and the saves of others", () => {
    const afterOther = withReviewedText(draftFor(edit, text(["denied", ...twenty]))!, `denied\n${mine}`);
    expect(getReviewedText(carryReview(draftFor(edit, text(twenty))!, afterOther))).toBe(mine);
    const others = carryReview(
      draftFor(edit, text([...twenty, "theirs"]))!,
      withReviewedText(draftFor(edit, text(twenty))!, mine),
    );
    expect([getReviewedText(others), others.doubts]).toEqual([`${mine}theirs\n`, undefined]);
  });

  it("stays whole where both changed the same lines, and has to be looked at", () => {
    const theirs = text(twenty).replace("line 9\n", "nine of theirs\n");
    const next = carryReview(draftFor(edit, theirs)!, withReviewedText(draftFor(edit, text(twenty))!, mine));
    expect([getReviewedText(next), next.doubts]).toEqual([mine, { hunks: [], takenBack: 1 }]);
  });

  it("takes back no more than it says: what others wrote elsewhere stays", () => {
    const theirs = `${text(twenty).replace("line 9\n", "nine of theirs\n")}theirs\n`;
    const next = carryReview(draftFor(edit, theirs)!, withReviewedText(draftFor(edit, text(twenty))!, mine));
    expect([getReviewedText(next), next.doubts]).toEqual([`${mine}theirs\n`, { hunks: [], takenBack: 1 }]);
  });

  it("keeps the hunks of it that were refused", () => {
    const two = mine.replace("line 0\n", "zero\n");
    const refused = withHunk(withReviewedText(draftFor(edit, text(twenty))!, two), 0, false);
    const next = carryReview(draftFor(edit, text([...twenty, "theirs"]))!, refused);
    expect([next.review.isAccepted, getReviewedText(next)]).toEqual([[false, true], `${mine}theirs\n`]);
  });
});

it("merges what both did, once where both did the same", () => {
  expect(mergeTexts("a\nb\nc\nd\ne\n", "A\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\n")).toEqual({ text: "A\nb\nc\nd\nE\n" });
  expect(mergeTexts("a\nb\nc\n", "a\nX\nc\n", "a\nX\nc\nd\n")).toEqual({ text: "a\nX\nc\nd\n" });
  expect(mergeTexts("a\nb\nc\n", "a\nX\nc\n", "a\nY\nc\n")).toEqual({ conflictingLines: 1 });
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a\n", "b\n", "c\n"), { maxLength: 12 }),
      fc.array(fc.constantFrom("a\n", "b\n", "x\n"), { maxLength: 12 }),
      (one, other) => {
        const [base, mine] = [one.join(""), other.join("")];
        expect(mergeTexts(base, mine, base)).toEqual({ text: mine });
        expect(mergeTexts(base, base, mine)).toEqual({ text: mine });
        expect(mergeTexts(base, mine, mine)).toEqual({ text: mine });
      },
    ),
    { numRuns: fuzzRuns(250) },
  );
});

type Step =
  | { readonly kind: "refuse" | "accept"; readonly at: number }
  | { readonly kind: "checked" | "reset" }
  | { readonly kind: "type"; readonly at: number }
  | { readonly kind: "theirs"; readonly what: "insert" | "delete" | "change"; readonly at: number };
const at = fc.nat({ max: 30 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("refuse" as const, "accept" as const), at }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("theirs" as const),
      what: fc.constantFrom("insert" as const, "delete" as const, "change" as const),
      at,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("type" as const), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("checked" as const, "reset" as const) }) },
);

it("never writes a refused line, nor drops a line of others, when the file changes", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat({ max: 19 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...rules),
      fc.array(step, { maxLength: 14 }),
      (edited, by, steps) => {
        // Every line of the model, of the user and of others is told from all others.
        const edit = replace(...edited.map((index) => [`line ${index}.\n`, `model ${index}\n`] as const));
        let disk = twenty.map((line) => `${line}.`);
        let draft = draftFor(edit, text(disk), by);
        if (!draft) throw new Error("The first proposal fits.");
        let last = draft;
        const refused = new Set<string>();
        const theirs = new Set<string>();
        /** Lines of others that the user saw go. */
        const seenToGo = new Set<string>();
        let count = 0;
        for (const next of steps) {
          if (next.kind === "theirs") {
            const index = next.at % Math.max(1, disk.length);
            const line = `theirs ${count++}`;
            disk =
              next.what === "insert"
                ? disk.toSpliced(index, 0, line)
                : next.what === "delete"
                  ? disk.toSpliced(index, 1)
                  : disk.toSpliced(index, 1, line);
            if (next.what !== "delete") theirs.add(line);
            const again = draftFor(edit, text(disk), by);
            draft = again && carryReview(again, last);
            if (draft) last = draft;
          } else if (draft) {
            const { change } = draft.review;
            const hunk =
              next.kind === "refuse" || next.kind === "accept" ? next.at % Math.max(1, change.hunks.length) : 0;
            const added = change.hunks[hunk]?.lines.filter(({ sign }) => sign === "+").map((line) => line.text) ?? [];
            if (next.kind === "refuse" || next.kind === "accept") {
              draft = withHunk(draft, hunk, next.kind === "accept");
              for (const line of added) if (next.kind === "refuse") refused.add(line);
              for (const line of added) if (next.kind === "accept") refused.delete(line);
              // A hunk that the user accepts shows what goes with it.
              for (const line of change.hunks[hunk]?.lines ?? [])
                if (next.kind === "accept" && line.sign === "-") seenToGo.add(line.text);
            } else if (next.kind === "type") {
              const lines = getReviewedText(draft).split("\n").slice(0, -1);
              draft = withReviewedText(
                draft,
                text(lines.toSpliced(next.at % Math.max(1, lines.length), 0, `user ${count++}`)),
              );
            } else if (next.kind === "reset") {
              draft = resetToProposed(draft);
              refused.clear();
            } else {
              if (draft.doubts?.takenBack) {
                const kept = new Set(getReviewedText(draft).split("\n"));
                for (const line of theirs) if (!kept.has(line)) seenToGo.add(line);
                // A line that the user wrote and looked at again is the user's, with all that is in it.
                for (const line of kept) refused.delete(line);
              }
              draft = withoutDoubts(draft);
            }
            last = draft;
          }
          if (!draft || draft.doubts) continue;
          const { kind } = getReviewOutcome(draft);
          if (kind === "nothing" || kind === "impossible") continue;
          const landed = new Set(getReviewedText(draft).split("\n"));
          expect([...refused].filter((line) => landed.has(line))).toEqual([]);
          expect([...theirs].filter((line) => disk.includes(line) && !landed.has(line) && !seenToGo.has(line))).toEqual(
            [],
          );
        }
      },
    ),
    { numRuns: fuzzRuns(300) },
  );
});
