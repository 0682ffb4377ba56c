import { type ChildProcess, execFile, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Locator } from "playwright-core";
import { afterEach, expect, it } from "vitest";
import { panelText } from "../../extension/shared/text/panel.ts";
import { say } from "../model/replies.ts";
import { modelEnvironment, scrubbedEnvironment } from "./environment.mjs";
import { ensureCli } from "./install.mjs";
import { oneEditor } from "./oneEditor.ts";
import { Card } from "./page/card.ts";
import { Composer } from "./page/composer.ts";
import { getRow, threeAtWork } from "./threeAtWork.ts";
import { getTab, openConversationTree, openList, runCommand } from "./workbench.mjs";

const runProgram = promisify(execFile);

const here = oneEditor();

/** A `claude` process outside of the editor. */
let terminal: ChildProcess | undefined;
afterEach(() => terminal?.kill("SIGKILL"));

/** Returns the CLI processes that did not exist before. */
const newProcesses = (before: readonly number[]): number[] =>
  here.world.cliProcesses().filter((pid) => !before.includes(pid));
const row = (text: string): Locator => getRow(here.window, text);

it("follows a conversation that runs in a terminal, and continues it when that ends", {
  tags: "thorough",
}, async () => {
  for (const [text, answer] of Object.entries({ "begun there": "One.", "and more": "Two.", "now here": "Three." }))
    here.world.scripts.set(text, () => [say(answer)]);
  const before = here.world.cliProcesses();
  await here.begin();
  const { window } = here;
  const env = {
    ...scrubbedEnvironment(),
    ...modelEnvironment({ home: here.world.place.home, url: here.world.model.url }),
  };
  const args = ["-p", "--verbose", "--input-format=stream-json", "--output-format=stream-json"];
  const { folder } = window;
  const start = (...more: string[]) =>
    spawn(ensureCli(), [...args, ...more], { cwd: folder, env, stdio: ["pipe", "pipe", "ignore"] });
  terminal = start();
  const type = (text: string) =>
    terminal?.stdin?.write(`${JSON.stringify({ type: "user", message: { role: "user", content: text } })}\n`);
  type("begun there");
  await openConversationTree(window.page);
  await row("begun there").click();
  await window.reply("One.").waitFor();
  await window.panel.getByText("running in a terminal").waitFor();
  expect(await window.message.count()).toBe(0);
  type("and more");
  await window.reply("Two.").waitFor();
  await window.composer.takeOver.click();
  await window.panel.getByText("as soon as the other program ends").waitFor();
  terminal.stdin?.end();
  await window.send("now here");
  await window.reply("Three.").waitFor();
  const sent = here.world.sentMessages();
  expect(["begun there", "and more"].every((text) => sent.includes(text))).toBe(true);
  // Continued in the terminal again while the process here is idle, which then gives way.
  here.world.scripts.set("there again", () => [say("Four.")]);
  terminal = start("--continue");
  type("there again");
  await window.reply("Four.").waitFor();
  await window.panel.getByText("running in a terminal").waitFor();
  await expect.poll(() => newProcesses(before)).toEqual([terminal.pid]);
  terminal.stdin?.end();
});

it("continues a conversation in the editor's terminal, follows what is typed there, and takes over", {
  tags: "thorough",
}, async () => {
  for (const [text, answer] of Object.entries({
    "begun here": "One.",
    "typed by hand": "Two.",
    "here again": "Three.",
  }))
    here.world.scripts.set(text, () => [say(answer)]);
  // So that the terminal's content is text in the page.
  await here.openOwn({ folderSettings: { "terminal.integrated.gpuAcceleration": "off" } });
  const { window } = here;
  const { page } = window;
  await window.send("begun here");
  await window.reply("One.").waitFor();
  // Answers to the questions that `claude` asks every new user.
  const config = path.join(here.world.config, ".claude.json");
  const answered = { hasCompletedOnboarding: true, theme: "dark", customApiKeyResponses: { approved: ["sk-made-up"] } };
  const projects = { [window.folder]: { hasTrustDialogAccepted: true } };
  fs.writeFileSync(config, JSON.stringify({ ...JSON.parse(fs.readFileSync(config, "utf8")), ...answered, projects }));
  await runCommand(page, "Tandem: Continue Conversation in Terminal");
  await window.panel.getByText("running in a terminal").waitFor();
  const screen = page.locator(".terminal-wrapper.active .xterm-screen");
  const shown = screen.locator(".xterm-rows");
  await shown.filter({ hasText: "One." }).waitFor();
  await screen.click();
  await page.keyboard.type("typed by hand");
  await shown.filter({ hasText: "typed by hand" }).waitFor();
  await page.keyboard.press("Enter");
  await window.reply("Two.").waitFor();
  expect(await window.message.count()).toBe(0);
  await window.composer.takeOver.click();
  await screen.click();
  await page.keyboard.press("Control+D");
  await shown.filter({ hasText: "again to exit" }).waitFor();
  await page.keyboard.press("Control+D");
  await window.send("here again");
  await window.reply("Three.").waitFor();
  const sent = here.world.sentMessages();
  expect(["begun here", "typed by hand"].every((text) => sent.includes(text))).toBe(true);
});

it("lists a conversation of the terminal, opens it without a process, and continues it", {
  tags: "thorough",
}, async () => {
  here.world.scripts.set("asked in the terminal", () => [say("Answered in the terminal.")]);
  here.world.scripts.set("and now here", () => [say("Answered here.")]);
  const before = here.world.cliProcesses();
  // In its own folder: the terminal continues the conversation that was written last in it.
  await here.openOwn();
  const { window } = here;
  const env = {
    ...scrubbedEnvironment(),
    ...modelEnvironment({ home: here.world.place.home, url: here.world.model.url }),
  };
  await runProgram(ensureCli(), ["-p", "asked in the terminal"], { cwd: window.folder, env });
  await openConversationTree(window.page);
  await row("asked in the terminal").click();
  await window.reply("Answered in the terminal.").waitFor();
  await expect.poll(() => newProcesses(before)).toEqual([]);
  await window.send("and now here");
  await window.reply("Answered here.").waitFor();
  expect(here.world.sentMessages()).toContain("asked in the terminal");
  // The same in the other direction.
  here.world.scripts.set("back in the terminal", () => [say("Known.")]);
  const { folder } = window;
  await window.close();
  await expect.poll(() => here.world.agentProcesses(), { timeout: 60_000 }).toEqual([]);
  await runProgram(ensureCli(), ["-p", "--continue", "back in the terminal"], { cwd: folder, env });
  const sent = here.world.sentMessages();
  expect(["asked in the terminal", "and now here", "Answered here."].every((text) => sent.includes(text))).toBe(true);
});

it("restores all open conversations after a reload, with a process only for the shown one", {
  tags: "thorough",
}, async () => {
  for (const text of ["the first", "the second"]) here.world.scripts.set(text, () => [say(`Reply to ${text}.`)]);
  here.world.scripts.set("once more", () => [say("Still here.")]);
  await here.openOwn();
  const { window } = here;
  await window.send("the first");
  await window.reply("Reply to the first.").waitFor();
  await runCommand(window.page, "Tandem: New Conversation");
  await window.transcript.empty.waitFor();
  await window.send("the second");
  await window.reply("Reply to the second.").waitFor();
  await window.reload();
  await window.reply("Reply to the second.").waitFor();
  await openConversationTree(window.page);
  await row("the first").click();
  await window.reply("Reply to the first.").waitFor();
  expect(here.world.cliProcesses()).toHaveLength(1);
  await window.send("once more");
  await window.reply("Still here.").waitFor();
  expect(here.world.sentMessages()).toContain("the first");
});

it("offers Rewind in the title of a tab with messages, not of an empty one", { tags: "thorough" }, async () => {
  for (const text of ["of the first tab", "of the second tab"])
    here.world.scripts.set(text, () => [say(`Reply ${text}.`)]);
  await here.openOwn();
  const { page } = here.window;
  const rewind = page.locator(".editor-actions").getByRole("button", { name: /^Rewind to Message/ });
  const current = page.locator(".editor-actions").getByRole("button", { name: /^Open Conversation/ });
  await here.window.send("of the first tab");
  await here.window.reply("Reply of the first tab.").waitFor();
  await runCommand(page, "Tandem: Open Conversation in Editor");
  await getTab(page).getByText("Reply of the first tab.").waitFor();
  await rewind.waitFor();
  await runCommand(page, "Tandem: New Conversation");
  await here.window.panel.locator("textarea:focus").waitFor();
  await runCommand(page, "Tandem: Open Conversation in Editor");
  await getTab(page).getByRole("heading", { name: panelText.start() }).waitFor();
  await current.waitFor();
  await rewind.waitFor({ state: "detached" });
  const tab = (title: string): Locator => page.locator(".tabs-container .tab", { hasText: title });
  await tab("of the first tab").click();
  await rewind.waitFor();
  await tab("New conversation").click();
  await rewind.waitFor({ state: "detached" });
  await getTab(page).getByRole("textbox", { name: "Message" }).fill("of the second tab");
  await getTab(page).getByRole("textbox", { name: "Message" }).press("Enter");
  await getTab(page).getByText("Reply of the second tab.").waitFor();
  await rewind.waitFor();
});

it("finds a conversation by what was asked in it", { tags: "thorough" }, async () => {
  here.world.scripts.set("where is the needle", () => [say("In the hay.")]);
  here.world.scripts.set("something else", () => [say("Else.")]);
  await here.openOwn();
  const { window } = here;
  await window.send("where is the needle");
  await window.reply("In the hay.").waitFor();
  await runCommand(window.page, "Tandem: New Conversation");
  await window.transcript.empty.waitFor();
  await window.send("something else");
  await window.reply("Else.").waitFor();
  await openList(window.page, "Tandem: Open Conversation…");
  await window.page.locator(".quick-input-widget input[type=text]").fill("needle");
  await window.page.locator(".quick-input-list .monaco-list-row", { hasText: "where is the needle" }).click();
  await window.reply("In the hay.").waitFor();
});

it("runs three conversations in panel and tabs, answered in any order and restored after reload", {
  tags: "thorough",
}, async () => {
  await here.openOwn();
  const { window } = here;
  const { page } = window;
  await threeAtWork(here.world, window);
  const waits = page.getByRole("treeitem", { name: "Waiting for you", exact: true });
  const requestRow = (name: string) =>
    page
      .getByRole("tree", { name: /Conversations/ })
      .getByRole("treeitem")
      .filter({ hasText: name });

  // Answered in mixed order, each at its place.
  await window.card.allow.click();
  await window.reply("Done with three.").waitFor();
  await requestRow("Write one.txt").click();
  await new Card(getTab(page)).of("Write", "one.txt").waitFor();
  await new Card(getTab(page)).allow.click();
  await getTab(page).getByText("Done with one.").waitFor();
  await page.getByRole("button", { name: /^Tandem: Waiting for you \(1\)/ }).click();
  await new Card(getTab(page)).of("Write", "two.txt").waitFor();
  await new Card(getTab(page)).deny.click();
  await waits.waitFor({ state: "detached" });
  expect([window.read("three.txt"), window.read("one.txt"), fs.existsSync(window.file("two.txt"))]).toEqual([
    "three",
    "one",
    false,
  ]);
  await getTab(page).getByText("Done with two.").waitFor();

  await new Composer(getTab(page)).message.fill("a draft in a tab");
  await expect.poll(() => here.world.savedState()).toContain("a draft in a tab");
  await window.reload({ hasTab: true });
  await window.reply("Done with three.").waitFor();
  await getTab(page).getByText("Done with two.").waitFor();
  expect(await new Composer(getTab(page)).message.inputValue()).toBe("a draft in a tab");
  expect(await page.locator(".tabs-container .tab").allInnerTexts()).toEqual(["write one", "write two"]);
  // A second selection shows it where it is already open.
  await row("write one").click();
  await getTab(page).getByText("Done with one.").waitFor();
  await window.panel.getByText("Done with three.").waitFor();
  await page.keyboard.press("Control+W");
  // It is idle and not open anywhere, so its row moves to the group of its day.
  await page.getByRole("treeitem", { name: /^Today/ }).waitFor();
  // The hover of the row that was under the pointer covers the list as long as it is shown.
  await page.mouse.move(1, 1);
  await row("write one").click();
  await window.panel.getByText("Done with one.").waitFor();
});

it("reports a turn that a crash of the extension host interrupted, and sends it again", {
  tags: "thorough",
}, async () => {
  here.world.scripts.set("cut me", () => [{ blocks: [{ text: "Half." }, { gate: new Promise<void>(() => {}) }] }]);
  here.world.scripts.set("first turn", () => [say("One is done.")]);
  here.world.scripts.set("Continue from where you were interrupted.", () => [say("It went on.")]);
  await here.openOwn();
  const { window } = here;
  await window.send("first turn");
  await window.reply("One is done.").waitFor();
  await window.send("cut me");
  await window.reply("Half.").waitFor();
  for (const pid of here.world.extensionHosts()) process.kill(pid, "SIGKILL");
  await window.panel.getByText("Turn interrupted").waitFor();
  here.world.scripts.set("cut me", () => [say("Whole this time.")]);
  await window.composer.resend.click();
  await window.reply("Whole this time.").waitFor();
  await window.panel.getByText("Turn interrupted").waitFor({ state: "detached" });
});

it("renames a conversation, and restores a deleted one", {
  tags: "thorough",
}, async () => {
  here.world.scripts.set("to be renamed", () => [say("Named.")]);
  await here.openOwn();
  const { window } = here;
  await openConversationTree(window.page);
  await window.send("to be renamed");
  await window.reply("Named.").waitFor();
  await window.panel.getByRole("heading").getByRole("button", { name: "to be renamed" }).click();
  await window.page.locator(".quick-input-widget input[type=text]").fill("A better name");
  await window.page.keyboard.press("Enter");
  await row("A better name").waitFor();
  await window.panel.getByRole("heading", { name: "A better name" }).waitFor();
  await runCommand(window.page, "Tandem: Delete Conversation…");
  await window.page.locator(".monaco-dialog-box").getByRole("button", { name: "Delete" }).click();
  await row("A better name").waitFor({ state: "detached" });
  await window.transcript.empty.waitFor();
  await window.page.locator(".notification-toast").getByRole("button", { name: "Undo" }).click();
  await row("A better name").click();
  await window.reply("Named.").waitFor();
});
