import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { pressCommand } from "./boundCommands.mjs";
import { ensureCli } from "./install.mjs";
import { oneEditor } from "./oneEditor.ts";
import { hasFocus, isReady } from "./window.ts";
import { getTab, runCommand, togglePanel } from "./workbench.mjs";

const use = (tool: string, input: object) => ({ blocks: [{ text: "Working. " }, { tool, input }] });

const here = oneEditor();

it("answers the first prompt", async () => {
  here.world.scripts.set("hello", () => [say("Hello from the model.")]);
  await here.begin();
  await here.window.transcript.empty.waitFor();
  await here.window.send("hello");
  await here.window.reply("Hello from the model.").waitFor();
  await here.window.transcript.prompts.filter({ hasText: "hello" }).waitFor();
  await here.window.composer.context.filter({ hasText: "%" }).waitFor();
  expect(await here.window.composer.mode("default").count()).toBe(1);
  expect(await here.window.composer.model().count()).toBe(1);
});

it("shows text while it streams, before the end", { tags: "thorough" }, async () => {
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  here.world.scripts.set("slowly", () => [
    { blocks: [{ text: "The first half." }, { gate }, { text: "The second half." }] },
  ]);
  await here.begin();
  await here.window.send("slowly");
  await here.window.reply("The first half.").waitFor();
  await here.window.composer.stop.waitFor();
  expect(await here.window.reply("The second half.").count()).toBe(0);
  open();
  await here.window.reply("The second half.").waitFor();
  await here.window.composer.stop.waitFor({ state: "detached" });
});

it("writes a file that was allowed through the diff", async () => {
  await here.begin({ "a.txt": "one\n" });
  here.world.scripts.set("read and write", (folder) => [
    use("Read", { file_path: `${folder}/a.txt` }),
    use("Write", { file_path: `${folder}/a.txt`, content: "one\ntwo\n" }),
    say("It is written."),
  ]);
  await here.window.send("read and write");
  const request = here.window.card.of("Write", "a.txt");
  await here.window.card.reviewChanges.click();
  await here.window.page.locator(".monaco-diff-editor .modified .view-line", { hasText: "two" }).waitFor();
  expect(here.window.read("a.txt")).toBe("one\n");
  // Nothing is allowed before the card was there long enough to be read.
  await isReady(here.window.card.allow);
  await here.window.page
    .getByRole("button", { name: /Accept Proposed Changes/ })
    .first()
    .click();
  await here.window.reply("It is written.").waitFor();
  expect(here.window.read("a.txt")).toBe("one\ntwo\n");
  expect(await request.count()).toBe(0);
  await here.window.page.locator(".tabs-container .tab", { hasText: "proposed" }).waitFor({ state: "detached" });
  expect(await here.window.panel.getByRole("alert").count()).toBe(0);
  // The written file replaces its diff.
  await here.window.page.locator(".tabs-container .tab.active", { hasText: "a.txt" }).waitFor();
});

it("denies with feedback that reaches the model", async () => {
  here.world.scripts.set("create", (folder) => [
    use("Write", { file_path: `${folder}/no.txt`, content: "x" }),
    say("Then not."),
  ]);
  await here.begin();
  await here.window.send("create");
  await here.window.card.choose("moreWaysToDeny", "denyWithFeedback");
  await here.window.card.feedback.fill("Call it b.txt");
  await here.window.card.deny.click();
  await here.window.reply("Then not.").waitFor();
  await here.window.tool("Write no.txt").getByText("denied").waitFor();
  expect(fs.existsSync(here.window.file("no.txt"))).toBe(false);
  expect(here.world.sentMessages()).toContain("Call it b.txt");
});

it("folds calls that only look into a line, and goes from prompt to prompt", { tags: "thorough" }, async () => {
  const files = { "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" };
  here.world.scripts.set("look around", (folder) => [
    { blocks: ["a.txt", "b.txt"].map((name) => ({ tool: "Read", input: { file_path: `${folder}/${name}` } })) },
    { blocks: [{ tool: "Bash", input: { command: "grep -n c c.txt | head -3", description: "Looks for c" } }] },
    say(Array.from({ length: 60 }, (_, index) => `Paragraph ${index}.`).join("\n\n")),
  ]);
  here.world.scripts.set("and now", () => [say("Nothing more.")]);
  await here.begin(files);
  await here.window.send("look around");
  await here.window.reply("Paragraph 59.").waitFor();
  await here.window.send("and now");
  await here.window.reply("Nothing more.").waitFor();
  const { panel, page } = here.window;
  const log = here.window.transcript.log;
  await log.focus();
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Alt+ArrowUp");
  const run = panel.getByRole("group", { name: "Read 2 files, searched once" });
  await run.getByRole("button").first().click();
  await run.getByRole("group", { name: "Read b.txt" }).waitFor();
  const isInView = (): Promise<boolean> =>
    log.evaluate((element) => {
      const around = element.getBoundingClientRect();
      const shown = [...element.querySelectorAll("[aria-label=You]")]
        .find(({ textContent }) => textContent?.includes("and now"))
        ?.getBoundingClientRect();
      return shown !== undefined && shown.top >= around.top && shown.bottom <= around.bottom;
    });
  expect(await isInView()).toBe(false);
  await log.focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(isInView).toBe(true);
  await pressCommand(page, "tandem.previousPrompt");
  await expect.poll(isInView).toBe(false);
  await log.focus();
  await page.keyboard.press("Control+F");
  await page.keyboard.type("and now");
  await panel.getByRole("status").getByText("1 of 1").waitFor();
});

it("stops a turn in the middle, and continues with the next prompt", async () => {
  here.world.scripts.set("endless", () => [
    { blocks: [{ text: "It begins." }, { gate: new Promise<void>(() => {}) }] },
  ]);
  here.world.scripts.set("after", () => [say("And on it goes.")]);
  await here.begin();
  await here.window.send("endless");
  await here.window.reply("It begins.").waitFor();
  await here.window.composer.stop.click();
  await here.window.panel.getByText("Stopped").waitFor();
  await here.window.send("after");
  await here.window.reply("And on it goes.").waitFor();
});

/**
 * Runs in every frame before its scripts: types and sends as soon as that is possible, before the rest of the panel is
 * loaded.
 */
function typeAtOnce(): void {
  Object.defineProperty(window, "earlyPage", {
    configurable: true,
    set(value: unknown) {
      Object.defineProperty(window, "earlyPage", { value });
      const field = document.querySelector<HTMLTextAreaElement>("#early textarea");
      if (!field) return;
      field.value = "go on";
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      field.value = "and on";
    },
  });
}

it("restores everything after a window reload, and takes what is typed meanwhile", async () => {
  here.world.scripts.set("remember 42", () => [say("I will remember **42**.")]);
  here.world.scripts.set("go on", () => [say("We go on.")]);
  await here.begin();
  await here.window.send("remember 42");
  await here.window.reply("I will remember 42.").waitFor();
  await here.window.message.fill("half a thought");
  // A user cannot reload before the last key has left the page.
  await expect.poll(() => here.world.savedState()).toContain("half a thought");
  const typing = await here.window.page.addInitScript(typeAtOnce);
  await here.window.reload();
  await here.window.reply("I will remember 42.").waitFor();
  await here.window.transcript.prompts.filter({ hasText: "remember 42" }).waitFor();
  await expect.poll(() => here.window.message.inputValue()).toBe("half a thought and on");
  await here.window.reply("We go on.").waitFor();
  expect(here.world.sentMessages()).toContain("remember 42");
  await typing.dispose();
});

it("says that claude died, keeps prompt and draft, and resumes", async () => {
  here.world.scripts.set("die now", () => [
    { blocks: [{ text: "So far so good." }, { gate: new Promise<void>(() => {}) }] },
  ]);
  here.world.scripts.set("again", () => [say("Back again.")]);
  const others = here.world.cliProcesses();
  await here.begin();
  here.world.scripts.set("first turn", () => [say("One turn is done.")]);
  await here.window.send("first turn");
  await here.window.reply("One turn is done.").waitFor();
  await here.window.send("die now");
  await here.window.reply("So far so good.").waitFor();
  await here.window.message.fill("my next thought");
  for (const pid of here.world.cliProcesses()) if (!others.includes(pid)) process.kill(pid, "SIGKILL");
  await here.window.transcript.notice("claude stopped unexpectedly").waitFor();
  expect(await here.window.message.inputValue()).toBe("my next thought");
  expect(await here.window.transcript.prompts.filter({ hasText: "die now" }).count()).toBe(1);
  await here.window.transcript.button("resume").click();
  await here.window.panel.getByRole("alert").waitFor({ state: "detached" });
  await here.window.send("again");
  await here.window.reply("Back again.").waitFor();
  expect(here.world.sentMessages()).toContain("first turn");
});

it("works with the keyboard alone", async () => {
  here.world.scripts.set("typed", (folder) => [
    use("Write", { file_path: `${folder}/keys.txt`, content: "k" }),
    say("All by keyboard."),
  ]);
  await here.begin();
  const { keyboard } = here.window.page;
  await runCommand(here.window.page, "Tandem: Focus Chat Input");
  await expect.poll(() => hasFocus(here.window.message)).toBe(true);
  await keyboard.type("typed");
  await keyboard.press("Enter");
  const allow = here.window.card.allow;
  await allow.waitFor();
  expect(await hasFocus(here.window.message)).toBe(true);
  // From the composer back to the pending request.
  for (let i = 0; i < 12 && !(await hasFocus(allow)); i++) await keyboard.press("Shift+Tab");
  await here.window.page.waitForFunction(
    (since) => performance.now() > since,
    (await here.window.page.evaluate(() => performance.now())) + 500,
  );
  await keyboard.press("Enter");
  await here.window.reply("All by keyboard.").waitFor();
  expect(here.window.read("keys.txt")).toBe("k");
});

it("follows the end, however the message grows, until the reader scrolls up, and jumps back", {
  tags: "thorough",
}, async () => {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const paragraphs = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `Paragraph ${from + index} of a long reply.`).join("\n\n");
  here.world.scripts.set("long", () => [
    { blocks: [{ text: paragraphs(1, 60) }, { gate }, { text: paragraphs(61, 60) }] },
  ]);
  await here.begin();
  await here.window.send("long");
  await here.window.panel.getByText("Paragraph 60 of").waitFor();
  const log = here.window.transcript.log;
  const top = () => log.evaluate((element) => element.scrollTop);
  const distance = () => log.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
  await expect.poll(distance).toBeLessThan(30);
  await here.window.message.focus();
  for (let line = 0; line < 5; line++) await here.window.page.keyboard.press("Shift+Enter");
  for (let line = 0; line < 5; line++) await here.window.page.keyboard.press("Backspace");
  await expect.poll(() => here.window.message.inputValue()).toBe("");
  await expect.poll(distance).toBeLessThan(30);
  expect(await here.window.transcript.jumpToLatest.count()).toBe(0);
  await log.hover();
  await here.window.page.mouse.wheel(0, -600);
  await here.window.transcript.jumpToLatest.waitFor();
  await expect.poll(distance).toBeGreaterThan(300);
  const before = await top();
  release();
  await here.window.composer.stop.waitFor({ state: "detached" });
  expect(await top()).toBe(before);
  await here.window.transcript.jumpToLatest.click();
  await here.window.panel.getByText("Paragraph 120 of").waitFor();
  await expect.poll(distance).toBeLessThan(30);
  expect(await here.window.transcript.jumpToLatest.count()).toBe(0);
});

it("keeps reading position, open card and draft while its side bar is hidden", {
  tags: "thorough",
}, async () => {
  const paragraphs = Array.from({ length: 40 }, (_, index) => `Paragraph ${index + 1}.`).join("\n\n");
  here.world.scripts.set("read it", (folder) => [use("Read", { file_path: `${folder}/a.txt` }), say(paragraphs)]);
  await here.begin({ "a.txt": "content of the file\n" });
  await here.window.send("read it");
  await here.window.panel.getByText("Paragraph 40.").waitFor();
  await here.window.message.fill("a draft");
  const log = here.window.transcript.log;
  await log.hover();
  await here.window.page.mouse.wheel(0, -5_000);
  await here.window.tool("Read a.txt").getByRole("button").first().click();
  await here.window.tool("Read a.txt").getByText("content of the file").waitFor();
  await togglePanel(here.window.page);
  await here.window.message.waitFor({ state: "detached" });
  await togglePanel(here.window.page);
  // Of a view that it shows again, the editor's frame does not say that it is one; no tab is open.
  const shown = getTab(here.window.page);
  await shown.getByRole("group", { name: "Read a.txt" }).getByText("content of the file").waitFor();
  expect(await shown.getByRole("textbox", { name: "Message" }).inputValue()).toBe("a draft");
  const again = shown.getByRole("log", { name: "Conversation" });
  expect(
    await again.evaluate((element: Element) => element.scrollHeight - element.scrollTop - element.clientHeight),
  ).toBeGreaterThan(300);
});

it("says how to log in when the model refuses the login, and continues afterwards", { tags: "thorough" }, async () => {
  let isLoggedIn = false;
  here.world.scripts.set("who am I", () => (isLoggedIn ? [say("You are in.")] : [{ status: 401 }]));
  // The view that was hidden before has another frame.
  await here.openOwn();
  await here.window.send("who am I");
  const failed = here.window.transcript.notice("You're not logged in");
  await here.window.transcript.step("logIn", failed).waitFor();
  await here.window.transcript.button("copyError", failed).waitFor();
  isLoggedIn = true;
  await here.window.transcript.step("retry", failed).click();
  await here.window.reply("You are in.").waitFor();
  // The message belongs to its turn, which can no longer be retried.
  await here.window.transcript.step("retry", failed).waitFor({ state: "detached" });
});

it("says how to install claude when it is missing, and keeps what is typed", { tags: "thorough" }, async () => {
  const program = path.join(here.world.place.root, "installed-later");
  here.world.scripts.set("typed anyway", () => [say("Now it works.")]);
  await here.openOwn({ folderSettings: { "tandem.claudePath": program } });
  await here.window.repository.start.click();
  const alert = here.window.panel.getByRole("alert");
  await alert.getByText("claude was not found").waitFor();
  await alert.getByText("npm install -g").waitFor();
  await here.window.transcript.button("selectExecutable").waitFor();
  await here.window.expectAccessible("CLI missing");
  await here.window.send("typed anyway");
  await here.window.composer.queue.getByText("typed anyway").waitFor();
  await here.window.transcript.button("checkAgain").waitFor();
  // It is found without a click.
  fs.symlinkSync(ensureCli(), program);
  await here.window.reply("Now it works.").waitFor();
  expect(await alert.count()).toBe(0);
});
