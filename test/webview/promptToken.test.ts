// @vitest-environment node
import { expect, it } from "vitest";
import { mentionsIn } from "../../extension/contract/mentions.ts";
import { sourcesIn } from "../../extension/contract/suggestions.ts";
import { holdsSelection, mentionPlace, tokenAt } from "../../webview/state/promptToken.ts";

it.each([
  ["@", { kind: "mention", start: 0, query: "" }],
  ["see @src/re", { kind: "mention", start: 4, query: "src/re" }],
  ['see @"docs/ho', { kind: "mention", start: 4, query: "docs/ho" }],
  ['see @"my docs/how to', { kind: "mention", start: 4, query: "my docs/how to" }],
  ['@"a b" and @"c d', { kind: "mention", start: 11, query: "c d" }],
  ["/", { kind: "command", start: 0, query: "" }],
  ["please /rev", { kind: "command", start: 7, query: "rev" }],
  ["/plugin:do-it", { kind: "command", start: 0, query: "plugin:do-it" }],
  ["a\n/x", { kind: "command", start: 2, query: "x" }],
])("sees what %j asks for", (text, token) => {
  expect(tokenAt(text, text.length)).toEqual({ ...token, end: text.length });
});

it.each(["", "mail@example.com", "a/b", "/usr/bin", "@one two", "1/2", '@"one two"', '@"one two" three', '@"one\ntwo'])(
  "asks for nothing at the end of %j",
  (text) => {
    expect(tokenAt(text, text.length)).toBeUndefined();
  },
);

it("looks at the word before the cursor only", () => {
  expect(tokenAt("@src and more", 4)).toEqual({ kind: "mention", start: 0, end: 4, query: "src" });
});

it("finds the mentions of paths in a prompt, and no names of people", () => {
  expect(mentionsIn('ask @ann about @src/a.ts#5-10 and @"docs/how to.md", mail a@b.c').map(({ path }) => path)).toEqual(["src/a.ts#5-10", "docs/how to.md"]);
  expect(mentionsIn("What is in @terminal's output? (@changes)").map(({ start, text }) => [start, text])).toEqual(
    sourcesIn("What is in @terminal's output? (@changes)").map(({ start, text }) => [start, text]),
  );
  expect(mentionsIn("@problems, @agent-reviewer and @agent").map(({ path, isFile }) => [path, isFile])).toEqual([
    ["problems", false],
    ["agent-reviewer", false],
  ]);
});

it.each([
  ["see @src/a.ts, @src/b.ts. Or @src/c.ts?", ["@src/a.ts", "@src/b.ts", "@src/c.ts"]],
  ["in @src/ and (not) @src/a.ts#L5-10: here", ["@src/", "@src/a.ts#L5-10"]],
  ["what is @src/a.ts#5-10?", ["@src/a.ts#5-10"]],
  ['read @"how to (1).md", then', ['@"how to (1).md"']],
  ["ask @ann. Or @bob/", ["@bob/"]],
])("ends the mentions in %j where the CLI ends them", (text, mentions) => {
  expect(mentionsIn(text).map((mention) => mention.text)).toEqual(mentions);
});

it("knows a mention that was picked by what was picked", () => {
  const text = "@Makefile and @src, not @LICENSE or @Makefile2";
  expect(mentionsIn(text)).toEqual([]);
  expect(mentionsIn(text, new Set(["@Makefile", "@src"]))).toEqual([
    { start: 0, text: "@Makefile", path: "Makefile", isFile: true },
    { start: 14, text: "@src", path: "src", isFile: true },
  ]);
});

it.each([
  ["src/a.ts", true],
  ["src/a.ts#L5-10", true],
  ["src/a.ts#1-20", true],
  ["src/a.ts#L6-10", false],
  ["src/a.ts#L5", false],
  ["src/a.ts#200-210", false],
  ["src/b.ts", false],
])("says whether %s holds lines 5 to 10 of a file", (mention, isHeld) => {
  expect(holdsSelection(mention, { path: "src/a.ts", first: 5, last: 10 })).toBe(isHeld);
});

it("says which line a mention begins at", () => {
  expect(mentionPlace("src/a.ts#5-10")).toEqual({ path: "src/a.ts", line: 5 });
  expect(mentionPlace("src/a.ts#L5-10")).toEqual({ path: "src/a.ts", line: 5 });
  expect(mentionPlace("src/a.ts#L7")).toEqual({ path: "src/a.ts", line: 7 });
  expect(mentionPlace("src/c#")).toEqual({ path: "src/c#" });
});
