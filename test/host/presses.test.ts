import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { say, use } from "../model/replies.ts";
import { oneEditor } from "./oneEditor.ts";
import { getRow } from "./threeAtWork.ts";
import { hasFocus, isReady } from "./window.ts";
import { openConversationTree, openList } from "./workbench.mjs";

// Clicks and keys of the commonest tasks. Text, and the Enter that sends it, do not count.

const here = oneEditor();

let presses = 0;

async function key(name: string): Promise<void> {
  presses++;
  await here.window.page.keyboard.press(name);
}

async function click(target: Locator): Promise<void> {
  presses++;
  await target.click();
}

/** Runs a task, and returns its presses. */
async function count(task: () => Promise<unknown>): Promise<number> {
  presses = 0;
  await task();
  return presses;
}

const before = Array.from({ length: 40 }, (_, index) => `line ${index + 1}\n`).join("");
const after = before.replace("line 3\n", "LINE 3\n").replace("line 30\n", "LINE 30\n");
const write = (name: string) => (folder: string) => [
  use("Write", { file_path: `${folder}/${name}`, content: "x\n" }),
  say(`Wrote ${name}.`),
];

it("the commonest tasks take few clicks and keys", { tags: "thorough" }, async () => {
  const { world } = here;
  world.scripts.set("write one", write("one.txt"));
  world.scripts.set("write two", write("two.txt"));
  world.scripts.set("change it", (folder) => [
    use("Read", { file_path: `${folder}/a.txt` }),
    use("Write", { file_path: `${folder}/a.txt`, content: after }),
    say("Changed."),
  ]);
  world.scripts.set("run it", () => [use("Bash", { command: "rm -rf build", description: "Clean" }), say("Cleaned.")]);
  let isBusy = true;
  world.scripts.set("hurry", () => [isBusy ? { status: 400 } : say("Got through.")]);
  await here.begin({ "a.txt": before });
  const { window } = here;
  const { card, page, transcript } = window;
  const ask = async (prompt: string) => {
    await window.send(prompt);
    await isReady(card.deny);
  };
  const taken: Record<string, number> = {};

  await ask("write one");
  taken["allow an edit"] = await count(async () => {
    await key("Control+Enter");
    await window.reply("Wrote one.txt.").waitFor();
  });

  await ask("write two");
  taken["deny with a reason"] = await count(async () => {
    await key("Control+Shift+Backspace");
    await expect.poll(() => hasFocus(card.feedback)).toBe(true);
    await page.keyboard.type("not this file");
    await isReady(card.deny);
    await page.keyboard.press("Enter");
    await expect.poll(() => world.sentMessages()).toContain("not this file");
  });

  await ask("change it");
  taken["reject one of two hunks, and allow the rest"] = await count(async () => {
    await click(card.rejectHunk(2, 2));
    await isReady(card.allow);
    await click(card.allow);
    await window.reply("Changed.").waitFor();
  });
  expect(window.read("a.txt")).toBe(after.replace("LINE 30\n", "line 30\n"));

  taken["rewind files and conversation"] = await count(async () => {
    await transcript.prompts.filter({ hasText: "change it" }).hover();
    await click(transcript.button("rewindToHere", transcript.prompts.filter({ hasText: "change it" })));
    await click(window.rewindDialog.answer("both"));
    await expect.poll(() => window.read("a.txt")).toBe(before);
    await expect.poll(() => window.message.inputValue()).toBe("change it");
  });
  await window.message.fill("");

  await ask("run it");
  taken["always allow a command"] = await count(async () => {
    await window.message.focus();
    await key("Control+Shift+Enter");
    await isReady(card.button("allowAlways"));
    await key("Enter");
    await window.reply("Cleaned.").waitFor();
  });

  taken["select another model"] = await count(async () => {
    await click(window.composer.model());
    await click(window.panel.getByRole("menuitemradio", { name: /^Haiku/ }).first());
    await window.composer.model("Haiku").waitFor();
  });

  await window.send("hurry");
  await transcript.step("retry").waitFor();
  isBusy = false;
  taken["retry after a failure"] = await count(async () => {
    await click(transcript.step("retry"));
    await window.reply("Got through.").waitFor();
  });

  taken["begin a new conversation"] = await count(async () => {
    await click(
      page
        .locator(".part.auxiliarybar")
        .getByRole("button", { name: /^New Conversation/ })
        .first(),
    );
    await transcript.empty.waitFor();
  });

  await openConversationTree(page);
  taken["open an earlier conversation"] = await count(async () => {
    await click(getRow(window, "write one"));
    await window.reply("Got through.").waitFor();
  });

  await window.newConversation();
  await window.message.fill("write two");
  taken["try a message with two models"] = await count(async () => {
    presses++;
    await openList(page, "Tandem: Try Message in Parallel…");
    const row = (text: string) => page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();
    // With the model of the settings, as the title says.
    await click(row("Sonnet"));
    await page.getByText("Sonnet and the model from your settings").waitFor();
    await key("Enter");
    await window.panel.getByRole("button", { name: "Attempt 1 of 2" }).waitFor();
  });

  // As many as in the best rival; the last task only one rival has.
  expect(taken).toEqual({
    "allow an edit": 1,
    "deny with a reason": 1,
    "reject one of two hunks, and allow the rest": 2,
    "rewind files and conversation": 2,
    "always allow a command": 2,
    "select another model": 2,
    "retry after a failure": 1,
    "begin a new conversation": 1,
    "open an earlier conversation": 1,
    "try a message with two models": 3,
  });
});
