// @vitest-environment node
import { expect, it } from "vitest";
import { highlight } from "../../webview/markdown/highlight.ts";

it("colors code, and loses none of it", () => {
  const code = "const a = 1; // one\n";
  const tokens = highlight(code, "ts");
  expect(tokens.map(({ text }) => text).join("")).toBe(code);
  expect(new Set(tokens.map(({ kind }) => kind)).size).toBeGreaterThan(2);
});

it.each([
  ["an unknown language", "x", "no-such-language"],
  ["a line that a grammar takes seconds for", "[a](".repeat(4_000), "markdown"],
  ["a long one behind short ones", `short\n${"1e".repeat(20_000)}`, "ini"],
])("leaves %s plain", (_, code, language) => {
  expect(highlight(code, language)).toEqual([{ text: code, kind: "" }]);
});
