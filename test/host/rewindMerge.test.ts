import fs from "node:fs";
import { expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { oneEditor } from "./oneEditor.ts";
import type { RewindAnswer } from "./page/rewindDialog.ts";
import { runCommand } from "./workbench.mjs";

const here = oneEditor({ settings: { "files.autoSave": "off", "tandem.chat.saveFilesBeforeSending": "always" } });

const answer = (name: RewindAnswer) => here.window.rewindDialog.answer(name);
const rewindButton = (text: string) =>
  here.window.transcript.button("rewindToHere", here.window.transcript.prompts.filter({ hasText: text }));

/** Lets the model run a command at a prompt, and the user allow it. */
async function changeMine(): Promise<void> {
  const command = { tool: "Bash", input: { command: "sed -i s/b/B/ mine.txt", description: "Run it" } };
  here.world.scripts.set("change mine", () => [{ blocks: [command] }, say("Done: change mine.")]);
  await here.window.send("change mine");
  await here.window.card.allow.click();
  await here.window.reply("Done: change mine.").waitFor();
  await here.window.composer.stop.waitFor({ state: "detached" });
}

it("saves what you typed, and opens a merge of it with the earlier content", { tags: "thorough" }, async () => {
  await here.begin({ "mine.txt": "a\nb\nc\n" });
  const { page } = here.window;
  await changeMine();
  await runCommand(page, "View: Show Explorer");
  await page.getByRole("treeitem", { name: "mine.txt" }).dblclick();
  await page.locator(".editor-instance .view-line", { hasText: /^B$/ }).click();
  await page.keyboard.type("mine ");
  await rewindButton("change mine").click();
  await answer("both").click();
  await answer("save").click();
  const row = (text: string) => page.locator(".quick-input-list .monaco-list-row", { hasText: text });
  await row("mine.txt").click();
  await row("Merge").click();
  await row("Continue").click();
  await page.locator(".merge-editor").getByText("Earlier content").first().waitFor();
  // The user decides about the conflict. The file has both texts until then.
  await page.locator(".merge-editor").getByText("1 Conflict Remaining").waitFor();
  expect(here.window.read("mine.txt")).toMatch(/^a\n<<<<<<< .*\nBmine \n=======\nb\n>>>>>>> .*\nc\n$/);
  expect(await here.window.transcript.prompts.count()).toBe(0);
});

it("keeps both texts in a file that the editor saves by itself", { tags: "thorough" }, async () => {
  await here.openOwn({
    files: { "mine.txt": "a\nb\nc\n" },
    folderSettings: { "files.autoSave": "afterDelay", "files.autoSaveDelay": 1 },
  });
  const { page } = here.window;
  await changeMine();
  await expect.poll(() => here.world.checkpointLog(here.window.folder), { timeout: 20_000 }).toContain('"turnEnd"');
  fs.writeFileSync(here.window.file("mine.txt"), "a\nB of mine\nc\n");
  await rewindButton("change mine").click();
  await answer("files").click();
  const row = (text: string) => page.locator(".quick-input-list .monaco-list-row", { hasText: text });
  await row("mine.txt").click();
  await row("Merge").click();
  await row("Continue").click();
  await here.window.transcript.notice("Rewound 1 file").last().waitFor();
  await page.locator(".monaco-diff-editor").waitFor();
  expect(here.window.read("mine.txt")).toMatch(/^a\n<<<<<<< .*\nB of mine\n=======\nb\n>>>>>>> .*\nc\n$/);
});
