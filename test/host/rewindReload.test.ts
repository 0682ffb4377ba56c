import fs from "node:fs";
import { expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { oneEditor } from "./oneEditor.ts";
import type { RewindAnswer } from "./page/rewindDialog.ts";
import { getRow } from "./threeAtWork.ts";
import { keepStoredTabs, openConversationTree } from "./workbench.mjs";

const here = oneEditor({ settings: { "files.autoSave": "off" } });

const answer = (name: RewindAnswer) => here.window.rewindDialog.answer(name);
const notice = (text: string) => here.window.transcript.notice(text).last();
const rewindButton = (text: string) =>
  here.window.transcript.button("rewindToHere", here.window.transcript.prompts.filter({ hasText: text }));

async function talk(text: string): Promise<void> {
  here.world.scripts.set(text, () => [say(`Heard: ${text}.`)]);
  await here.window.send(text);
  await here.window.reply(`Heard: ${text}.`).waitFor();
}

async function rewindTo(text: string, parts: RewindAnswer): Promise<void> {
  await rewindButton(text).click();
  await answer(parts).click();
}

it("opens a merge again after a reload, with its conflict, and closes a preview", { tags: "thorough" }, async () => {
  await here.openOwn({ files: { "mine.txt": "a\nb\nc\n" } });
  const { page } = here.window;
  const command = { tool: "Bash", input: { command: "sed -i s/b/B/ mine.txt", description: "Run it" } };
  here.world.scripts.set("change mine", () => [{ blocks: [command] }, say("Done: change mine.")]);
  await here.window.send("change mine");
  await here.window.card.allow.click();
  await here.window.reply("Done: change mine.").waitFor();
  await here.window.composer.stop.waitFor({ state: "detached" });
  await expect.poll(() => here.world.checkpointLog(here.window.folder), { timeout: 20_000 }).toContain('"turnEnd"');
  const tab = (name: string) => page.locator(".tabs-container .tab", { hasText: name });
  await rewindButton("change mine").click();
  await answer("preview").click();
  await tab("Rewind to “change mine” (1 file)").waitFor();
  await here.window.reload();
  await here.window.reply("Done: change mine.").waitFor();
  // Its texts were those of the window.
  await tab("Rewind to").waitFor({ state: "detached" });

  fs.writeFileSync(here.window.file("mine.txt"), "a\nmine\nc\n");
  await rewindTo("change mine", "both");
  const row = (text: string) => page.locator(".quick-input-list .monaco-list-row", { hasText: text });
  await row("mine.txt").click();
  await row("Merge").click();
  await row("Continue").click();
  const merge = page.locator(".merge-editor");
  await merge.getByText("1 Conflict Remaining").waitFor();
  const marked = /^a\n<<<<<<< .*\nmine\n=======\nb\n>>>>>>> .*\nc\n$/;
  await expect.poll(() => here.window.read("mine.txt")).toMatch(marked);
  await expect.poll(() => keepStoredTabs(page), { timeout: 60_000 }).toBe(true);
  await here.window.reload();
  await merge.getByText("1 Conflict Remaining").waitFor();
  await merge.locator(".view-line", { hasText: /^mine$/ }).waitFor();
  expect(here.window.read("mine.txt")).toMatch(marked);
});

it("returns to the context and the cost at a message also after a reload", { tags: "thorough" }, async () => {
  await here.openOwn();
  const { context } = here.window.composer;
  const cost = here.window.panel.getByRole("status", { name: "Cost" });
  await talk("the first");
  await expect.poll(() => cost.innerText()).not.toBe("$0.00");
  const first = await cost.innerText();
  await talk("the second");
  await expect.poll(() => cost.innerText()).not.toBe(first);
  await here.window.reload();
  await here.window.reply("Heard: the second.").waitFor();
  await rewindTo("the second", "both");
  await notice("Rewound the conversation").waitFor();
  expect(await cost.innerText()).toBe(first);
  expect(await context.getAttribute("aria-valuenow")).not.toBe("0");
});

it("keeps the user's title through a rewind to the first message, also after a reload", {
  tags: "thorough",
}, async () => {
  await here.openOwn();
  const { panel, page, composer } = here.window;
  const heading = (title: string) => panel.getByRole("heading", { name: title });
  await talk("the first");
  await openConversationTree(page);
  await getRow(here.window, "the first").waitFor();
  await heading("the first").getByRole("button", { name: "the first" }).click();
  await page.locator(".quick-input-widget input[type=text]").fill("My title");
  await page.keyboard.press("Enter");
  await getRow(here.window, "My title").waitFor();
  await rewindTo("the first", "conversation");
  await expect.poll(() => here.window.message.inputValue()).toBe("the first");
  await heading("My title").waitFor();
  await talk("a new first");
  await composer.stop.waitFor({ state: "detached" });
  // It is in the new session too, where a terminal finds it.
  const named = () =>
    new Set(
      [...here.world.savedTranscripts().matchAll(/"customTitle":"My title","sessionId":"([^"]*)"/g)].map(
        ([, session]) => session,
      ),
    );
  await expect.poll(() => named().size).toBe(2);
  await here.window.reload();
  await here.window.reply("Heard: a new first.").waitFor();
  await heading("My title").waitFor();
  await getRow(here.window, "My title").waitFor();
});
