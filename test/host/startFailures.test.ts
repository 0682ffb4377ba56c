// Causes that keep the chat from starting, each provoked in the files of the installed package.
import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { EditorWorld } from "./editorWorld.ts";
import type { Window } from "./window.ts";
import { getPanel, getTab, keepStoredTabs, runCommand } from "./workbench.mjs";

let world: EditorWorld;
let window: Window | undefined;
let sound: string;
const installed = (): string => path.join(world.place.root, "extensions", "tandem-chat.tandem-0.1.0");

beforeAll(async () => {
  world = await EditorWorld.create();
  sound = path.join(world.place.root, "sound");
  fs.cpSync(installed(), sound, { recursive: true });
});
afterEach(async () => {
  await window?.close();
  repair();
});
afterAll(() => world.close());

function repair(): void {
  fs.rmSync(installed(), { recursive: true });
  fs.cpSync(sound, installed(), { recursive: true });
}

/** Changes a file of the package; undefined removes it. */
function damage(name: string, change: ((text: string) => string) | undefined): void {
  const file = path.join(installed(), name);
  if (change) fs.writeFileSync(file, change(fs.readFileSync(file, "utf8")));
  else fs.rmSync(file);
}

/** Opens a window with the chat, as a user does with its key. */
async function openChat(): Promise<Page> {
  window = await world.open({ isChatClosed: true, files: { "a.txt": "a" } });
  // Each cause is shown within seconds.
  window.page.setDefaultTimeout(20_000);
  await window.page.keyboard.press("Control+Escape");
  return window.page;
}

const alertOf = (page: Page) => getPanel(page).getByRole("alert");

/** Waits until the view says why it did not start, with its buttons. */
async function expectAlert(page: Page, cause: string): Promise<void> {
  const alert = alertOf(page).filter({ hasText: cause });
  await alert.waitFor();
  for (const name of ["Try again", "Show log", "Copy details"])
    await getPanel(page).getByRole("button", { name, exact: true }).waitFor();
}

/** Repairs the package, tries again, and sends a message. */
async function expectRecovery(page: Page): Promise<void> {
  repair();
  await getPanel(page).getByRole("button", { name: "Try again", exact: true }).click();
  world.scripts.set("hello", () => [say("It works.")]);
  const message = getPanel(page).getByRole("textbox", { name: "Message" });
  await message.waitFor();
  await alertOf(page).waitFor({ state: "detached" });
  await message.fill("hello");
  await message.press("Enter");
  await getPanel(page).getByText("It works.").waitFor();
}

const withTrouble = /Tandem: (chat )?couldn't start/;

it("names a file of the chat that is missing, in the view, the status bar and the trees, and starts once it is back", async () => {
  damage("dist/webview/early.html", undefined);
  const page = await openChat();
  await expectAlert(page, "A file of Tandem is missing: dist/webview/early.html. Install Tandem again.");
  await page.locator(".statusbar-item", { hasText: withTrouble }).waitFor();
  await runCommand(page, "View: Show Tandem");
  await page.getByText("The chat couldn't start").first().waitFor();
  await expectRecovery(page);
  await page.locator(".statusbar-item", { hasText: withTrouble }).waitFor({ state: "detached" });
});

it.each([
  ["a script that has an error", "dist/webview/early.js", () => "syntax error", "didn't start within 5 seconds"],
  ["a page that throws", "dist/webview/main.js", () => "throw new Error('broken')", "couldn't load"],
  ["a page that is missing", "dist/webview/main.js", undefined, "couldn't load"],
  [
    "a policy that blocks scripts",
    "dist/extension.cjs",
    (text: string) => text.replaceAll("script-src", "script-src-none"),
    "didn't start within 5 seconds",
  ],
])("shows within seconds, in the view itself, that it has %s", { tags: "thorough" }, async (_, file, change, cause) => {
  damage(file, change);
  await expectAlert(await openChat(), cause);
  if (file !== "dist/extension.cjs") await expectRecovery((window as Window).page);
});

it("says in the tab of a conversation that an earlier window left open why it cannot be shown, and shows it once that is repaired", {
  tags: "thorough",
}, async () => {
  window = await world.open({ files: { "a.txt": "a" } });
  const { page } = window;
  world.scripts.set("first", () => [say("It was said.")]);
  await window.send("first");
  await window.reply("It was said.").waitFor();
  await runCommand(page, "Tandem: Open Conversation in Editor");
  await getTab(page).getByText("It was said.").waitFor();
  await expect.poll(() => keepStoredTabs(page), { timeout: 30_000 }).toBe(true);
  damage("dist/start.cjs", undefined);
  await page.reload({ waitUntil: "domcontentloaded" });
  await getTab(page).getByRole("alert").filter({ hasText: "A file of Tandem is missing: dist/start.cjs." }).waitFor();
  repair();
  await getTab(page).getByRole("button", { name: "Try again", exact: true }).click();
  await getTab(page).getByText("It was said.").waitFor();
});

it.each([
  ["is missing", undefined, "A file of Tandem is missing: dist/start.cjs. Install Tandem again."],
  ["throws", () => "throw new Error('It is broken.')", "Couldn't start Tandem: It is broken."],
])(
  "says in the view, the trees, the status bar and for each command that the second bundle %s",
  { tags: "thorough" },
  async (_, change, cause) => {
    damage("dist/start.cjs", change);
    const page = await openChat();
    await expectAlert(page, cause);
    await page.locator(".statusbar-item", { hasText: "Tandem: couldn't start" }).waitFor();
    await runCommand(page, "View: Show Tandem");
    await page.getByText(cause).first().waitFor();
    await runCommand(page, "Tandem: New Conversation");
    const toast = page.locator(".notification-toast", { hasText: cause });
    await toast.getByRole("button", { name: "Copy Details" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(cause);
    await expectRecovery(page);
  },
);
