import fs from "node:fs";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { EditorWorld, type Window } from "./editorWorld.ts";

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

it("mentions files that ignore files leave, by keys, and removes one as a whole", async () => {
  window = await world.open({ files: { "reader.ts": "one\ntwo\n", "writer.ts": "", "secret.log": "", ".gitignore": "*.log\n" } });
  fs.mkdirSync(window.file("docs"));
  fs.writeFileSync(window.file("docs/how to.md"), "How.");
  fs.mkdirSync(window.file(".git"));
  world.scripts.set('compare @reader.ts and @"docs/how to.md"', () => [say("Compared.")]);
  await window.message.focus();
  const { keyboard } = window.page;
  await keyboard.type("compare @read");
  await option(/reader\.ts/).waitFor();
  await keyboard.press("Enter");
  await expect.poll(() => window.message.inputValue()).toBe("compare @reader.ts ");
  await keyboard.type("and @wri");
  await option(/writer\.ts/).waitFor();
  await keyboard.press("Tab");
  await attachments().getByRole("listitem", { name: "writer.ts" }).waitFor();
  // Behind the word, then the word.
  await keyboard.press("Backspace");
  await keyboard.press("Backspace");
  await expect.poll(() => window.message.inputValue()).toBe("compare @reader.ts and ");
  await keyboard.type("@secret");
  await suggestions().waitFor({ state: "detached" });
  for (let count = 0; count < "secret".length; count++) await keyboard.press("Backspace");
  await keyboard.type("how");
  await option(/how to\.md/).click();
  await expect.poll(() => window.message.inputValue()).toBe('compare @reader.ts and @"docs/how to.md" ');
  await keyboard.press("Enter");
  await window.reply("Compared.").waitFor();
  expect(JSON.stringify(world.model.requests.at(-1).messages)).toContain("one\\n");
});

it("offers commands of the CLI and of its own, and runs its own without asking the model", async () => {
  window = await world.open();
  world.scripts.set("hello", () => [say("Hello.")]);
  await window.send("hello");
  await window.reply("Hello.").waitFor();
  const asked = world.model.requests.length;
  await window.message.focus();
  await window.page.keyboard.type("/comp");
  await option(/^\/compact/).waitFor();
  await window.page.keyboard.press("Escape");
  await suggestions().waitFor({ state: "detached" });
  await window.message.fill("");
  await window.page.keyboard.type("/clea");
  await option(/^\/clear Start a new conversation/).waitFor();
  await window.page.keyboard.press("Tab");
  await window.page.keyboard.press("Enter");
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
  await expect.poll(() => world.savedState()).toContain("build.log");
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
