import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { fuzzRuns } from "../fuzz/runs.ts";
import { EditorWorld, type Window } from "./editorWorld.ts";
import { ensureCli } from "./install.mjs";
import { runCommand, togglePanel } from "./workbench.mjs";

/** What other files show as well, or in part, is shown where there is time: `npm run fuzz`. */
const isThorough = fuzzRuns(1) > 1;

const say = (text: string) => ({ blocks: [{ text }] });
const use = (tool: string, input: object) => ({ blocks: [{ text: "Working. " }, { tool, input }] });

let world: EditorWorld;
let window: Window;

beforeAll(async () => {
  world = await EditorWorld.create();
});
afterEach(() => window?.close());
afterAll(() => world.close());

it.runIf(isThorough)("answers the first prompt", async () => {
  world.scripts.set("hello", () => [say("Hello from the model.")]);
  window = await world.open();
  await window.panel.getByRole("heading", { name: "Start a conversation" }).waitFor();
  await window.send("hello");
  await window.reply("Hello from the model.").waitFor();
  await window.panel.getByRole("article", { name: "You" }).filter({ hasText: "hello" }).waitFor();
  await window.panel.getByRole("meter", { name: "Context used" }).filter({ hasText: "%" }).waitFor();
  expect(await window.button(/^Permission mode: Manual$/).count()).toBe(1);
  expect(await window.button(/^Model: /).count()).toBe(1);
});

it("shows text while it streams, before the end", async () => {
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  world.scripts.set("slowly", () => [{ blocks: [{ text: "The first half." }, { gate }, { text: "The second half." }] }]);
  window = await world.open();
  await window.send("slowly");
  await window.reply("The first half.").waitFor();
  await window.button("Stop").waitFor();
  expect(await window.reply("The second half.").count()).toBe(0);
  open();
  await window.reply("The second half.").waitFor();
  await window.button("Stop").waitFor({ state: "detached" });
});

it.runIf(isThorough)("writes a file that was allowed through the diff", async () => {
  window = await world.open({ files: { "a.txt": "one\n" } });
  world.scripts.set("read and write", (folder) => [
    use("Read", { file_path: `${folder}/a.txt` }),
    use("Write", { file_path: `${folder}/a.txt`, content: "one\ntwo\n" }),
    say("It is written."),
  ]);
  await window.send("read and write");
  const request = window.panel.getByRole("group", { name: "Permission: Write a.txt" });
  await request.getByRole("button", { name: "Review changes" }).click();
  await window.page.locator(".monaco-diff-editor .modified .view-line", { hasText: "two" }).waitFor();
  expect(window.read("a.txt")).toBe("one\n");
  await window.page
    .getByRole("button", { name: /Accept Proposed Changes/ })
    .first()
    .click();
  await window.reply("It is written.").waitFor();
  expect(window.read("a.txt")).toBe("one\ntwo\n");
  expect(await request.count()).toBe(0);
  await window.page.locator(".tabs-container .tab", { hasText: "proposed" }).waitFor({ state: "detached" });
  expect(await window.panel.getByRole("alert").count()).toBe(0);
});

it.runIf(isThorough)("denies with feedback that reaches the model", async () => {
  world.scripts.set("create", (folder) => [use("Write", { file_path: `${folder}/no.txt`, content: "x" }), say("Then not.")]);
  window = await world.open();
  await window.send("create");
  await window.button("Deny with feedback…").click();
  await window.panel.getByRole("textbox", { name: "What to do instead" }).fill("Call it b.txt");
  await window.button("Deny").click();
  await window.reply("Then not.").waitFor();
  await window.tool("Write no.txt").getByText("denied").waitFor();
  expect(fs.existsSync(window.file("no.txt"))).toBe(false);
  expect(JSON.stringify(world.model.requests.at(-1).messages)).toContain("Call it b.txt");
});

it.runIf(isThorough)("does not ask again after allowing always", async () => {
  world.scripts.set("first edit", (folder) => [use("Write", { file_path: `${folder}/one.txt`, content: "1" }), say("One is done.")]);
  world.scripts.set("second edit", (folder) => [use("Write", { file_path: `${folder}/two.txt`, content: "2" }), say("Two is done.")]);
  window = await world.open();
  await window.send("first edit");
  await window.button("Allow always…").click();
  await window.panel.getByRole("group", { name: "Allow always" }).getByRole("button").first().click();
  await window.reply("One is done.").waitFor();
  await window.send("second edit");
  await window.reply("Two is done.").waitFor();
  expect(window.read("two.txt")).toBe("2");
  expect(await window.panel.getByRole("group", { name: /^Permission/ }).count()).toBe(0);
});

it("stops in the middle, and goes on with the next prompt", async () => {
  world.scripts.set("endless", () => [{ blocks: [{ text: "It begins." }, { gate: new Promise<void>(() => {}) }] }]);
  world.scripts.set("after", () => [say("And on it goes.")]);
  window = await world.open();
  await window.send("endless");
  await window.reply("It begins.").waitFor();
  await window.button("Stop").click();
  await window.panel.getByText("Stopped").waitFor();
  await window.send("after");
  await window.reply("And on it goes.").waitFor();
});

it("rewinds files to before a prompt, after showing what that means", async () => {
  world.scripts.set("make it", (folder) => [use("Write", { file_path: `${folder}/made.txt`, content: "made\n" }), say("Made.")]);
  window = await world.open();
  await window.send("make it");
  await window.button("Allow").click();
  await window.reply("Made.").waitFor();
  expect(window.read("made.txt")).toBe("made\n");
  await runCommand(window.page, "Tandem: Rewind to Message");
  await window.page.locator(".quick-input-list .monaco-list-row", { hasText: "make it" }).click();
  const dialog = window.page.locator(".monaco-dialog-box");
  await dialog.getByText("made.txt").waitFor();
  expect(window.read("made.txt")).toBe("made\n");
  await dialog.getByRole("button", { name: "Restore Files and Conversation" }).click();
  await expect.poll(() => fs.existsSync(window.file("made.txt"))).toBe(false);
  await expect.poll(() => window.message.inputValue()).toBe("make it");
  expect(await window.panel.getByRole("article", { name: "You" }).count()).toBe(0);
});

it("has everything back after the window was reloaded", async () => {
  world.scripts.set("remember 42", () => [say("I will remember **42**.")]);
  world.scripts.set("go on", () => [say("We go on.")]);
  window = await world.open();
  await window.send("remember 42");
  await window.reply("I will remember 42.").waitFor();
  await window.message.fill("half a thought");
  // A reload that overtakes the last key on its way out of the page is no reload that a person can make.
  await expect.poll(() => world.savedState()).toContain("half a thought");
  await window.reload();
  await window.reply("I will remember 42.").waitFor();
  await window.panel.getByRole("article", { name: "You" }).filter({ hasText: "remember 42" }).waitFor();
  await expect.poll(() => window.message.inputValue()).toBe("half a thought");
  await window.send("go on");
  await window.reply("We go on.").waitFor();
  expect(JSON.stringify(world.model.requests.at(-1).messages)).toContain("remember 42");
});

it("says that the CLI died, keeps prompt and draft, and resumes", async () => {
  world.scripts.set("die now", () => [{ blocks: [{ text: "So far so good." }, { gate: new Promise<void>(() => {}) }] }]);
  world.scripts.set("again", () => [say("Back again.")]);
  window = await world.open();
  world.scripts.set("first turn", () => [say("One turn is done.")]);
  await window.send("first turn");
  await window.reply("One turn is done.").waitFor();
  await window.send("die now");
  await window.reply("So far so good.").waitFor();
  await window.message.fill("my next thought");
  for (const pid of world.cliProcesses()) process.kill(pid, "SIGKILL");
  await window.panel.getByRole("alert").filter({ hasText: "The claude program ended" }).waitFor();
  expect(await window.message.inputValue()).toBe("my next thought");
  expect(await window.panel.getByRole("article", { name: "You" }).filter({ hasText: "die now" }).count()).toBe(1);
  await window.button("Resume").click();
  await window.panel.getByRole("alert").waitFor({ state: "detached" });
  await window.send("again");
  await window.reply("Back again.").waitFor();
  expect(JSON.stringify(world.model.requests.at(-1).messages)).toContain("first turn");
});

it("tells how to install the CLI when it is missing, and keeps what is typed", async () => {
  const program = path.join(world.place.root, "installed-later");
  world.scripts.set("typed anyway", () => [say("Now it works.")]);
  window = await world.open({ folderSettings: { "tandem.claudePath": program } });
  const alert = window.panel.getByRole("alert");
  await alert.getByText("The claude program was not found").waitFor();
  await alert.getByText("npm install -g").waitFor();
  await window.button("Choose program…").waitFor();
  await window.send("typed anyway");
  await window.panel.getByRole("list", { name: "Queued messages" }).getByText("typed anyway").waitFor();
  fs.symlinkSync(ensureCli(), program);
  await window.button("Retry").click();
  await window.reply("Now it works.").waitFor();
  expect(await alert.count()).toBe(0);
});

it("works with the keyboard alone", async () => {
  world.scripts.set("typed", (folder) => [use("Write", { file_path: `${folder}/keys.txt`, content: "k" }), say("All by keyboard.")]);
  window = await world.open();
  const { keyboard } = window.page;
  await runCommand(window.page, "Tandem: Focus Chat Input");
  await expect.poll(() => window.message.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  await keyboard.type("typed");
  await keyboard.press("Enter");
  const allow = window.button("Allow");
  await allow.waitFor();
  expect(await window.message.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  // Back from the composer to the request that waits.
  for (let i = 0; i < 12 && !(await allow.evaluate((element) => element === element.ownerDocument.activeElement)); i++) await keyboard.press("Shift+Tab");
  await window.page.waitForFunction((since) => performance.now() > since, (await window.page.evaluate(() => performance.now())) + 500);
  await keyboard.press("Enter");
  await window.reply("All by keyboard.").waitFor();
  expect(window.read("keys.txt")).toBe("k");
});

it("follows the end until the reader scrolls up, and jumps back", async () => {
  let goOn = (): void => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const paragraphs = (from: number, count: number) => Array.from({ length: count }, (_, index) => `Paragraph ${from + index} of a long reply.`).join("\n\n");
  world.scripts.set("long", () => [{ blocks: [{ text: paragraphs(1, 60) }, { gate }, { text: paragraphs(61, 60) }] }]);
  window = await world.open();
  await window.send("long");
  await window.panel.getByText("Paragraph 60 of").waitFor();
  const log = window.panel.getByRole("log", { name: "Conversation" });
  const top = () => log.evaluate((element) => element.scrollTop);
  const distance = () => log.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
  await expect.poll(distance).toBeLessThan(30);
  await log.hover();
  await window.page.mouse.wheel(0, -600);
  await window.button("Jump to latest").waitFor();
  await expect.poll(distance).toBeGreaterThan(300);
  const before = await top();
  goOn();
  await window.button("Stop").waitFor({ state: "detached" });
  expect(await top()).toBe(before);
  await window.button("Jump to latest").click();
  await window.panel.getByText("Paragraph 120 of").waitFor();
  await expect.poll(distance).toBeLessThan(30);
  expect(await window.button("Jump to latest").count()).toBe(0);
});

it.runIf(isThorough)("keeps the reading place, the open card and the draft while its side bar is hidden", async () => {
  const paragraphs = Array.from({ length: 40 }, (_, index) => `Paragraph ${index + 1}.`).join("\n\n");
  world.scripts.set("read it", (folder) => [use("Read", { file_path: `${folder}/a.txt` }), say(paragraphs)]);
  window = await world.open({ files: { "a.txt": "content of the file\n" } });
  await window.send("read it");
  await window.panel.getByText("Paragraph 40.").waitFor();
  await window.message.fill("a draft");
  const log = window.panel.getByRole("log", { name: "Conversation" });
  await log.hover();
  await window.page.mouse.wheel(0, -5_000);
  await window.tool("Read a.txt").getByRole("button").first().click();
  await window.tool("Read a.txt").getByText("content of the file").waitFor();
  await togglePanel(window.page);
  await window.message.waitFor({ state: "detached" });
  await togglePanel(window.page);
  await window.tool("Read a.txt").getByText("content of the file").waitFor();
  expect(await window.message.inputValue()).toBe("a draft");
  expect(await log.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight)).toBeGreaterThan(300);
});

it.runIf(isThorough)("folds a subagent's work under its card", async () => {
  world.scripts.set("delegate", () => [
    use("Task", { description: "Look around", prompt: "inner work", subagent_type: "general-purpose" }),
    say("The agent was sent."),
  ]);
  world.scripts.set("inner work", () => [use("Bash", { command: "echo inside", description: "Says inside" }), say("Found it inside.")]);
  window = await world.open();
  await window.send("delegate");
  const agent = window.tool("Agent Look around");
  await agent.getByText(/\d steps/).waitFor();
  expect(await window.panel.getByText("Found it inside.").count()).toBe(0);
  await agent.getByRole("button").first().click();
  await agent.getByText("Found it inside.").waitFor();
  await agent.getByRole("group", { name: "Bash echo inside" }).waitFor();
});

it("lists what runs in the background, which outlives a stop, and stops it alone", async () => {
  world.scripts.set("watch", () => [
    use("Bash", { command: "sleep 300", description: "Watches for long", run_in_background: true }),
    { blocks: [{ text: "It watches." }, { gate: new Promise<void>(() => {}) }] },
  ]);
  window = await world.open();
  await window.send("watch");
  await window.reply("It watches.").waitFor();
  const background = window.panel.getByRole("list", { name: "Background tasks" });
  await background.getByText("Watches for long").waitFor();
  await window.message.press("Escape");
  await window.panel.getByText("Stopped").waitFor();
  await background.getByRole("button", { name: "Stop" }).click();
  await background.waitFor({ state: "detached" });
});

it.runIf(isThorough)("says how to log in when the model refuses the login, and goes on after it", async () => {
  let isLoggedIn = false;
  world.scripts.set("who am I", () => (isLoggedIn ? [say("You are in.")] : [{ status: 401 }]));
  window = await world.open();
  await window.send("who am I");
  await window.panel.getByRole("alert").filter({ hasText: "Log in to go on" }).waitFor();
  await window.button("Log in").waitFor();
  isLoggedIn = true;
  await window.button("Retry").click();
  await window.panel.getByRole("alert").filter({ hasText: "Log in to go on" }).waitFor({ state: "detached" });
  await window.send("who am I");
  await window.reply("You are in.").waitFor();
});

it("leaves no process behind when its window closes", async () => {
  window = await world.open();
  await window.close();
  await expect.poll(() => world.cliProcesses(), { timeout: 60_000 }).toEqual([]);
});
