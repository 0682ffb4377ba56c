import { expect, it } from "vitest";
import { place } from "../../../fakes/memoryIde.ts";
import { setup } from "./setup.ts";

function withCode() {
  const parts = setup();
  parts.editor.write("/w/a.ts", "const ab = 1;\nuse(abc, ab);\n");
  return parts;
}
const symbol = { path: "a.ts", line: 2, symbol: "ab" };

it("finds a name as a whole word, and says what is wrong with a place", async () => {
  const { call, text, editor } = withCode();
  await text("definition", symbol);
  expect(editor.asked.at(-1)).toEqual({ path: "/w/a.ts", line: 2, column: 10 });
  expect(await call("definition", { ...symbol, symbol: "xy" })).toEqual({
    text: "Line 2 of a.ts does not contain xy. The line is: use(abc, ab);",
    isError: true,
  });
  expect((await call("definition", { ...symbol, line: 9 })).text).toBe("a.ts has 3 lines only.");
  editor.files.set("/w/big.bin", "file");
  expect((await call("hover", { ...symbol, path: "big.bin" })).text).toContain("no text that the editor's tools read");
});

it("lists places by file with their code, but no code of files outside", async () => {
  const { text, editor } = withCode();
  editor.texts.set("/lib/lib.ts", "hidden");
  editor.places = [place("/w/a.ts", 2), place("/lib/lib.ts", 1, false), place("/w/a.ts", 1)];
  expect(await text("references", symbol)).toBe(
    "3 references of ab in 2 files.\n/w/a.ts\n  1:3 const ab = 1;\n  2:3 use(abc, ab);\n/lib/lib.ts\n  1:3",
  );
});

it("asks language features again when they have just started", async () => {
  const { text, editor } = withCode();
  editor.isCold = true;
  editor.places = [place("/w/a.ts", 1)];
  expect(await text("implementations", symbol)).toContain("1 implementation of ab in 1 file.");
  editor.places = [];
  expect(await text("implementations", symbol)).toMatch(/^No implementation of ab\.\nThe editor found none\./);
});

it("shows hierarchies with lines of calls, outlines as trees, and symbols of the workspace", async () => {
  const { text, editor } = withCode();
  const common = { kind: "function", note: "" };
  editor.related = [{ ...common, name: "use", place: place("/w/b.ts", 7), calls: [place("/w/a.ts", 2)] }];
  expect(await text("call_hierarchy", symbol)).toBe(
    "1 symbol call ab.\n/w/b.ts\n  7:3 function use\n/w/a.ts\n    called at 2:3 use(abc, ab);",
  );
  expect(await text("type_hierarchy", { ...symbol, direction: "supertypes" })).toContain("1 supertype of ab.");
  editor.symbols = [
    { ...common, name: "outer", place: { ...place("/w/a.ts", 1), endLine: 2 }, depth: 0 },
    { ...common, name: "inner", place: place("/w/a.ts", 2), depth: 1 },
  ];
  expect(await text("document_symbols", { path: "a.ts" })).toBe(
    "2 symbols in /w/a.ts.\n  1-2 function outer\n    2 function inner",
  );
  editor.found = [
    { ...common, name: "use", place: place("/w/b.ts", 7) },
    { ...common, name: "used", place: place("/lib/x.ts", 1, false) },
  ];
  expect(await text("workspace_symbols", { query: "us" })).toBe(
    "1 symbol for us.\n/w/b.ts\n  7 function use\nLeft out: 1 symbol in files outside the workspace.",
  );
  editor.hovers = ["type A"];
  expect(await text("hover", symbol)).toBe("type A");
});

it("shows no values in the outline of a file that may hold secrets", async () => {
  const { text, editor } = withCode();
  const entry = (path: string) => [{ name: "token", kind: "string", note: "hidden", place: place(path, 1), depth: 0 }];
  editor.symbols = entry("/w/a.ts");
  expect(await text("document_symbols", { path: "a.ts" })).toContain("1 string token hidden");
  // The editor reads no lines of such a file.
  editor.files.set("/w/secrets.json", "file");
  editor.symbols = entry("/w/secrets.json");
  expect(await text("document_symbols", { path: "secrets.json" })).toBe(
    "1 symbol in /w/secrets.json.\n  1 string token",
  );
});

const section = (name: string, line: string) =>
  `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n+${line}\n`;

it("shows git's state and changes, without files that may hold secrets", async () => {
  const { text, call, editor } = withCode();
  expect(await call("git_status")).toEqual({
    text: "/w is in no git repository that the editor knows.",
    isError: true,
  });
  const changes = [{ path: "/w/a.ts", group: "staged", status: "modified" }] as const;
  editor.repository = {
    root: "/w",
    branch: "main",
    commit: "0123456789abcdef",
    upstream: "origin/main",
    ahead: 2,
    behind: 1,
    changes,
  };
  expect(await text("git_status")).toBe(
    "Repository /w, branch main at 0123456789ab, 2 ahead of and 1 behind origin/main. 1 change.\nstaged: modified /w/a.ts",
  );
  editor.patch = section("a.ts", "mine") + section("src/b.ts", "other") + section(".env", "hidden");
  const all = await text("git_diff");
  expect(all).toContain("+mine");
  expect(all).not.toContain("hidden");
  expect(all).toContain("Left out because they may hold secrets: .env.");
  const one = await text("git_diff", { path: "a.ts" });
  expect([one.includes("+mine"), one.includes("+other")]).toEqual([true, false]);
  editor.files.set("/w/src", "folder").set("/w/.env", "file");
  expect(await text("git_diff", { path: "src" })).toContain("+other");
  expect(await text("git_blame", { path: "a.ts", first_line: 2, last_line: 2 })).toBe(
    "3 lines in /w/a.ts.\nb2 (Ben) two",
  );
  expect(await call("git_blame", { path: ".env" })).toMatchObject({ isError: true });
});

it("asks the repository of the path, and names untracked files that a diff leaves out", async () => {
  const { text, editor } = withCode();
  const common = { branch: "main", commit: undefined, upstream: undefined, ahead: 0, behind: 0 } as const;
  const untracked = (path: string) => ({ path, group: "untracked", status: "untracked" }) as const;
  editor.repository = { ...common, root: "/w", changes: [untracked("/w/new.ts"), untracked("/w/src/new.ts")] };
  editor.repositories.set("/w/other", {
    state: { ...common, root: "/w/other", branch: "side", changes: [] },
    patch: section("b.ts", "theirs"),
  });
  editor.patch = section("a.ts", "mine");
  editor.files.set("/w/other", "folder").set("/w/other/b.ts", "file").set("/w/src", "folder");
  expect(await text("git_status", { path: "other" })).toBe("Repository /w/other, branch side, no upstream. 0 changes.");
  for (const path of ["other", "other/b.ts"]) {
    const diff = await text("git_diff", { path });
    expect([diff.includes("+theirs"), diff.includes("+mine"), diff.includes("Left out")]).toEqual([true, false, false]);
  }
  expect(await text("git_diff")).toContain("Left out: 2 untracked files, which git_status lists.");
  expect(await text("git_diff", { path: "src" })).toBe(
    "No unstaged changes.\nLeft out: 1 untracked file, which git_status lists.",
  );
  expect(await text("git_diff", { staged: true })).not.toContain("untracked");
});

it("shows open editors and terminals, without what is outside or may hold secrets", async () => {
  const { text, editor } = withCode();
  const open = (path: string, isInside: boolean) => ({ path, isActive: isInside, isDirty: true, isInside });
  editor.editors = [open("/w/a.ts", true), open("/home/notes.txt", false)];
  editor.selected = { path: "/w/.env", firstLine: 1, lastLine: 2, text: undefined };
  const shown = await text("open_editors");
  expect(shown).toContain("1 open file.\n/w/a.ts (active) (unsaved changes)\nSelected: lines 1-2 of /w/.env\n");
  expect(shown).toMatch(/selected lines are left out[\s\S]*Left out: 1 open file outside the workspace\./);
  expect(shown).not.toContain("notes.txt");
  editor.commands = [
    { terminal: "bash", isActive: true, text: "$ ls\na.ts" },
    { terminal: "zsh", isActive: false, text: "$ pwd" },
  ];
  expect(await text("terminal_output", { terminal: "bash" })).toBe("Terminal bash (active):\n  $ ls\n  a.ts");
  expect(await text("terminal_output", { terminal: "fish" })).toContain("Terminals with commands: bash, zsh.");
  editor.known = [{ name: "build", source: "npm", note: "tsc", isRunning: true }];
  expect(await text("tasks")).toBe("1 task.\nnpm: build (running) – tsc");
});
