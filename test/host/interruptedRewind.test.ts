import fs from "node:fs";
import { expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { oneEditor } from "./oneEditor.ts";
import { getRow } from "./threeAtWork.ts";
import { openConversationTree } from "./workbench.mjs";

const here = oneEditor();

/** Number of files: enough that restoring them takes longer than seeing the first one. */
const count = 400;

it("finishes a rewind interrupted by a host crash, and returns the message to the composer", {
  tags: "thorough",
}, async () => {
  const files = Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}.txt`, `one ${at}\n`]));
  const command = `node -e "for (let at = 0; at < ${count}; at++) fs.writeFileSync('f' + at + '.txt', 'two')"`;
  here.world.scripts.set("first turn", () => [say("One is done.")]);
  here.world.scripts.set("change all", () => [
    { blocks: [{ tool: "Bash", input: { command, description: "Changes all" } }] },
    say("All changed."),
  ]);
  await here.openOwn({ files });
  const { window } = here;
  const { prompts } = window.transcript;
  const notice = (text: string) => window.transcript.notice(text).last();
  await window.send("first turn");
  await window.reply("One is done.").waitFor();
  await window.send("change all");
  await window.card.allow.click();
  await window.reply("All changed.").waitFor();
  const isBack = (at: number): boolean => window.read(`f${at}.txt`) === `one ${at}\n`;
  await window.transcript.button("rewindToHere", prompts.filter({ hasText: "change all" })).click();
  await window.rewindDialog.answer("both").click();
  while (!Array.from({ length: count }, (_, at) => at).some(isBack))
    await new Promise((resolve) => setImmediate(resolve));
  const hosts = here.world.extensionHosts();
  for (const pid of hosts) process.kill(pid, "SIGKILL");
  expect(hosts.length).toBeGreaterThan(0);

  await expect.poll(() => here.world.extensionHosts().some((pid) => !hosts.includes(pid))).toBe(true);
  await notice("to just before “change all”").waitFor();
  await expect.poll(() => window.message.inputValue()).toBe("change all");
  expect(await prompts.allInnerTexts()).toEqual([expect.stringContaining("first turn")]);
  expect(Array.from({ length: count }, (_, at) => at).filter((at) => !isBack(at))).toEqual([]);
  // It can be undone like any other.
  await window.transcript.button("undo", notice("to just before “change all”")).click();
  await window.reply("All changed.").waitFor();
  await expect
    .poll(() => Array.from({ length: count }, (_, at) => at).filter((at) => window.read(`f${at}.txt`) !== "two"))
    .toEqual([]);
  expect(fs.readdirSync(window.folder).filter((name) => name.endsWith(".txt"))).toHaveLength(count);
});

it("drops a rewind, with its list of files, whose conversation is deleted meanwhile", {
  tags: "thorough",
}, async () => {
  const command = "sed -i s/b/B/ mine.txt; sed -i s/o/O/ other.txt";
  here.world.scripts.set("change both", () => [
    { blocks: [{ tool: "Bash", input: { command, description: "Changes both" } }] },
    say("Both changed."),
  ]);
  await here.openOwn({ files: { "mine.txt": "a\nb\n", "other.txt": "o\n" } });
  const { window } = here;
  const { page, transcript } = window;
  await window.send("change both");
  await window.card.allow.click();
  await window.reply("Both changed.").waitFor();
  await expect.poll(() => here.world.checkpointLog(window.folder), { timeout: 20_000 }).toContain('"turnEnd"');
  fs.writeFileSync(window.file("mine.txt"), "a\nmine\n");
  await openConversationTree(page);
  await transcript.button("rewindToHere", transcript.prompts.filter({ hasText: "change both" })).click();
  await window.rewindDialog.answer("both").click();
  const listed = page.locator(".quick-input-list .monaco-list-row", { hasText: "mine.txt" });
  await listed.waitFor();
  await getRow(window, "change both").click({ button: "right" });
  // A menu ignores clicks just after it opened.
  await page.getByRole("menuitem", { name: /^Delete/ }).hover();
  await page.keyboard.press("Enter");
  await page.locator(".monaco-dialog-box").getByRole("button", { name: "Delete" }).click();
  await listed.waitFor({ state: "hidden" });
  await transcript.empty.waitFor();
  expect([window.read("mine.txt"), window.read("other.txt")]).toEqual(["a\nmine\n", "O\n"]);
});
