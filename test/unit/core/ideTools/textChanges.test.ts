import { expect, it } from "vitest";
import { applyTextEdits } from "../../../../extension/core/ideTools/textChanges.ts";

const insert = (at: number, text: string) => ({ start: at, end: at, text });

it.each([
  ["in any order", [insert(3, "3"), insert(0, "0"), { start: 1, end: 2, text: "1" }], "0a1c3"],
  ["at one place, in their order", [insert(1, "x"), insert(1, "y"), insert(1, "z")], "axyzbc"],
  ["before what replaces the text there", [{ start: 1, end: 2, text: "B" }, insert(1, "x")], "axBc"],
  [
    "before what replaces the text there, in the other order",
    [insert(1, "x"), { start: 1, end: 2, text: "B" }],
    "axBc",
  ],
  ["behind what is removed", [{ start: 0, end: 1, text: "" }, insert(1, "x")], "xbc"],
])("makes edits %s", (_, edits, after) => {
  expect(applyTextEdits("abc", edits)).toBe(after);
});
