import fs from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { keepUsedIcons } from "../../../webview/build/icons.mjs";

const css = fs.readFileSync(createRequire(import.meta.url).resolve("@vscode/codicons/dist/codicon.css"), "utf8");
const icons = (text: string) => [...text.matchAll(/^\.codicon-([\w-]+):before/gm)].map(([, name]) => name);

it("keeps icons that a class or a string names, and every other style", () => {
  const kept = keepUsedIcons(css, [
    `<span class="codicon codicon-check codicon-modifier-spin">`,
    `{ icon: "repo-forked", label: "no icon" }`,
  ]);
  expect(icons(kept.css).sort()).toEqual(["check", "repo-forked"]);
  expect([...kept.characters].map((character) => character.codePointAt(0)?.toString(16)).sort()).toEqual([
    "ea63",
    "eab2",
  ]);
  expect(kept.css).toContain(".codicon-loading.codicon-modifier-spin");
  expect(kept.css).toContain("@font-face");
});

it("keeps every name of an icon that has several", () => {
  const names = icons(css);
  expect(new Set(names).size).toBe(names.length);
  const kept = keepUsedIcons(css, [`"add" 'plus'`]);
  expect(icons(kept.css).sort()).toEqual(["add", "plus"]);
  expect(new Set(kept.characters).size).toBe(1);
});

it("keeps all icons whose name is put together", () => {
  const kept = keepUsedIcons(css, ["codicon-chevron-{isOpen ? side : other}"]);
  expect(icons(kept.css).sort()).toEqual(["chevron-down", "chevron-left", "chevron-right", "chevron-up"]);
});

it("throws for a class without an icon", () => {
  expect(() => keepUsedIcons(css, [`class="codicon-no-such-icon"`])).toThrow("There is no icon no-such-icon.");
});
