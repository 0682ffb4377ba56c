import { expect, it } from "vitest";
import { change } from "../../../fakes/memoryIde.ts";
import { setup } from "./setup.ts";

function withCode() {
  const parts = setup();
  parts.editor.write("/w/a.ts", "const ab = 1;\n");
  const preview = async (name: string, input: Record<string, unknown>) =>
    (await parts.runner.preview(name, input, new AbortController().signal))?.lines;
  return { ...parts, preview };
}
const rename = { path: "a.ts", line: 1, symbol: "ab", new_name: "cd" };

it("shows every changed line of every file, and changes exactly that", async () => {
  const { editor, call, preview, asked } = withCode();
  editor.planned = [
    change("/w/a.ts", "const ab = 1;\nab;\n", "const cd = 1;\ncd;\n"),
    change("/w/b.ts", "x\ny\n", "x\nnew\ny\n"),
  ];
  const changes = await preview("rename_symbol", rename);
  expect(changes).toEqual([
    "/w/a.ts",
    "1 - const ab = 1;",
    "2 - ab;",
    "1 + const cd = 1;",
    "2 + cd;",
    "/w/b.ts",
    "2 + new",
  ]);
  expect(await call("rename_symbol", { ...rename, changes })).toMatchObject({
    text: expect.stringMatching(/^Changed and saved 2 files:\n/),
    isError: false,
  });
  expect([editor.applied, asked.map((each) => each.changes)]).toEqual([[editor.planned], [editor.planned]]);
});

it("changes nothing that the user does not approve, whatever the call says was shown", async () => {
  const { editor, call, asked, answer } = withCode();
  editor.planned = [change("/w/a.ts", "a\n", "b\n")];
  answer.consent = { isAllowed: false, feedback: "Not this file." };
  const forged = { path: "a.ts", changes: ["/w/a.ts", "1 - a", "1 + b"] };
  const refused = "The user did not allow these changes. Nothing was changed. The user says: Not this file.";
  expect(await call("format", forged)).toEqual({ text: refused, isError: true });
  expect([asked.length, editor.applied]).toEqual([1, []]);
});

it("asks about no call that changes nothing", async () => {
  const { editor, call, asked } = withCode();
  editor.planned = [];
  expect(await call("format", { path: "a.ts" })).toEqual({ text: "Nothing had to be changed.", isError: false });
  expect([asked, editor.applied]).toEqual([[], []]);
});

it("changes nothing if a file is outside, or has unsaved changes", async () => {
  const { editor, call, preview } = withCode();
  editor.planned = [{ ...change("/lib/a.ts", "a\n", "b\n"), isInside: false }];
  await expect(preview("format", { path: "a.ts" })).rejects.toThrow("/lib/a.ts is outside the workspace");
  editor.planned = [{ ...change("/w/a.ts", "a\n", "b\n"), isDirty: true }];
  expect(await call("format", { path: "a.ts" })).toMatchObject({
    text: expect.stringContaining("unsaved changes in /w/a.ts"),
    isError: true,
  });
  expect(editor.applied).toEqual([]);
});

it("shows all lines of a large change, and tells the model their number", async () => {
  const { editor, text, preview } = withCode();
  const many = (word: string): string => Array.from({ length: 500 }, (_, index) => `${word}${index}`).join("\n");
  editor.planned = [change("/w/a.ts", many("a"), many("b"))];
  const changes = await preview("format", { path: "a.ts" });
  expect(changes).toHaveLength(1001);
  expect(changes).toContain("500 + b499");
  expect(await text("format", { path: "a.ts" })).toContain("/w/a.ts: 1000 changed lines");
});

it("lists code actions that only change texts, and applies one by its title", async () => {
  const { editor, text, call, preview } = withCode();
  const changes = [change("/w/a.ts", "a\n", "b\n")];
  editor.actions = [
    { name: "Add import", kind: "quickfix", changes },
    { name: "Ask me", kind: "refactor", changes: undefined },
  ];
  expect(await text("code_actions", { path: "a.ts", line: 1 })).toBe(
    "1 code action.\nAdd import (quickfix)\nLeft out: 1 action that do more than change texts, such as asking the user.",
  );
  expect(await preview("apply_code_action", { path: "a.ts", line: 1, action: "Add import" })).toEqual([
    "/w/a.ts",
    "1 - a",
    "1 + b",
  ]);
  expect(await call("apply_code_action", { path: "a.ts", line: 1, action: "Ask me" })).toMatchObject({ isError: true });
  expect(await call("apply_code_action", { path: "a.ts", line: 1, action: "constructor" })).toMatchObject({
    isError: true,
  });
  expect(await call("organize_imports", { path: "a.ts" })).toEqual({
    text: "The editor cannot organize imports of a.ts.",
    isError: true,
  });
});

it("says that fixes can be missing without a tab, and runs no action without changes", async () => {
  const { editor, text, call } = withCode();
  const hidden = "No tab shows the file, and some languages offer fixes of problems only for files in tabs.";
  editor.actions = [{ name: "Extract", kind: "refactor.extract", changes: undefined }];
  expect(await text("code_actions", { path: "a.ts", line: 1 })).toContain(hidden);
  expect((await call("apply_code_action", { path: "a.ts", line: 1, action: "Fix" })).text).toContain(hidden);
  editor.editors = [{ path: "/w/a.ts", isActive: true, isDirty: false, isInside: true }];
  expect(await text("code_actions", { path: "a.ts", line: 1 })).not.toContain(hidden);
  editor.actions = [{ name: "Organize imports", kind: "source.organizeImports", changes: undefined }];
  expect(await call("organize_imports", { path: "a.ts" })).toEqual({
    text: "Organizing the imports of a.ts does more than change texts, so only the user can do it.",
    isError: true,
  });
});

it("shows files and runs tasks", async () => {
  const { editor, text, preview } = withCode();
  editor.write("/w/b.ts", "");
  expect(await text("open_file", { path: "a.ts", line: 3 })).toBe("The user sees /w/a.ts at line 3.");
  expect(await text("show_diff", { left: "a.ts", right: "b.ts" })).toContain("/w/a.ts and /w/b.ts");
  expect(await text("run_task", { name: "build" })).toBe("The task build ended with exit code 3.");
  expect(await text("run_tests")).toMatch(/^The editor ran all tests that it knows\.\nNot known: /);
  expect(await text("run_tests", { path: "a.ts" })).toMatch(/^The editor ran the tests that it knows in \/w\/a\.ts\./);
  expect(editor.shown).toEqual(["/w/a.ts:3", "/w/a.ts /w/b.ts", "task build", "tests all", "tests /w/a.ts"]);
  expect(await preview("run_task", { name: "build" })).toBeUndefined();
});
