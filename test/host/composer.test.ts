import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { pressCommand } from "./boundCommands.mjs";
import { oneEditor } from "./oneEditor.ts";
import { picture, png } from "./pngFiles.ts";
import { hasFocus } from "./window.ts";
import { openList, runCommand } from "./workbench.mjs";

const here = oneEditor();

const suggestions = () => here.window.composer.suggestions;
const option = (name: string | RegExp) => suggestions().getByRole("option", { name });
const attachments = () => here.window.composer.attachments;
interface Block {
  readonly type: string;
  readonly text?: string;
  readonly title?: string;
  readonly source?: { readonly media_type: string; readonly data?: string };
}
/** Returns the content that the model received, without the CLI's reminders. */
const sent = (): readonly Block[] =>
  here.world.model.requests
    .at(-1)
    .messages.filter(({ role }: { role: string }) => role === "user")
    .flatMap(({ content }: { content: Block[] }) =>
      content.filter(({ text }) => !/^(<system-reminder>|\[Image: source)/.test(text ?? "")),
    );

it("mentions unignored files and selected lines, removes a mention whole, and runs Tandem's commands", {
  tags: "thorough",
}, async () => {
  await here.begin({
    "reader.txt": "one\ntwo\n",
    "writer.txt": "first\nlast\n",
    "reader.log": "",
    ".gitignore": "*.log\n",
  });
  fs.mkdirSync(here.window.file("docs"));
  fs.writeFileSync(here.window.file("docs/how to.md"), "How.");
  fs.symlinkSync(here.window.file("reader.txt"), here.window.file("read by link.txt"));
  here.world.scripts.set('compare @reader.txt and @"docs/how to.md"', () => [say("Compared.")]);
  await here.window.message.focus();
  const { keyboard } = here.window.page;
  await keyboard.type("compare @read");
  await option(/reader\.txt/).waitFor();
  await option(/read by link\.txt/).waitFor();
  expect(await option(/reader\.log/).count()).toBe(0);
  await keyboard.press("Enter");
  await expect.poll(() => here.window.message.inputValue()).toBe("compare @reader.txt ");
  await keyboard.type("and @wri");
  await option(/writer\.txt/).waitFor();
  await keyboard.press("Tab");
  await attachments().getByRole("listitem", { name: "writer.txt" }).waitFor();
  // First the space after the word, then the word.
  await keyboard.press("Backspace");
  await keyboard.press("Backspace");
  await expect.poll(() => here.window.message.inputValue()).toBe("compare @reader.txt and ");
  await keyboard.type("@how");
  await option(/how to\.md/).click();
  await expect.poll(() => here.window.message.inputValue()).toBe('compare @reader.txt and @"docs/how to.md" ');
  await keyboard.press("Enter");
  await here.window.reply("Compared.").waitFor();
  const both = here.world.sentMessages();
  expect([both.includes("one\\n"), both.includes("How.")]).toEqual([true, true]);

  const { page } = here.window;
  await page.getByRole("treeitem", { name: "reader.txt" }).dblclick();
  await page.locator(".editor-instance .view-line").first().click();
  await keyboard.press("Home");
  await keyboard.press("Shift+ArrowDown");
  await keyboard.press("Shift+End");
  await keyboard.press("Alt+k");
  await expect.poll(() => here.window.message.inputValue(), { timeout: 10_000 }).toBe("@reader.txt#1-2 ");
  here.world.scripts.set("which @writer.txt#L2-2", () => [say("That one.")]);
  await here.window.send("which @writer.txt#2-2");
  await here.window.reply("That one.").waitFor();
  const lines = here.world.sentMessages();
  expect([lines.includes("last"), lines.includes("first\\n")]).toEqual([true, false]);

  const asked = here.world.model.requests.length;
  await here.window.message.focus();
  await keyboard.type("/comp");
  await option(/^\/compact/).waitFor();
  await keyboard.press("Escape");
  await suggestions().waitFor({ state: "detached" });
  await here.window.message.fill("");
  await keyboard.type("/clea");
  await option(/^\/clear Start a new conversation/).waitFor();
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await here.window.transcript.empty.waitFor();
  expect(await here.window.message.inputValue()).toBe("");
  expect(here.world.model.requests.length).toBe(asked);
});

it("sends attachments before the message's text, keeps them over a reload, and explains a refusal", {
  tags: "thorough",
}, async () => {
  // In its own window: a selection from an earlier scenario comes back when the window reloads, and would be sent too.
  await here.openOwn();
  here.world.scripts.set("what is this", () => [say("A point.")]);
  await here.window.panel.locator("input[type=file]").setInputFiles([
    { name: "point.png", mimeType: "image/png", buffer: Buffer.from(png, "base64") },
    { name: "wide.jpg", mimeType: "image/jpeg", buffer: picture(4_000, 20) },
    { name: "paper.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") },
    { name: "build.log", mimeType: "text/plain", buffer: Buffer.from("\ufeffit broke", "utf16le") },
    { name: "tool.bin", mimeType: "application/octet-stream", buffer: Buffer.from([0, 255, 1]) },
  ]);
  await attachments().getByRole("listitem", { name: "point.png" }).waitFor();
  await here.window.transcript.notice("tool.bin was not attached").waitFor();
  await here.window.message.fill("what is this");
  await expect.poll(() => here.world.savedState()).toContain("what is this");
  await here.window.reload();
  await attachments().getByRole("listitem", { name: "build.log" }).waitFor();
  await here.window.composer.send.click();
  await here.window.reply("A point.").waitFor();
  expect(sent().map(({ type, source, title }) => [type, source?.media_type, title])).toEqual([
    ["image", "image/png", undefined],
    ["image", "image/png", undefined],
    ["document", "application/pdf", "paper.pdf"],
    ["document", "text/plain", "build.log"],
    ["text", undefined, undefined],
  ]);
  // Scaled to the resolution that the model uses, and with the media type of the new encoding.
  expect(Buffer.from(sent()[1]?.source?.data ?? "", "base64").readUInt32BE(16)).toBe(1_568);
  expect(sent()[3]?.source?.data).toBe("it broke");
  const prompt = here.window.transcript.prompts;
  await prompt.getByRole("listitem", { name: "build.log" }).waitFor();
  expect(await here.window.composer.attachments.count()).toBe(1);
  await prompt.getByRole("button", { name: "point.png" }).click();
  await here.window.page.locator(".tabs-container .tab", { hasText: "point.png" }).waitFor();
  expect(await here.window.message.inputValue()).toBe("");
});

it("finds text, goes to a prompt, shows what fills the context, and answers side questions", {
  tags: "thorough",
}, async () => {
  await here.begin({ "a.txt": "hay\nneedle\n" });
  const { page, panel } = here.window;
  here.world.scripts.set("look for it", (folder) => [
    { blocks: [{ tool: "Read", input: { file_path: `${folder}/a.txt` } }] },
    say("There is a Needle."),
  ]);
  here.world.scripts.set("and again", () => [say("Nothing more.")]);
  await here.window.send("look for it");
  await here.window.reply("There is a Needle.").waitFor();
  await here.window.send("and again");
  await here.window.reply("Nothing more.").waitFor();
  await here.window.message.focus();
  await page.keyboard.press("Control+F");
  const { find } = here.window;
  await page.keyboard.type("needle");
  await find.status.getByText("2 of 2").waitFor();
  await page.keyboard.press("Shift+Enter");
  await find.status.getByText("1 of 2").waitFor();
  await panel.getByRole("group", { name: "Read a.txt" }).getByText("needle").waitFor();
  await pressCommand(page, "tandem.findNext");
  await find.status.getByText("2 of 2").waitFor();
  await find.field.press("Shift+Enter");
  await find.status.getByText("1 of 2").waitFor();
  await find.button("matchCase").click();
  await find.status.getByText("1 of 1").waitFor();
  await find.button("regex").click();
  await find.field.fill("n[e]+d");
  await find.status.getByText("1 of 1").waitFor();
  await find.field.fill("(");
  await find.status.getByText("Invalid regular expression").waitFor();
  await page.keyboard.press("Escape");
  await find.bar.waitFor({ state: "detached" });
  // The whole conversation fits on the screen.
  expect(await here.window.transcript.jumpToLatest.count()).toBe(0);

  await openList(page, "Tandem: Go to Message…");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "look for it" }).click();
  await here.window.transcript.prompts.filter({ hasText: "look for it" }).waitFor();

  await pressCommand(page, "tandem.showContext");
  await panel.getByText("System prompt").waitFor();
  await page.keyboard.press("Escape");
  await panel.getByText("System prompt").waitFor({ state: "detached" });
  await here.window.composer.effort(undefined).click();
  await here.window.panel.getByRole("menuitemradio", { name: "High", exact: true }).click();
  await here.window.composer.effort("high").waitFor();
  here.world.scripts.set("what is two and two", () => [say("Four.")]);
  await here.window.message.fill("/btw what is two and two");
  await page.keyboard.press("Enter");
  const aside = here.window.composer.sideQuestion;
  await aside.getByRole("status").getByText("Four.").waitFor();
  await page.keyboard.press("Escape");
  await aside.waitFor({ state: "detached" });
  expect(await here.window.transcript.prompts.count()).toBe(2);
});

it("finds earlier messages, continues one in a document, and explains a link that leads nowhere", {
  tags: "thorough",
}, async () => {
  await here.begin();
  const { page, panel } = here.window;
  here.world.scripts.set("the first words", () => [say("It is in [the notes](notes/gone.md).")]);
  await here.window.send("the first words");
  await panel.getByRole("link", { name: "the notes" }).click();
  await panel.getByText("(it doesn't exist)").waitFor();
  await here.window.message.focus();
  const earlier = page.locator(".quick-input-list .monaco-list-row", { hasText: "the first words" }).first();
  await page.keyboard.press("Control+r");
  await earlier.waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => hasFocus(here.window.message)).toBe(true);
  await page.keyboard.press("Control+r");
  await earlier.click();
  await expect.poll(() => here.window.message.inputValue()).toBe("the first words");
  // The list gives the focus back last.
  await expect.poll(() => hasFocus(here.window.message)).toBe(true);
  const asked = here.world.model.requests.length;
  await pressCommand(page, "tandem.editMessage");
  await page.locator(".editor-instance .view-line", { hasText: "the first words" }).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" and more");
  await runCommand(page, "View: Close Editor");
  await expect.poll(() => here.window.message.inputValue()).toBe("the first words and more");
  expect(here.world.model.requests.length).toBe(asked);
  // A closed document is not saved any more, so the save cannot fail.
  expect(await page.locator(".notification-toast").allTextContents()).toEqual([]);
  await here.window.message.fill("");
});

it("sends the selection unless removed, and problems, changes and terminal output as text", {
  tags: "thorough",
}, async () => {
  await here.begin({ "a.json": "{\n  wrong\n}\n", "b.txt": "one\ntwo\n", ".env": "KEY=1\n" });
  const { page } = here.window;
  const { keyboard } = page;
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.c", ...args], {
      cwd: here.window.folder,
      env: { PATH: process.env["PATH"] },
    });
  git("init", "-q");
  git("add", "b.txt");
  git("commit", "-qm", "Add b");
  fs.writeFileSync(here.window.file("b.txt"), "one\nthree\n");
  here.world.scripts.set("say what is selected", () => [say("One.")]);
  here.world.scripts.set("fix @problems and @changes", () => [say("Fixed.")]);
  here.world.scripts.set("why @terminal", () => [say("Because.")]);
  const chip = attachments().getByRole("listitem", { name: "b.txt, line 1 selected" });
  const select = async (name: string, line: string) => {
    await page.getByRole("treeitem", { name }).dblclick();
    await page.locator(".editor-instance .view-line", { hasText: line }).first().click();
    await keyboard.press("Home");
    await keyboard.press("Shift+End");
  };
  await select(".env", "KEY");
  await here.window.composer.includeSelection.waitFor();
  await select("b.txt", "one");
  await chip.waitFor();
  await here.window.composer.excludeSelection.waitFor();
  await here.window.send("say what is selected");
  await here.window.reply("One.").waitFor();
  expect(sent()).toMatchObject([{ type: "document", title: "b.txt#1" }, { type: "text" }]);
  await here.window.composer.excludeSelection.click();

  await select("a.json", "{");
  // Problems are offered only once some exist.
  await page.locator(".editor-instance .squiggly-error").first().waitFor();
  await here.window.message.focus();
  await keyboard.type("fix @prob");
  await option(/^Problems \([1-9]/).waitFor({ timeout: 30_000 });
  await keyboard.press("Enter");
  await keyboard.type("and @chan");
  await option(/^Git changes \([1-9]/).waitFor({ timeout: 30_000 });
  await keyboard.press("Enter");
  await attachments().getByRole("button", { name: "problems", exact: true }).click();
  await page.locator(".tabs-container .tab", { hasText: "@problems" }).waitFor();
  await here.window.message.press("Backspace");
  await here.window.composer.send.click();
  await here.window.reply("Fixed.").waitFor();
  expect(
    sent()
      .slice(-3)
      .map(({ title, source }) => [title, source?.data]),
  ).toEqual([
    ["@problems", expect.stringMatching(/^a\.json:2:\d+: error: /)],
    ["@changes", expect.stringContaining("+three")],
    [undefined, undefined],
  ]);

  await runCommand(page, "Terminal: Create New Terminal");
  await page.locator(".terminal-wrapper.active").waitFor();
  await page.locator(".terminal-wrapper.active .xterm-helper-textarea").focus();
  // The editor does not report output that arrives in the same chunk as the start of a command, so the command waits
  // until its start is known.
  const command = "until [ -e go ]; do sleep 0.1; done; echo it broke; false";
  await keyboard.type(`${command}\n`);
  // The editor does not show that it reported the start; the terminal is offered from then on.
  const isOffered = async () => {
    await here.window.message.fill("");
    await here.window.message.focus();
    await keyboard.type("why @term");
    return option(/^Terminal until/)
      .waitFor({ timeout: 1_000 })
      .then(
        () => true,
        () => false,
      );
  };
  await expect.poll(isOffered, { timeout: 30_000 }).toBe(true);
  await keyboard.press("Enter");
  fs.writeFileSync(here.window.file("go"), "");
  await page.locator(".terminal-command-decoration.error").waitFor();
  await keyboard.press("Enter");
  await here.window.reply("Because.").waitFor();
  expect(sent().at(-2)?.source?.data).toBe(`$ ${command}\nit broke\n(exit code 1)`);

  await here.window.message.fill("!sleep 0.3; echo again; (exit 3)");
  await keyboard.press("Enter");
  await attachments()
    .getByRole("listitem", { name: /^! sleep/ })
    .waitFor();
  here.world.scripts.set("and this", () => [say("That too.")]);
  await here.window.send("and this");
  await here.window.reply("That too.").waitFor();
  expect(sent().at(-2)?.source?.data).toMatch(/again\n\(exit code 3\)$/);
  await here.window.message.fill("# use tabs");
  await keyboard.press("Enter");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "CLAUDE.md" }).first().click();
  await expect.poll(() => here.window.message.inputValue(), { timeout: 10_000 }).toBe("");
  await expect
    .poll(() => fs.existsSync(here.window.file("CLAUDE.md")) && here.window.read("CLAUDE.md"))
    .toBe("- use tabs\n");
});
