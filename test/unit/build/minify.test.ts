import { expect, it } from "vitest";
import { minifyBundle } from "../../../webview/build/minify.mjs";

it("removes unread properties, and keeps dynamic imports in the form that the host replaces", async () => {
  const text = `const texts = { used: () => "read", other: () => "never read" }; import("./chunk-A.js").then(() => console.log(texts.used(), "…"));`;
  const code = await minifyBundle(text, true);
  expect(code).toContain('import("./chunk-A.js")');
  expect(code).toContain('"read"');
  expect(code).not.toContain("never read");
  expect(code).toMatch(/^[\x20-\x7e\n]*$/);
});

it("keeps the exports of CommonJS, and how many parameters its functions have", async () => {
  const code = await minifyBundle(
    `"use strict"; function add(one, other) { return one; } module.exports = { add };`,
    false,
  );
  const module = { exports: {} as { add: (one: number, other: number) => number } };
  new Function("module", code)(module);
  expect([module.exports.add(1, 2), module.exports.add.length]).toEqual([1, 2]);
});
