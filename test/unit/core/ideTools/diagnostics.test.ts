import { expect, it } from "vitest";
import { findNew } from "../../../../extension/core/ideTools/newDiagnostics.ts";
import { problem } from "../../../fakes/memoryIde.ts";
import { setup } from "./setup.ts";

it("lists the problems of a file, a folder and everything, with what it leaves out", async () => {
  const { text, editor } = setup();
  editor.files.set("/w/src/a.ts", "file").set("/w/src", "folder");
  editor.problems
    .set("/w/src/a.ts", [problem(3, "No such name.\n  Did you mean it?"), problem(9, "Unused", "hint")])
    .set("/w/b.ts", [problem(1, "Broken")]);
  expect(await text("diagnostics", { path: "src/a.ts" })).toBe(
    "2 problems in 1 file.\n/w/src/a.ts\n  3:1 error: No such name. Did you mean it? [ts 1]\n  9:1 hint: Unused [ts 1]",
  );
  expect(await text("diagnostics", { path: "/w/src/a.ts", severity: "warning" })).toContain(
    "Left out: 1 problem of lower severity.",
  );
  expect(await text("diagnostics", { path: "src" })).toContain("2 problems in 1 file.");
  expect(await text("diagnostics")).toMatch(
    /^3 problems in 2 files\.[\s\S]*Files that the editor has not looked at are left out\./,
  );
});

it("lists what was not there before the last edit", async () => {
  const { text, editor, edits } = setup();
  editor.files.set("/w/a.ts", "file");
  editor.problems.set("/w/a.ts", [problem(4, "Old"), problem(5, "New")]);
  expect(await text("diagnostics", { path: "a.ts", since_last_edit: true })).toContain("You have edited nothing yet");
  edits.before = [{ path: "/w/a.ts", diagnostics: [problem(3, "Old")] }];
  expect(await text("diagnostics", { path: "a.ts", since_last_edit: true })).toBe(
    "1 problem in 1 file that were not there before the last edit.\n/w/a.ts\n  5:1 error: New [ts 1]",
  );
});

it("says of which files it cannot tell what is new since the last edit", async () => {
  const { text, editor, edits } = setup();
  editor.problems.set("/w/a.ts", [problem(1, "New")]).set("/w/b.ts", [problem(2, "Unknown")]);
  edits.before = [{ path: "/w/a.ts", diagnostics: [] }];
  expect(await text("diagnostics", { since_last_edit: true })).toContain(
    "Older problems can be among those in /w/b.ts: the editor did not know these files before the last edit.",
  );
  edits.before = [...edits.before, { path: "/w/b.ts", diagnostics: [] }];
  expect(await text("diagnostics", { since_last_edit: true })).not.toContain("Older problems");
});

it("counts a moved problem as old, and a second one of its kind as new", () => {
  expect(findNew([problem(1, "a"), problem(5, "a")], [problem(1, "a"), problem(6, "a")])).toEqual([]);
  expect(findNew([problem(5, "a")], [problem(2, "a"), problem(5, "a")])).toEqual([problem(2, "a")]);
  expect(findNew([problem(5, "a")], [problem(5, "a", "warning")])).toEqual([problem(5, "a", "warning")]);
});
