import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { oneEditor } from "./oneEditor.ts";
import { Composer } from "./page/composer.ts";
import type { RewindAnswer } from "./page/rewindDialog.ts";
import { Transcript } from "./page/transcript.ts";
import { getRow } from "./threeAtWork.ts";
import { getTab, openConversationTree, runCommand } from "./workbench.mjs";

const here = oneEditor({ settings: { "files.autoSave": "off", "tandem.chat.saveFilesBeforeSending": "always" } });

const dialog = () => here.window.rewindDialog.dialog;
const answer = (name: RewindAnswer) => here.window.rewindDialog.answer(name);
const notice = (text: string) => here.window.transcript.notice(text).last();
const prompts = () => here.window.transcript.prompts;
const rewindButton = (text: string) =>
  here.window.transcript.button("rewindToHere", prompts().filter({ hasText: text }));

async function talk(text: string): Promise<void> {
  here.world.scripts.set(text, () => [say(`Heard: ${text}.`)]);
  await here.window.message.fill("");
  await here.window.send(text);
  await here.window.reply(`Heard: ${text}.`).waitFor();
}

async function rewindTo(text: string, parts: RewindAnswer): Promise<void> {
  await rewindButton(text).click();
  await answer(parts).click();
}

it("rewinds a conversation, undoes and redoes that, also after other messages and a reload", {
  tags: "thorough",
}, async () => {
  await here.openOwn();
  await talk("the first");
  await talk("the second");
  await rewindTo("the second", "conversation");
  await expect.poll(() => here.window.message.inputValue()).toBe("the second");
  await here.window.transcript.button("undo", notice("Rewound the conversation")).click();
  await here.window.reply("Heard: the second.").waitFor();
  // The message is in the conversation again, and so no longer in the composer.
  await expect.poll(() => here.window.message.inputValue()).toBe("");
  await here.window.transcript.button("redo", notice("The rewind of the conversation was undone")).click();
  await notice("The rewind of the conversation was redone").waitFor();
  expect(await prompts().count()).toBe(1);
  await expect.poll(() => here.window.message.inputValue()).toBe("the second");
  await talk("another way");
  expect([here.world.sentMessages().includes("the first"), here.world.sentMessages().includes("the second")]).toEqual([
    true,
    false,
  ]);

  await here.window.reload();
  await here.window.reply("Heard: another way.").waitFor();
  await runCommand(here.window.page, "Tandem: Undo Last Rewind");
  await answer("undo").click();
  await here.window.reply("Heard: the second.").waitFor();
  expect(await prompts().allInnerTexts()).toEqual([
    expect.stringContaining("the first"),
    expect.stringContaining("the second"),
  ]);
  await talk("the third");
  expect([here.world.sentMessages().includes("the second"), here.world.sentMessages().includes("another way")]).toEqual(
    [true, false],
  );

  // The sessions that the rewinds left behind are saved, and have no rows.
  expect(here.world.savedTranscripts()).toContain("another way");
  await openConversationTree(here.window.page);
  const rows = here.window.page
    .getByRole("tree", { name: /Conversations/ })
    .getByRole("treeitem", { name: /the first/ });
  await expect.poll(() => rows.count()).toBe(1);
});

/** Lets the model run these calls at a prompt. */
function script(text: string, ...calls: readonly { readonly tool: string; readonly input: object }[]): void {
  here.world.scripts.set(text, () => [...calls.map((call) => ({ blocks: [call] })), say(`Done: ${text}.`)]);
}
const bash = (command: string) => ({ tool: "Bash", input: { command, description: "Run it" } });
const readFiles = (folder: string) => {
  const found: Record<string, string> = {};
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).sort())
    if (fs.statSync(path.join(folder, name)).isFile()) found[name] = fs.readFileSync(path.join(folder, name), "utf8");
  return found;
};
const files = () => readFiles(here.window.folder);

it("forks from a prompt and resends an edited one in tabs, after saving unsaved files", {
  tags: "thorough",
}, async () => {
  const texts = {
    "what came before": "Before.",
    "the question": "The answer.",
    "another question": "Another answer.",
    "the question, better": "A better answer.",
  };
  for (const [text, answer] of Object.entries(texts)) here.world.scripts.set(text, () => [say(answer)]);
  await here.openOwn({ files: { "a.txt": "on the disk" } });
  const { window } = here;
  const { page } = window;
  await window.send("what came before");
  await window.reply("Before.").waitFor();
  await window.panel
    .locator("input[type=file]")
    .setInputFiles({ name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("attached words") });
  await window.send("the question");
  await window.reply("The answer.").waitFor();
  await page.getByRole("treeitem", { name: "a.txt" }).dblclick();
  await page.locator(".monaco-editor .view-line", { hasText: "on the disk" }).click();
  await page.keyboard.type("typed ");
  await page.locator(".tabs-container .tab.dirty").waitFor();
  expect(window.read("a.txt")).toBe("on the disk");

  const asked = window.transcript.prompts.filter({ hasText: "the question" });
  await asked.hover();
  await window.transcript.button("forkFromHere", asked).click();
  const message = new Composer(getTab(page)).message;
  await expect.poll(() => message.inputValue()).toBe("the question");
  await new Composer(getTab(page)).attachments.getByRole("listitem", { name: "note.txt" }).waitFor();
  await message.fill("another question");
  await new Composer(getTab(page)).send.click();
  await getTab(page).getByText("Another answer.").waitFor();
  await getTab(page).getByText("Before.", { exact: true }).waitFor();
  // The fork has the earlier messages and none of the later ones; the list shows both under their own titles.
  const told = here.world.sentMessages();
  expect([
    told.includes("what came before"),
    told.includes("The answer."),
    told.split("attached words").length - 1,
  ]).toEqual([true, false, 1]);
  await openConversationTree(page);
  await getRow(here.window, "what came before (fork)").waitFor();
  expect(window.read("a.txt")).toContain("typed ");

  await asked.hover();
  await window.transcript.button("editAndResend", asked).click();
  await window.transcript.editedMessage.fill("the question, better");
  await window.transcript.button("resend").click();
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "Fork" }).first().click();
  await getTab(page).getByText("A better answer.").waitFor();
  await window.reply("The answer.").waitFor();
  const { messages } = here.world.model.requests.at(-1);
  expect(JSON.stringify(messages)).not.toContain("Another answer.");
  expect(JSON.stringify(messages).split("attached words")).toHaveLength(2);
});

it("rewinds a command's changes, keeps the user's, and undoes the rewind after a reload", {
  tags: "thorough",
}, async () => {
  await here.openOwn({
    files: {
      "a.txt": "one\ntwo\nthree\n",
      "lib/b.txt": "b\n",
      "gone/c.txt": "c\n",
      "mine.txt": "a\nb\nc\n",
      "kept.txt": "k\n",
      "taken.txt": "t\n",
    },
  });
  const before = files();
  script(
    "change it",
    bash(
      "rm -rf gone && mv lib/b.txt lib/moved.txt && sed -i s/two/2/ a.txt mine.txt; sed -i s/a/A/ mine.txt; sed -i s/k/K/ kept.txt; sed -i s/t/T/ taken.txt; mkdir new && echo new > new/n.txt",
    ),
  );
  await here.window.send("change it");
  await here.window.card.allow.click();
  await here.window.reply("Done: change it.").waitFor();
  await here.window.composer.stop.waitFor({ state: "detached" });
  // A change before the turn's last checkpoint counts as the turn's.
  await expect.poll(() => here.world.checkpointLog(here.window.folder), { timeout: 20_000 }).toContain('"turnEnd"');
  for (const [name, text] of Object.entries({
    "mine.txt": "A\nb\nc of mine\n",
    "kept.txt": "K\nof mine\n",
    "taken.txt": "T\nof mine\n",
  }))
    fs.writeFileSync(here.window.file(name), text);
  const after = files();

  await rewindButton("change it").click();
  for (const line of [
    "gone/c.txt (recreated)",
    "lib/b.txt (moved back from lib/moved.txt)",
    "Kept, because you or another program changed them since:",
  ])
    await dialog().getByText(line).waitFor();
  await answer("both").click();
  const row = (text: string) => here.window.page.locator(".quick-input-list .monaco-list-row", { hasText: text });
  await row("mine.txt").click();
  await row("Merge").click();
  await row("taken.txt").click();
  await row("Restore").click();
  await row("Continue").click();
  await notice("Rewound the conversation and 6 files").waitFor();
  const rewound = { ...before, "mine.txt": "a\nb\nc of mine\n", "kept.txt": "K\nof mine\n" };
  expect(files()).toEqual(rewound);
  expect(await prompts().count()).toBe(0);

  await here.window.reload();
  await expect.poll(() => here.window.message.inputValue()).toBe("change it");
  await runCommand(here.window.page, "Tandem: Undo Last Rewind");
  await here.window.reply("Done: change it.").waitFor();
  expect(files()).toEqual(after);
  await runCommand(here.window.page, "Tandem: Redo Rewind");
  await expect.poll(files).toEqual(rewound);
});

it("rewinds the files of a resumed conversation, and of a fork to a shared message", {
  tags: "thorough",
}, async () => {
  await here.openOwn({ files: { "a.txt": "one\n", "gone/c.txt": "c\n" } });
  const before = files();
  script("change it", bash("rm -rf gone && sed -i s/one/1/ a.txt && mkdir new && echo new > new/n.txt"));
  await here.window.send("change it");
  await here.window.card.allow.click();
  await here.window.reply("Done: change it.").waitFor();
  await talk("and more");
  await here.window.composer.stop.waitFor({ state: "detached" });
  const after = files();

  await here.window.reload();
  await here.window.reply("Heard: and more.").waitFor();
  await rewindTo("change it", "files");
  await notice("Rewound 3 files").waitFor();
  expect(files()).toEqual(before);
  await here.window.transcript.button("undo", notice("Rewound 3 files")).click();
  await notice("files was undone").waitFor();
  expect(files()).toEqual(after);

  const asked = prompts().filter({ hasText: "and more" });
  await asked.hover();
  await here.window.transcript.button("forkFromHere", asked).click();
  const fork = getTab(here.window.page);
  await expect.poll(() => new Composer(fork).message.inputValue()).toBe("and more");
  const shared = new Transcript(fork).prompts.filter({ hasText: "change it" });
  await shared.hover();
  await new Transcript(fork).button("rewindToHere", shared).click();
  await answer("both").click();
  await new Transcript(fork).notice("Rewound the conversation and 3 files").waitFor();
  expect(files()).toEqual(before);
  // The original keeps its messages.
  expect(await prompts().count()).toBe(2);
});

it("rewinds files of two workspace folders together, undoes that, and names a file outside both", {
  tags: "thorough",
}, async () => {
  await here.openOwn({
    files: { "a.txt": "one\n", "gone/c.txt": "c\n" },
    roots: { library: { "b.txt": "one\n", "shelf/d.txt": "d\n" } },
  });
  const row = (text: string) => here.window.page.locator(".quick-input-list .monaco-list-row", { hasText: text });
  await row(path.basename(here.window.folder)).click();
  await row(path.basename(here.window.folder)).waitFor({ state: "hidden" });
  const library = path.join(path.dirname(here.window.folder), "library");
  const outside = path.join(path.dirname(here.window.folder), "outside.txt");
  const both = () => [readFiles(here.window.folder), readFiles(library)];
  const before = both();
  script(
    "change both",
    bash(
      `rm -rf gone && sed -i s/one/1/ a.txt '${library}/b.txt' && mv '${library}/shelf/d.txt' '${library}/moved.txt' && echo new > '${library}/new.txt'`,
    ),
    { tool: "Write", input: { file_path: path.join(library, "written.txt"), content: "written\n" } },
    { tool: "Write", input: { file_path: outside, content: "outside\n" } },
  );
  await here.window.send("change both");
  for (const shown of ["sed -i", "written.txt", "outside.txt"]) {
    await here.window.card.allow.waitFor();
    await here.window.panel.getByText(shown).first().waitFor();
    await here.window.card.allow.click();
  }
  await here.window.reply("Done: change both.").waitFor();
  await here.window.composer.stop.waitFor({ state: "detached" });
  for (const folder of [here.window.folder, library])
    await expect.poll(() => here.world.checkpointLog(folder), { timeout: 20_000 }).toContain('"turnEnd"');
  const after = both();
  expect(after).not.toEqual(before);
  const mine = "of mine\n";
  fs.writeFileSync(path.join(library, "new.txt"), mine);

  await rewindButton("change both").click();
  for (const line of [
    "gone/c.txt (recreated)",
    "a.txt (restores 1 line, removes 1 line)",
    `${library}/b.txt (restores 1 line, removes 1 line)`,
    `${library}/shelf/d.txt (moved back from ${library}/moved.txt)`,
    `${library}/written.txt (deleted)`,
    "Kept, because you or another program changed them since:",
    `${outside} (outside the workspace)`,
  ])
    await dialog().getByText(line).waitFor();
  await answer("both").click();
  await row("Continue").click();
  await notice("Rewound the conversation and 5 files").waitFor();
  expect(both()).toEqual([before[0], { ...before[1], "new.txt": mine }]);
  expect(fs.readFileSync(outside, "utf8")).toBe("outside\n");

  await here.window.reload();
  await expect.poll(() => here.window.message.inputValue()).toBe("change both");
  await runCommand(here.window.page, "Tandem: Undo Last Rewind");
  await here.window.reply("Done: change both.").waitFor();
  expect(both()).toEqual([after[0], { ...after[1], "new.txt": mine }]);
});

const lines = (changed: Readonly<Record<number, string>> = {}) =>
  `${Array.from({ length: 40 }, (_, index) => changed[index + 1] ?? `line ${index + 1}`).join("\n")}\n`;

it("stops the turn, and restores what the preview includes, also in editors with their undo", {
  tags: "thorough",
}, async () => {
  await here.begin({ "f.txt": lines(), "out.txt": "1\n", "typed.txt": "1\n" });
  const { page } = here.window;
  const openFile = async (name: string): Promise<void> => {
    await page.getByRole("treeitem", { name }).dblclick();
    await page.locator(".tabs-container .tab.active", { hasText: name }).waitFor();
  };
  script("change them", bash("sed -i 's/^line 2$/A/; s/^line 38$/B/' f.txt; sed -i s/1/2/ out.txt typed.txt"));
  await here.window.send("change them");
  await here.window.card.allow.click();
  await here.window.reply("Done: change them.").waitFor();
  await here.window.composer.stop.waitFor({ state: "detached" });
  here.world.scripts.set("go on", () => [{ blocks: [{ text: "It begins." }, { gate: new Promise<void>(() => {}) }] }]);
  await here.window.send("go on");
  await here.window.reply("It begins.").waitFor();
  // After the message, with which unsaved files are saved.
  await runCommand(page, "View: Show Explorer");
  await openFile("f.txt");
  await openFile("typed.txt");
  await page.locator(".editor-instance .view-line", { hasText: /^2$/ }).click();
  await page.keyboard.type("not saved ");
  await page.locator(".tabs-container .tab.dirty", { hasText: "typed.txt" }).waitFor();

  await rewindButton("change them").click();
  await here.window.rewindDialog.stop.click();
  await answer("preview").click();
  const inPreview = (text: RegExp) => page.locator(".multiDiffEditor .view-line", { hasText: text }).last();
  // The editor shows spaces as characters of its own.
  await inPreview(/^line.38$/).click();
  await page.getByRole("button", { name: "Exclude Change from Rewind" }).click();
  await inPreview(/^line.38$/).waitFor({ state: "detached" });
  await page
    .locator(".multiDiffEditor .multiDiffEntry", { hasText: "out.txt" })
    .locator(".view-line", { hasText: /^1$/ })
    .click();
  await page.getByRole("button", { name: /^Ln 1, Col \d/ }).waitFor();
  await page.getByRole("button", { name: "Exclude File from Rewind" }).click();
  await page.locator(".multiDiffEditor").getByText("out.txt").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Apply Rewind…" }).click();
  await dialog().getByText("Excluded:").waitFor();
  expect(await answer("preview").count()).toBe(0);
  await answer("files").click();
  await answer("discard").click();
  await notice("Rewound 2 files").waitFor();
  expect(files()).toMatchObject({ "f.txt": lines({ 38: "B" }), "out.txt": "2\n", "typed.txt": "1\n" });
  expect(await prompts().count()).toBe(2);

  await openFile("f.txt");
  await page.keyboard.press("Control+Home");
  await page.locator(".editor-instance .view-line", { hasText: /^line.2$/ }).waitFor();
  await page.keyboard.press("Control+z");
  await page.locator(".editor-instance .view-line", { hasText: /^A$/ }).waitFor();
});

it("says once that there is no git, and restores what claude's edit tools wrote", { tags: "thorough" }, async () => {
  await here.openOwn({ files: { "a.txt": "1\n" }, folderSettings: { "git.enabled": false } });
  script("write it", { tool: "Write", input: { file_path: here.window.file("new.txt"), content: "new\n" } });
  await here.window.send("write it");
  await here.window.card.allow.click();
  await here.window.reply("Done: write it.").waitFor();
  await talk("and more");
  expect(await here.window.transcript.notice("Git was not found").count()).toBe(1);
  await rewindButton("write it").click();
  await dialog().getByText("Git was not found").waitFor();
  await answer("both").click();
  await notice("Rewound the conversation and 1 file").waitFor();
  expect(fs.existsSync(here.window.file("new.txt"))).toBe(false);
  await expect.poll(() => here.window.message.inputValue()).toBe("write it");
});
