// Causes that keep the chat from starting, each provoked in the files of the installed package.
import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { say, use } from "../model/replies.ts";
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

/** The damage of a file: its new text; undefined removes it. */
type Change = ((text: string) => string) | "folder" | undefined;

/** Changes a file of the package. Fails if that changes nothing. */
function damage(name: string, change: Change): void {
  const file = path.join(installed(), name);
  if (typeof change !== "function") {
    fs.rmSync(file);
    if (change === "folder") fs.mkdirSync(file);
    return;
  }
  const text = fs.readFileSync(file, "utf8");
  const changed = change(text);
  expect(changed).not.toBe(text);
  fs.writeFileSync(file, changed);
}

const broken = () => "throw new Error('broken')";
/** The page's interface to the editor takes messages, and passes none on. */
const silence = (text: string) =>
  text.replace("acquireVsCodeApi()", "({ getState() {}, setState() {}, postMessage() {} })");
const withoutScripts = (text: string) => text.replaceAll("script-src", "script-src-none");

/** Opens a window with the chat, as a user does with its key. */
async function openChat(): Promise<Page> {
  window = await world.open({ isChatClosed: true, files: { "a.txt": "a" } });
  // Each cause is shown within seconds.
  window.page.setDefaultTimeout(20_000);
  await window.page.keyboard.press("Control+Escape");
  return window.page;
}

const alertOf = (page: Page) => getPanel(page).getByRole("alert");

/** Waits until the view, or a tab, says why it did not start, with its buttons. */
async function expectAlert(page: Page, cause: string, place = getPanel(page)): Promise<void> {
  await place.getByRole("alert").filter({ hasText: cause }).waitFor();
  for (const name of ["Try again", "Show log", "Copy details"])
    await place.getByRole("button", { name, exact: true }).waitFor();
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

it("names the chat's missing file in view, status bar and trees, and starts once repaired", async () => {
  damage("dist/webview/early.html", undefined);
  const page = await openChat();
  await expectAlert(page, "A file of Tandem is missing: dist/webview/early.html. Install Tandem again.");
  await page.locator(".statusbar-item", { hasText: withTrouble }).waitFor();
  await runCommand(page, "View: Show Tandem");
  await page.getByText("The chat couldn't start").first().waitFor();
  await expectRecovery(page);
  await page.locator(".statusbar-item", { hasText: withTrouble }).waitFor({ state: "detached" });
});

it.each<[string, string, Change, string]>([
  ["a script that has an error", "dist/webview/early.js", () => "syntax error", "didn't start within 5 seconds"],
  ["a page that throws", "dist/webview/main.js", broken, "couldn't load"],
  ["a page that is missing", "dist/webview/main.js", undefined, "couldn't load"],
  [
    "a folder in the place of a file",
    "dist/webview/earlyStyles.css",
    "folder",
    "can't be read: dist/webview/earlyStyles.css",
  ],
  ["styles that are missing", "dist/webview/main.css", undefined, "couldn't load"],
  ["an editor that passes no messages on", "dist/webview/early.js", silence, "is waiting for the editor"],
  ["a policy that blocks scripts", "dist/extension.cjs", withoutScripts, "didn't start within 5 seconds"],
  [
    "a document that cannot be built",
    "dist/extension.cjs",
    (text) => text.replaceAll(".asWebviewUri(", ".notThere("),
    "Couldn't start Tandem:",
  ],
])("shows within seconds, in the view itself, that it has %s", { tags: "thorough" }, async (_, file, change, cause) => {
  damage(file, change);
  await expectAlert(await openChat(), cause);
  if (file !== "dist/extension.cjs") await expectRecovery((window as Window).page);
});

it.each<[string, string, Change, string]>([
  ["a file is missing", "dist/webview/pages.css", undefined, "A file of Tandem is missing: dist/webview/pages.css"],
  ["a folder is in the place of a file", "dist/webview/pages.js", "folder", "can't be read: dist/webview/pages.js"],
  ["its script throws", "dist/webview/pages.js", broken, "didn't start within 5 seconds"],
  ["its content cannot be made", "dist/pageParts.cjs", (text) => text.replaceAll(".read()", ".notThere()"), "notThere"],
])(
  "says in each page's tab that %s, and shows the page once repaired",
  { tags: "thorough" },
  async (_, file, change, cause) => {
    damage(file, change);
    window = await world.open({ files: { "a.txt": "a" } });
    const { page } = window;
    for (const title of ["Tandem: Show Status", "Tandem: Manage MCP Servers…", "Tandem: Show Usage"]) {
      await runCommand(page, title);
      await expectAlert(page, cause, getTab(page));
      // Code of the host stays loaded.
      if (!file.endsWith(".cjs")) {
        repair();
        await getTab(page).getByRole("button", { name: "Try again", exact: true }).click();
        await getTab(page).getByRole("heading").first().waitFor();
        damage(file, change);
      }
      await runCommand(page, "View: Close Editor");
    }
  },
);

it.each<[string, Change, string]>([
  ["throws", broken, "couldn't load"],
  ["is missing", undefined, "couldn't load"],
])("says in a new tab of a conversation that its page %s", { tags: "thorough" }, async (_, change, cause) => {
  window = await world.open({ files: { "a.txt": "a" } });
  const { page } = window;
  damage("dist/webview/main.js", change);
  await runCommand(page, "Tandem: Open Conversation in Editor");
  await expectAlert(page, cause, getTab(page));
  repair();
  await getTab(page).getByRole("button", { name: "Try again", exact: true }).click();
  await getTab(page).getByRole("textbox", { name: "Message" }).waitFor();
  await getTab(page).getByRole("alert").waitFor({ state: "detached" });
});

it("explains in a restored tab why its conversation is missing, and shows it once repaired", {
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

it.each<[string, Change, string]>([
  ["is missing", undefined, "A file of Tandem is missing: dist/start.cjs. Install Tandem again."],
  ["is a folder", "folder", "A file of Tandem can't be read: dist/start.cjs."],
  ["is empty", () => "", "A file of Tandem is damaged: dist/start.cjs. Install Tandem again."],
  ["throws", broken, "Couldn't start Tandem: broken"],
  // Almost all parts are registered by then.
  [
    "throws while it builds its last objects",
    (text) => text.replace(".createStatusBarItem(", ".notThere("),
    "notThere is not a function",
  ],
])(
  "says in the view, trees, status bar and for commands that the second bundle %s",
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

const webviews = "iframe.webview";
/** The editor's own file that every webview begins with. */
const webviewFile = /\/webview\/browser\/pre\/index/;
const goneCause = "The chat isn't responding. The conversation continues without it.";
/** Five seconds, and what a busy machine needs to show it. */
const goneTimeout = { timeout: 5_000 + 2_000 };

/** Ends the pages of all webviews, as the editor does when their process is gone. */
const endPages = (page: Page): Promise<void> =>
  page.locator(webviews).evaluateAll((frames) => {
    for (const frame of frames) (frame as HTMLIFrameElement).src = "about:blank";
  });

/** Waits until the editor says natively that the page of the chat is gone, and tries again. */
async function tryAgainBeside(page: Page): Promise<void> {
  await page.getByText(goneCause).waitFor();
  for (const name of ["Show log", "Copy details"]) await page.getByRole("button", { name, exact: true }).waitFor();
  await page.getByRole("button", { name: "Try again", exact: true }).click();
}

it("says beside the chat that its page has ended, and opens it again", async () => {
  window = await world.open({ files: { "a.txt": "a" } });
  const { page, composer } = window;
  world.scripts.set("first", () => [say("It was said.")]);
  await window.send("first");
  await window.reply("It was said.").waitFor();
  await composer.message.fill("a draft");
  await page.locator(".statusbar-item", { hasText: "Tandem" }).waitFor();
  await endPages(page);
  await page.getByText(goneCause).waitFor(goneTimeout);
  await page.locator(".statusbar-item", { hasText: withTrouble }).waitFor();
  await tryAgainBeside(page);
  await window.reply("It was said.").waitFor();
  await expect.poll(() => composer.message.inputValue()).toBe("a draft");
  await page.getByText(goneCause).waitFor({ state: "detached" });
  await page.locator(".statusbar-item", { hasText: withTrouble }).waitFor({ state: "detached" });
});

it("says beside the chat that the editor could not begin its page", {
  tags: "thorough",
}, async () => {
  window = await world.open({ isChatClosed: true, files: { "a.txt": "a" } });
  const { page } = window;
  await page.context().route(webviewFile, (route) => route.abort());
  await page.keyboard.press("Control+Escape");
  await page.getByText(goneCause).waitFor();
  await page.context().unroute(webviewFile);
  await tryAgainBeside(page);
  await getPanel(page).getByRole("textbox", { name: "Message" }).waitFor();
});

it("says in a notification that a tab's page has ended, and opens it again", { tags: "thorough" }, async () => {
  window = await world.open({ files: { "a.txt": "a" } });
  const { page } = window;
  world.scripts.set("first", () => [say("It was said.")]);
  await window.send("first");
  await window.reply("It was said.").waitFor();
  await runCommand(page, "Tandem: Open Conversation in Editor");
  await getTab(page).getByText("It was said.").waitFor();
  await endPages(page);
  const toast = page.locator(".notification-toast", { hasText: goneCause });
  await toast.waitFor(goneTimeout);
  await toast.getByRole("button", { name: "Try Again" }).click();
  await getTab(page).getByText("It was said.").waitFor();
  await getTab(page).getByRole("textbox", { name: "Message" }).waitFor();
});

it("says in a notification that the Status page has ended, and opens it again", {
  tags: "thorough",
}, async () => {
  window = await world.open({ files: { "a.txt": "a" } });
  const { page } = window;
  await runCommand(page, "Tandem: Show Status");
  await getTab(page).getByRole("heading", { name: "Settings", exact: true }).waitFor();
  await endPages(page);
  const toast = page.locator(".notification-toast", { hasText: "The page Tandem Status isn't responding." });
  await toast.waitFor(goneTimeout);
  await toast.getByRole("button", { name: "Try Again" }).click();
  await getTab(page).getByRole("heading", { name: "Settings", exact: true }).waitFor();
  await toast.waitFor({ state: "detached" });
});

it("allows and denies requests without a page, each after all of it was shown", { tags: "thorough" }, async () => {
  window = await world.open({ files: { "a.txt": "a" } });
  const { page } = window;
  const isWritten = (name: string): boolean => fs.existsSync(window?.file(name) ?? "");
  world.scripts.set("work", (folder) => [
    use("Bash", { command: "echo 1 > one.txt" }),
    use("Bash", { command: `${"echo more\n".repeat(40)}echo 2 > two.txt`, description: "Counts" }),
    use("Write", { file_path: `${folder}/three.txt`, content: "3\n" }),
    use("Bash", { command: "echo 4 > four.txt" }),
    say("The work is done."),
  ]);
  const ask = async (waiting: string): Promise<void> => {
    await page.locator(".notification-toast", { hasText: `Waiting for you: ${waiting}` }).waitFor();
    await runCommand(page, "Tandem: Allow Request");
  };
  /** Selects a row of the question, once it takes an answer. */
  const choose = async (name: string): Promise<void> => {
    const row = page.locator(".quick-input-list .monaco-list-row").getByText(name, { exact: true });
    await row.waitFor();
    await page.locator(".quick-input-widget input[type=text]:enabled").waitFor();
    await row.click();
  };
  const dialog = page.locator(".monaco-dialog-box");
  /** Presses a button of the dialog until `isOver`: a press in the first half second shows the same part again. */
  const press = async (name: string | RegExp, isOver: () => Promise<boolean>): Promise<void> => {
    const button = dialog.getByRole("button", { name, exact: true });
    const pressIfThere = async (): Promise<boolean> => {
      if (await isOver()) return true;
      await button.click({ timeout: 1_000 }).catch(() => {});
      return isOver();
    };
    await expect.poll(pressIfThere, { timeout: 20_000, interval: 700 }).toBe(true);
  };
  await window.send("work");
  await window.card.allow.waitFor();
  await endPages(page);
  await page.getByText(goneCause).waitFor(goneTimeout);

  await runCommand(page, "Tandem: Allow Request");
  await page.locator(".quick-input-list .monaco-list-row").getByText("echo 1 > one.txt", { exact: true }).waitFor();
  await choose("Allow");
  await expect.poll(() => isWritten("one.txt")).toBe(true);

  await ask("Bash echo more");
  await dialog.getByText("echo more").waitFor();
  const allow = dialog.getByRole("button", { name: "Allow", exact: true });
  expect(await allow.count()).toBe(0);
  await press(/^Review \d+ more lines?$/, () => allow.isVisible());
  await dialog.getByText("echo 2 > two.txt").waitFor();
  await press("Allow", async () => isWritten("two.txt"));

  await ask("Write three.txt");
  await choose("Review changes");
  await page.getByRole("button", { name: /Accept Proposed Changes/ }).click();
  await choose("Allow");
  await expect.poll(() => isWritten("three.txt")).toBe(true);

  await ask("Bash echo 4");
  await choose("Deny");
  await tryAgainBeside(page);
  await window.reply("The work is done.").waitFor();
  expect(isWritten("four.txt")).toBe(false);
});
