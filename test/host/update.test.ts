// The extension is disabled, a newer version is installed, and it is uninstalled, each while a request waits: in the
// installed package, by the editor's own view and command line.
import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { writeArchive } from "../package/archive.mjs";
import { EditorWorld } from "./editorWorld.ts";
import { browserEditor, installExtensions, uninstallExtensions } from "./installExtensions.mjs";
import type { Window } from "./window.ts";
import { getPanel, openPanel, runCommand, workbenchRestored } from "./workbench.mjs";

let world: EditorWorld;
beforeAll(async () => {
  world = await EditorWorld.create();
});
afterAll(() => world.close());

const folders = () => ({
  command: browserEditor(world.place.root),
  userData: path.join(world.place.root, "user-data"),
  extensions: path.join(world.place.root, "extensions"),
});

/** Packs the installed files as the next version. Returns the VSIX. */
function packNext(): string {
  const staged = path.join(world.place.root, "next");
  fs.cpSync(path.join(folders().extensions, "tandem-chat.tandem-0.1.0"), staged, { recursive: true });
  fs.rmSync(path.join(staged, ".vsixmanifest"), { force: true });
  const manifest = path.join(staged, "package.json");
  const { __metadata, ...rest } = JSON.parse(fs.readFileSync(manifest, "utf8"));
  fs.writeFileSync(manifest, JSON.stringify({ ...rest, version: "0.2.0" }));
  fs.writeFileSync(path.join(staged, ".vscodeignore"), "");
  const file = path.join(world.place.root, "next.vsix");
  writeArchive(staged, file);
  return file;
}

/** Chooses an item of Tandem's menu in the editor's open list of extensions. */
async function chooseInList(page: Page, name: string): Promise<void> {
  const row = page.locator(".extensions-list .monaco-list-row", { hasText: "tandem-chat" });
  await row.getByRole("button", { name: /^Manage/ }).click();
  // By key: a menu that has just opened accepts no click.
  await page.getByRole("menuitem", { name, exact: true }).hover();
  await page.keyboard.press("Enter");
}

/** Opens a window with a reply and a request that waits. */
async function openWaiting(): Promise<Window> {
  const window = await world.open({ files: { "a.txt": "a" } });
  world.scripts.set("hello", () => [say("Hello yourself.")]);
  await window.send("hello");
  await window.reply("Hello yourself.").waitFor();
  world.scripts.set("write it", (folder) => [
    { blocks: [{ tool: "Write", input: { file_path: `${folder}/b.txt`, content: "b" } }] },
    say("Written."),
  ]);
  await window.send("write it");
  await window.card.of("Write", "b.txt").waitFor();
  return window;
}

it("denies what waits when it is disabled, and has the conversation once enabled again", {
  tags: "thorough",
}, async () => {
  const window = await openWaiting();
  const { page } = window;
  await window.message.fill("a draft");
  expect(world.agentProcesses()).not.toEqual([]);
  await runCommand(page, "Extensions: Show Installed Extensions");
  await chooseInList(page, "Disable");
  // The example depends on it.
  await page.locator(".monaco-dialog-box").getByRole("button", { name: "Disable All" }).click();
  const reloaded = page.waitForEvent("domcontentloaded");
  await page.locator(".extensions-viewlet").getByRole("button", { name: "Reload Window" }).click();
  await reloaded;
  await workbenchRestored(page);
  await expect.poll(() => world.agentProcesses(), { timeout: 30_000 }).toEqual([]);
  await page.locator(".statusbar-item", { hasText: "Tandem" }).waitFor({ state: "detached" });
  await chooseInList(page, "Enable");
  await openPanel(page);
  await window.reply("Hello yourself.").waitFor();
  await expect.poll(() => window.message.inputValue()).toBe("a draft");
  // The request was denied: nothing asks again, and nothing was written.
  await window.tool("Write b.txt").getByText("was waiting for you").waitFor();
  expect(await window.card.of("Write", "b.txt").count()).toBe(0);
  expect(fs.existsSync(window.file("b.txt"))).toBe(false);
  await window.close();
});

it("offers a reload after an update, keeps the conversation, and leaves nothing running when uninstalled", {
  tags: "thorough",
}, async () => {
  const window = await openWaiting();
  const { page } = window;
  await installExtensions({ ...folders(), files: [packNext()] });
  const toast = page.locator(".notification-toast", { hasText: "Tandem 0.2.0 is installed." });
  await toast.getByRole("button", { name: "Reload Window" }).click();
  await getPanel(page).getByText("Hello yourself.").waitFor();
  expect(fs.existsSync(window.file("b.txt"))).toBe(false);

  // And again when it is uninstalled.
  world.scripts.set("write more", (folder) => [
    { blocks: [{ tool: "Write", input: { file_path: `${folder}/c.txt`, content: "c" } }] },
    say("Written."),
  ]);
  await window.send("write more");
  await window.card.of("Write", "c.txt").waitFor();
  expect(world.agentProcesses()).not.toEqual([]);
  await window.message.fill("a draft");
  // The example depends on it.
  await uninstallExtensions({ ...folders(), ids: ["tandem-example.example", "tandem-chat.tandem"] });
  await page.reload({ waitUntil: "domcontentloaded" });
  await workbenchRestored(page);
  await expect.poll(() => world.agentProcesses(), { timeout: 30_000 }).toEqual([]);
  expect(fs.existsSync(window.file("c.txt"))).toBe(false);
  await page.locator(".statusbar-item", { hasText: "Tandem" }).waitFor({ state: "detached" });
  await window.close();
});
