import { expect, it } from "vitest";
import { mentionPlace, mentionsIn, tokenAt } from "../../webview/state/promptToken.ts";

it.each([
  ["@", { kind: "mention", start: 0, query: "" }],
  ["see @src/re", { kind: "mention", start: 4, query: "src/re" }],
  ['see @"docs/ho', { kind: "mention", start: 4, query: "docs/ho" }],
  ["/", { kind: "command", start: 0, query: "" }],
  ["please /rev", { kind: "command", start: 7, query: "rev" }],
  ["/plugin:do-it", { kind: "command", start: 0, query: "plugin:do-it" }],
  ["a\n/x", { kind: "command", start: 2, query: "x" }],
])("sees what %j asks for", (text, token) => {
  expect(tokenAt(text, text.length)).toEqual({ ...token, end: text.length });
});

it.each(["", "mail@example.com", "a/b", "/usr/bin", "@one two", "1/2"])("asks for nothing at the end of %j", (text) => {
  expect(tokenAt(text, text.length)).toBeUndefined();
});

it("looks at the word before the cursor only", () => {
  expect(tokenAt("@src and more", 4)).toEqual({ kind: "mention", start: 0, end: 4, query: "src" });
});

it("finds the mentions of paths in a prompt, and no names of people", () => {
  expect(mentionsIn('ask @ann about @src/a.ts#5-10 and @"docs/how to.md", mail a@b.c').map(({ path }) => path)).toEqual(["src/a.ts#5-10", "docs/how to.md"]);
});

it("says which line a mention begins at", () => {
  expect(mentionPlace("src/a.ts#5-10")).toEqual({ path: "src/a.ts", line: 5 });
  expect(mentionPlace("src/a.ts#L7")).toEqual({ path: "src/a.ts", line: 7 });
  expect(mentionPlace("src/c#")).toEqual({ path: "src/c#" });
});
