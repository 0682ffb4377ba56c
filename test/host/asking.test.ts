import { execFileSync } from "node:child_process";
import fs from "node:fs";
import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { askText } from "../../extension/shared/text/ask.ts";
import { oneEditor } from "./oneEditor.ts";
import { runCommand } from "./workbench.mjs";

const here = oneEditor();

const say = (text: string) => ({ blocks: [{ text }] });
const line = (text: string): Locator => here.window.page.locator(".editor-instance .view-line", { hasText: text });
const requests = (): string => JSON.stringify(here.world.model.requests);

async function openFile(name: string): Promise<void> {
  await here.window.page.getByRole("treeitem", { name }).dblclick();
  await here.window.page.locator(".tabs-container .tab.active", { hasText: name }).waitFor();
}

/** Chooses an item of an open menu by keyboard: a menu that has just opened accepts no click. */
async function choose(name: string): Promise<void> {
  await here.window.page.locator(".monaco-menu").getByRole("menuitem", { name, exact: true }).hover();
  await here.window.page.keyboard.press("Enter");
}

/** Chooses an item of the submenu "Tandem" of an editor's open menu. */
async function chooseOfTandem(name: string): Promise<void> {
  await choose("Tandem");
  await choose(name);
}

it("fills the composer by a link, and sends nothing", { tags: "thorough" }, async () => {
  // A link of the editor in the browser, as a page of documentation has it.
  await here.begin({ "links.md": "[Ask](code-oss://tandem-chat.tandem/prompt?text=%2Fclear%20and%20%E2%80%AEask)\n" });
  await openFile("links.md");
  // The command opens only a link that the editor has found.
  await here.window.page.locator(".editor-instance .detected-link").first().waitFor();
  await line("Ask")
    .first()
    .click({ position: { x: 60, y: 8 } });
  await runCommand(here.window.page, "Open Link");
  await expect.poll(() => here.window.message.inputValue()).toBe("“/clear and ⟦U+202E⟧ask”");
  await expect.poll(() => here.window.composer.send.isEnabled()).toBe(true);
  expect(await here.window.panel.getByRole("article").count()).toBe(0);
  expect(requests()).not.toContain("/clear and");
  await here.window.message.fill("");
});

it("explains the selection and fixes problems from the editor's context menu", { tags: "thorough" }, async () => {
  here.world.scripts.set(askText.explain("@code.json#L1-2"), () => [say("It is an object.")]);
  await here.begin({ "code.json": '{ "one": 1,\n  "two": }\n' });
  const { page } = here.window;
  await openFile("code.json");
  await line('"one"').click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Shift+Control+End");
  await line('"one"').click({ button: "right", position: { x: 20, y: 8 } });
  await chooseOfTandem(askText.explainTitle());
  await here.window.reply("It is an object.").waitFor();

  await page.locator(".squiggly-error").first().waitFor();
  await line('"one"').click();
  await line('"one"').click({ button: "right" });
  await chooseOfTandem(askText.fixTitle());
  await here.window.panel.getByText("Fix these problems in").first().waitFor();
  await expect.poll(requests).toMatch(/Fix these problems in @code\.json.*line 2: Value expected/);
});

it("offers both as code actions, which send the same messages", { tags: "thorough" }, async () => {
  await here.begin({ "code.json": '{ "one": 1,\n  "three": }\n' });
  const { page } = here.window;
  const action = (name: string) => page.locator(".action-widget").getByText(name, { exact: true });
  await openFile("code.json");
  await page.locator(".squiggly-error").first().waitFor();
  await line('"three"').click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.press("Control+.");
  await action(askText.explainTitle()).waitFor();
  await action(askText.fixTitle()).click();
  await expect.poll(requests).toMatch(/Fix these problems in @code\.json#L2.*line 2: Value expected/);
});

it("reviews the changes of a group of Source Control, staged ones and others", { tags: "thorough" }, async () => {
  here.world.scripts.set(askText.reviewUnstaged(), () => [say("Nothing is wrong.")]);
  here.world.scripts.set(askText.reviewStaged(), () => [say("All is staged.")]);
  await here.openOwn({ files: { "a.txt": "one\n", "b.txt": "one\n" } });
  const { page, folder } = here.window;
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", ...args], { cwd: folder });
  git("init", "-q");
  git("add", "a.txt", "b.txt");
  git("commit", "-qm", "first");
  fs.writeFileSync(here.window.file("a.txt"), "two\n");
  git("add", "a.txt");
  fs.writeFileSync(here.window.file("b.txt"), "two\n");
  await page.getByRole("tab", { name: /^Source Control/ }).click();
  const group = (name: RegExp) => page.locator(".scm-view").getByRole("treeitem", { name });
  await group(/^Changes/).click({ button: "right" });
  await choose("Review This Change");
  await here.window.reply("Nothing is wrong.").waitFor();
  await group(/^Staged Changes/).click({ button: "right" });
  await choose("Review This Change");
  await here.window.reply("All is staged.").waitFor();
});
