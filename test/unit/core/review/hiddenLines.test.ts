import { expect, it } from "vitest";
import { computeChange } from "../../../../extension/core/review/changeSet.ts";
import { hasEdgeChanges, isCutInEditor, isHiddenInEditor } from "../../../../extension/core/review/hiddenLines.ts";

const all = { ignoresEdges: false, maxLength: 1_000, maxLine: 100, wraps: false };
const code = "if x:\n    a()\n    b()\n";

it.each([
  ["a line with less indentation", code, "if x:\n    a()\nb()\n", true],
  ["tabs for spaces", code, "if x:\n\ta()\n    b()\n", true],
  ["white space at the end", code, "if x:  \n    a()\n    b()\n", true],
  ["a space that does not break", code, "if x:\n\u00a0   a()\n    b()\n", true],
  ["another text", code, "if y:\n    a()\n    b()\n", false],
  ["a line more", code, `${code}c()\n`, false],
  ["a new file", undefined, code, false],
])("knows whether an editor can take lines for equal: %s", (_, before, after, expected) => {
  const change = computeChange("/w/a.nim", before, after);
  expect([
    hasEdgeChanges(change),
    isHiddenInEditor(change, { ...all, ignoresEdges: true }),
    isHiddenInEditor(change, all),
  ]).toEqual([expected, expected, false]);
});

it("knows what an editor leaves out because of its size", () => {
  const long = computeChange("/w/a.txt", "a\n", `${"x".repeat(101)}\n`);
  expect([isHiddenInEditor(long, all), isHiddenInEditor(long, { ...all, maxLine: 101 })]).toEqual([true, false]);
  const big = computeChange("/w/a.txt", "a\n".repeat(600), "b\n".repeat(10));
  expect([isHiddenInEditor(big, all), isHiddenInEditor(big, { ...all, maxLength: 1_200 })]).toEqual([true, false]);
  expect(isHiddenInEditor(computeChange("/w/a.txt", undefined, "b\n".repeat(600)), all)).toBe(false);
});

it.each([
  ["the end of a long line", "x".repeat(201), "a", true],
  ["the end of a long line that is removed", "a", "x".repeat(201), true],
  ["all of a short line", "x".repeat(200), "a", false],
])("knows whether an editor that breaks no lines shows %s", (_, after, before, expected) => {
  const change = computeChange("/w/a.txt", `${before}\n`, `${after}\n`);
  expect([isCutInEditor(change, all), isCutInEditor(change, { ...all, wraps: true })]).toEqual([expected, false]);
});
