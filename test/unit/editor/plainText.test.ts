import { expect, it } from "vitest";
import { inLabel, inMessage, promptRow, wrapped } from "../../../extension/editor/plainText.ts";

it("leaves no link in a message: the editor would run its command", () => {
  expect(inMessage("[Open](command:workbench.action.quit) a.txt")).toBe("[Open] (command:workbench.action.quit) a.txt");
});

it("keeps in a label what the editor would take for an icon", () => {
  expect(inLabel("Bash(git log $(pwn) $(x))")).toBe("Bash(git log \\$(pwn) \\$(x))");
});

it("shows of a long prompt all that a search may look for", () => {
  expect(promptRow("fix it")).toEqual({ label: "fix it" });
  expect(promptRow("fix it:\n\n  the $(leak)\n")).toEqual({ label: "fix it:", detail: "fix it: the \\$(leak)" });
  expect(promptRow("x".repeat(200)).detail).toHaveLength(200);
});

it("breaks a line into pieces, and leaves nothing out", () => {
  const line = `- use tabs ${"x".repeat(25)} and never spaces`;
  const pieces = wrapped(line, 10);
  expect(pieces.slice(0, 2)).toEqual(["- use tabs", "x".repeat(10)]);
  expect(pieces.every((piece) => piece.length <= 10)).toBe(true);
  expect(pieces.join("").replace(/ /g, "")).toBe(line.replace(/ /g, ""));
});
