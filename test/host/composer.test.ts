import fs from "node:fs";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { EditorWorld, type Window } from "./editorWorld.ts";
import { runCommand } from "./workbench.mjs";

const say = (text: string) => ({ blocks: [{ text }] });
/** One red point. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

let world: EditorWorld;
let window: Window;

beforeAll(async () => {
  world = await EditorWorld.create();
});
afterEach(() => window?.close());
afterAll(() => world.close());

const suggestions = () => window.panel.getByRole("listbox", { name: "Suggestions" });
const option = (name: string | RegExp) => suggestions().getByRole("option", { name });
const attachments = () => window.panel.getByRole("list", { name: "Attachments" });
interface Block {
  readonly type: string;
  readonly text?: string;
  readonly title?: string;
  readonly source?: { readonly media_type: string };
}
/** What the model was sent, without the reminders of the CLI. */
const sent = (): readonly Block[] =>
  world.model.requests
    .at(-1)
    .messages.filter(({ role }: { role: string }) => role === "user")
    .flatMap(({ content }: { content: Block[] }) => content.filter(({ text }) => !/^(<system-reminder>|\[Image: source)/.test(text ?? "")));

it("mentions files that ignore files leave and selected lines, removes one as a whole, and runs commands of its own", async () => {
  window = await world.open({ files: { "reader.txt": "one\ntwo\n", "writer.txt": "", "secret.log": "", ".gitignore": "*.log\n" } });
  fs.mkdirSync(window.file("docs"));
  fs.writeFileSync(window.file("docs/how to.md"), "How.");
  fs.mkdirSync(window.file(".git"));
  world.scripts.set('compare @reader.txt and @"docs/how to.md"', () => [say("Compared.")]);
  await window.message.focus();
  const { keyboard } = window.page;
  await keyboard.type("compare @read");
  await option(/reader\.txt/).waitFor();
  await keyboard.press("Enter");
  await expect.poll(() => window.message.inputValue()).toBe("compare @reader.txt ");
  await keyboard.type("and @wri");
  await option(/writer\.txt/).waitFor();
  await keyboard.press("Tab");
  await attachments().getByRole("listitem", { name: "writer.txt" }).waitFor();
  // Behind the word, then the word.
  await keyboard.press("Backspace");
  await keyboard.press("Backspace");
  await expect.poll(() => window.message.inputValue()).toBe("compare @reader.txt and ");
  await keyboard.type("@secret");
  await suggestions().waitFor({ state: "detached" });
  for (let count = 0; count < "secret".length; count++) await keyboard.press("Backspace");
  await keyboard.type("how");
  await option(/how to\.md/).click();
  await expect.poll(() => window.message.inputValue()).toBe('compare @reader.txt and @"docs/how to.md" ');
  await keyboard.press("Enter");
  await window.reply("Compared.").waitFor();
  expect(JSON.stringify(world.model.requests.at(-1).messages)).toContain("one\\n");

  const { page } = window;
  await page.getByRole("treeitem", { name: "reader.txt" }).dblclick();
  await page.locator(".editor-instance .view-line").first().click();
  await keyboard.press("Home");
  await keyboard.press("Shift+ArrowDown");
  await keyboard.press("Shift+End");
  await keyboard.press("Alt+k");
  await expect.poll(() => window.message.inputValue(), { timeout: 10_000 }).toBe("@reader.txt#1-2 ");
  await window.message.fill("");

  const asked = world.model.requests.length;
  await keyboard.type("/comp");
  await option(/^\/compact/).waitFor();
  await keyboard.press("Escape");
  await suggestions().waitFor({ state: "detached" });
  await window.message.fill("");
  await keyboard.type("/clea");
  await option(/^\/clear Start a new conversation/).waitFor();
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await window.panel.getByRole("heading", { name: "Start a conversation" }).waitFor();
  expect(await window.message.inputValue()).toBe("");
  expect(world.model.requests.length).toBe(asked);
});

it("sends images and texts before the words, says why it refuses one, and keeps them over a reload", async () => {
  window = await world.open();
  world.scripts.set("what is this", () => [say("A point.")]);
  await window.panel.locator("input[type=file]").setInputFiles([
    { name: "point.png", mimeType: "image/png", buffer: Buffer.from(png, "base64") },
    { name: "build.log", mimeType: "text/plain", buffer: Buffer.from("it broke") },
    { name: "tool.bin", mimeType: "application/octet-stream", buffer: Buffer.from([0, 255, 1]) },
  ]);
  await attachments().getByRole("listitem", { name: "point.png" }).waitFor();
  await window.panel.getByRole("alert").filter({ hasText: "tool.bin was not attached" }).waitFor();
  await window.message.fill("what is this");
  await expect.poll(() => world.savedState()).toContain("what is this");
  await window.reload();
  await attachments().getByRole("listitem", { name: "build.log" }).waitFor();
  await window.button("Send").click();
  await window.reply("A point.").waitFor();
  expect(sent().map(({ type, source, title }) => [type, source?.media_type, title])).toEqual([
    ["image", "image/png", undefined],
    ["document", "text/plain", "build.log"],
    ["text", undefined, undefined],
  ]);
  const prompt = window.panel.getByRole("article", { name: "You" });
  await prompt.getByRole("listitem", { name: "build.log" }).waitFor();
  expect(await window.panel.getByRole("list", { name: "Attachments" }).count()).toBe(1);
  await prompt.getByRole("button", { name: "point.png" }).click();
  await window.page.locator(".tabs-container .tab", { hasText: "point.png" }).waitFor();
  expect(await window.message.inputValue()).toBe("");
});

it("finds what was said, goes to a prompt, says what fills the context, and answers a question beside the conversation", async () => {
  window = await world.open({ files: { "a.txt": "hay\nneedle\n" } });
  const { page, panel } = window;
  world.scripts.set("look for it", (folder) => [{ blocks: [{ tool: "Read", input: { file_path: `${folder}/a.txt` } }] }, say("There is a Needle.")]);
  world.scripts.set("and again", () => [say("Nothing more.")]);
  await window.send("look for it");
  await window.reply("There is a Needle.").waitFor();
  await window.send("and again");
  await window.reply("Nothing more.").waitFor();
  await window.message.focus();
  await page.keyboard.press("Control+F");
  const find = panel.getByRole("search", { name: "Find in conversation" });
  await page.keyboard.type("needle");
  await find.getByRole("status").getByText("2 of 2").waitFor();
  await page.keyboard.press("Shift+Enter");
  await find.getByRole("status").getByText("1 of 2").waitFor();
  await panel.getByRole("group", { name: "Read a.txt" }).getByText("needle").waitFor();
  await find.getByRole("button", { name: "Match case" }).click();
  await find.getByRole("status").getByText("1 of 1").waitFor();
  await find.getByRole("button", { name: "Use regular expression" }).click();
  await find.getByRole("textbox", { name: "Find" }).fill("(");
  await find.getByRole("status").getByText("No regular expression").waitFor();
  await page.keyboard.press("Escape");
  await find.waitFor({ state: "detached" });

  await runCommand(page, "Tandem: Go to Prompt…");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "look for it" }).click();
  await panel.getByRole("article", { name: "You" }).filter({ hasText: "look for it" }).waitFor();

  await window.button("What fills the context").click();
  await panel.getByText("System prompt").waitFor();
  await page.keyboard.press("Escape");
  await panel.getByText("System prompt").waitFor({ state: "detached" });
  await window.button("Effort: Default").click();
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "High" }).first().click();
  await window.button("Effort: High").waitFor();
  world.scripts.set("what is two and two", () => [say("Four.")]);
  await window.message.fill("/btw what is two and two");
  await page.keyboard.press("Enter");
  const aside = panel.getByRole("region", { name: "Side question" });
  await aside.getByRole("status").getByText("Four.").waitFor();
  await page.keyboard.press("Escape");
  await aside.waitFor({ state: "detached" });
  expect(await panel.getByRole("article", { name: "You" }).count()).toBe(2);
});
