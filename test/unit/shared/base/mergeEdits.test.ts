import { expect, it } from "vitest";
import { mergeEdits } from "../../../../extension/shared/base/mergeEdits.ts";

it("keeps what was typed beside what changed elsewhere, before it and behind it", () => {
  const from = "one\nTWO\nthree\n";
  const theirs = "one\n2\nthree\n";
  expect(mergeEdits(from, "my one\nTWO\nthree\n", theirs)).toBe("my one\n2\nthree\n");
  expect(mergeEdits(from, "one\nTWO\nthree!\n", theirs)).toBe("one\n2\nthree!\n");
  expect(mergeEdits(from, "one\nTWO\n", theirs)).toBe("one\n2\n");
  expect(mergeEdits("a\nb\n", "a\nb\nc\n", "A1\nb\n")).toBe("A1\nb\nc\n");
});

it("tells where both changed the same place, or places that touch", () => {
  expect(mergeEdits("one\nTWO\n", "one\nTWOS\n", "one\n2\n")).toBeUndefined();
  expect(mergeEdits("one", "onex", "oney")).toBeUndefined();
});

it("leaves what only one of them changed", () => {
  expect(mergeEdits("one\ntwo\n", "one\n2\n", "one\ntwo\n")).toBe("one\n2\n");
  expect(mergeEdits("one\ntwo\n", "one\ntwo\n", "1\ntwo\n")).toBe("1\ntwo\n");
});
