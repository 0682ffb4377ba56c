import fs from "node:fs";
import { expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { pressCommand } from "./boundCommands.mjs";
import { oneEditor } from "./oneEditor.ts";
import { hasFocus } from "./window.ts";
import { runCommand } from "./workbench.mjs";

const here = oneEditor({ settings: { "files.autoSave": "off", "tandem.chat.saveFilesBeforeSending": "always" } });

const card = (name: string) => here.window.panel.getByRole("group", { name, exact: true });
const tab = (name: string) => here.window.page.locator(".tabs-container .tab", { hasText: name });
const bytes = (name: string) => fs.readFileSync(here.window.file(name)).toString("latin1");

/** Sends a prompt for which the model reads the file and then edits it. */
async function propose(name: string, content: string | Buffer, edit: object): Promise<void> {
  here.world.scripts.set(`edit ${name}`, (folder) => [
    { blocks: [{ tool: "Read", input: { file_path: `${folder}/${name}`, limit: 20 } }] },
    { blocks: [{ tool: "Edit", input: { file_path: `${folder}/${name}`, ...edit } }] },
    say(`Done with ${name}.`),
  ]);
  await here.begin();
  fs.writeFileSync(here.window.file(name), content);
  await here.window.send(`edit ${name}`);
  await card(`Permission: Edit ${name}`).waitFor();
}

async function allow(name: string): Promise<void> {
  await here.window.card.allow.click();
  await here.window.reply(`Done with ${name}.`).waitFor();
  expect(await here.window.panel.getByRole("alert").count()).toBe(0);
}

const many = Array.from({ length: 50_000 }, (_, index) => `line ${index + 1}\n`).join("");
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
const kinds = [
  {
    name: "every.txt",
    content: "a b a\nb a\n",
    edit: { old_string: "a", new_string: "c", replace_all: true },
    after: "c b c\nb c\n",
  },
  { name: "noEnd.txt", content: "one\ntwo", edit: { old_string: "two", new_string: "2" }, after: "one\n2" },
  {
    name: "long.txt",
    content: many,
    edit: { old_string: "line 40000\n", new_string: "LINE\n" },
    after: many.replace("line 40000\n", "LINE\n"),
  },
  {
    name: "wide.txt",
    content: utf16("one\ntwo\n"),
    edit: { old_string: "two", new_string: "2 é" },
    after: utf16("one\n2 é\n"),
  },
] as const;

it.each(kinds)("shows and writes exactly $name", { tags: "thorough" }, async ({ name, content, edit, after }) => {
  await propose(name, content, edit);
  await here.window.card.hunk(1, 1).waitFor();
  await tab(`${name} (proposed)`).waitFor();
  await allow(name);
  expect(bytes(name)).toBe(Buffer.from(after).toString("latin1"));
});

it("writes an edit without its rejected hunk and with what the user typed into it", {
  tags: "thorough",
}, async () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
  const text = `${lines.join("\n")}\n`;
  const wanted = text
    .replace("line 2\n", "LINE 2\n")
    .replace("line 20\n", "LINE 20\n")
    .replace("line 38\n", "LINE 38\n");
  await propose("part.txt", text, { old_string: text, new_string: wanted });
  await here.window.card.rejectHunk(2, 3).click();
  await tab("part.txt (proposed)").click();
  await here.window.page.locator(".monaco-diff-editor .modified .view-line", { hasText: /^line\s1$/ }).click();
  await here.window.page.keyboard.press("Home");
  await here.window.page.keyboard.type("my ");
  await here.window.panel.getByText("edited by you").waitFor();
  await allow("part.txt");
  expect(here.window.read("part.txt")).toBe(`my ${wanted.replace("LINE 20\n", "line 20\n")}`);
});

it("says on a waiting edit whether its file changed, is missing, or has unsaved text", {
  tags: "thorough",
}, async () => {
  await propose("moving.txt", "one\ntwo\n", { old_string: "two", new_string: "2" });
  const facts = card("Permission: Edit moving.txt");
  fs.writeFileSync(here.window.file("moving.txt"), "one\ntwo\nthree\n");
  await facts.getByText("The file changed while this request was waiting.").waitFor();
  await tab("moving.txt (proposed)").waitFor();
  fs.rmSync(here.window.file("moving.txt"));
  await facts.getByText("The file does not exist, so the edit will fail.").waitFor();
  // The old text occurs only once: the present content is the one that the edit was made for.
  fs.writeFileSync(here.window.file("moving.txt"), "one\ntwo\n");
  await here.window.card.hunk(1, 1).waitFor();

  const { page } = here.window;
  await page.getByRole("treeitem", { name: "moving.txt" }).dblclick();
  await page.locator(".tabs-container .tab.active", { hasNotText: "proposed" }).waitFor();
  await page.locator(".editor-instance .view-line", { hasText: "one" }).first().click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("zero ");
  await facts.getByText("not part of this edit").waitFor();
  await here.window.card.button("saveFile").click();
  await facts.getByText("not part of this edit").waitFor({ state: "detached" });
  expect(here.window.read("moving.txt")).toBe("zero one\ntwo\n");
  await runCommand(page, "Tandem: Deny");
  await here.window.reply("Done with moving.txt.").waitFor();
  expect(here.window.read("moving.txt")).toBe("zero one\ntwo\n");
});

it("shows claude's writes to unwatched files in editors, and loses neither them nor unsaved changes", {
  tags: "thorough",
}, async () => {
  const text = "one\ntwo\nthree\n";
  // The editor watches neither file, as in a folder with too many files or on a drive without notifications.
  const folderSettings = { "files.autoSave": "off", "files.watcherExclude": { "**/apart/**": true } };
  await here.openOwn({ files: { "apart/clean.txt": text, "apart/typed.txt": text }, folderSettings });
  const { window } = here;
  const { page } = window;
  await pressCommand(page, "tandem.mode.acceptEdits");
  await window.composer.mode("acceptEdits").waitFor();
  const gates = [1, 2].map(() => {
    let open = (): void => {};
    const promise = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { promise, open: () => open() };
  }) as [{ promise: Promise<void>; open: () => void }, { promise: Promise<void>; open: () => void }];
  const write = (folder: string, name: string, content: string) => ({
    tool: "Write",
    input: { file_path: `${folder}/apart/${name}`, content },
  });
  const read = (folder: string, name: string) => ({ tool: "Read", input: { file_path: `${folder}/apart/${name}` } });
  here.world.scripts.set("first", (folder) => [
    { blocks: [read(folder, "clean.txt"), read(folder, "typed.txt")] },
    {
      blocks: [
        { text: "Read." },
        { gate: gates[0].promise },
        write(folder, "clean.txt", "ONE\ntwo\nthree\n"),
        write(folder, "typed.txt", `${text}four\n`),
      ],
    },
    say("Written."),
  ]);
  here.world.scripts.set("second", (folder) => [
    { blocks: [read(folder, "typed.txt")] },
    {
      blocks: [
        { text: "Read again." },
        { gate: gates[1].promise },
        write(folder, "typed.txt", "my one\ntwo\nTHREE\nfour\n"),
      ],
    },
    say("Written again."),
  ]);
  await page.getByRole("treeitem", { name: "apart" }).click();
  const show = async (name: string): Promise<void> => {
    await page.getByRole("treeitem", { name }).dblclick();
    await page.locator(".tabs-container .tab.active", { hasText: name }).waitFor();
  };
  await show("typed.txt");
  const line = (shown: string) =>
    page.locator(".editor-instance .view-line").filter({ hasText: new RegExp(`^${shown}$`) });
  const typeAt = async (words: string): Promise<void> => {
    await line("two").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type(words);
    await page.locator(".tabs-container .tab.dirty", { hasText: "typed.txt" }).waitFor();
  };

  await window.send("first");
  await window.reply("Read.").waitFor();
  await typeAt("my ");
  await show("clean.txt");
  await line("one").waitFor();
  await window.message.focus();
  gates[0].open();
  await line("ONE").waitFor();
  expect(await hasFocus(window.message)).toBe(true);
  expect(
    await page.locator(".tabs-container .tab.active", { hasText: "clean.txt" }).getAttribute("class"),
  ).not.toContain("dirty");
  await window.reply("Written.").waitFor();
  const notice = window.transcript.notice("typed.txt has unsaved changes");
  await notice.waitFor();
  expect(window.read("apart/typed.txt")).toBe(`${text}four\n`);
  await notice.getByRole("button", { name: "Merge" }).click();
  await line("four").waitFor();
  // The press on the button has the focus until the editor takes it.
  await line("my\\sone").click();
  expect(window.read("apart/typed.txt")).toBe(`${text}four\n`);
  await page.keyboard.press("Control+S");
  await expect.poll(() => window.read("apart/typed.txt")).toBe("my one\ntwo\nthree\nfour\n");

  // The editor detects a changed file by its length, and would overwrite one of the same length.
  await window.send("second");
  await window.reply("Read again.").waitFor();
  await typeAt("all ");
  gates[1].open();
  await window.reply("Written again.").waitFor();
  await line("all\\smy\\sone").click();
  await page.keyboard.press("Control+S");
  await expect.poll(() => window.read("apart/typed.txt")).toBe("all my one\ntwo\nTHREE\nfour\n");
  await window.transcript.notice("were merged with claude's").waitFor();
});
