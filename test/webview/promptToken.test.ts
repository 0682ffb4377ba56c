// @vitest-environment node
import { expect, it } from "vitest";
import { findTokenAt } from "../../webview/composer/field/promptToken.ts";

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
  expect(findTokenAt(text, text.length)).toEqual({ ...token, end: text.length });
});

it.each(["", "mail@example.com", "a/b", "/usr/bin", "@one two", "1/2", '@"one two"', '@"one two" three', '@"one\ntwo'])(
  "asks for nothing at the end of %j",
  (text) => {
    expect(findTokenAt(text, text.length)).toBeUndefined();
  },
);

it("looks at the word before the cursor only", () => {
  expect(findTokenAt("@src and more", 4)).toEqual({ kind: "mention", start: 0, end: 4, query: "src" });
});
