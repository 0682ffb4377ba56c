import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { listFiles, readText } from "./filesInUse.ts";
import { oneEditor } from "./oneEditor.ts";
import { getRow } from "./threeAtWork.ts";
import { openConversationTree, openList, runCommand } from "./workbench.mjs";

/** The config folders of two accounts. */
const accounts = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-accounts-"));
afterAll(() => fs.rmSync(accounts, { recursive: true, force: true, maxRetries: 5 }));
const configs = { work: path.join(accounts, "work"), home: path.join(accounts, "home") };
type Account = keyof typeof configs;

const here = oneEditor({
  settings: {
    "tandem.profiles": {
      work: { environment: { CLAUDE_CONFIG_DIR: configs.work } },
      home: { environment: { CLAUDE_CONFIG_DIR: configs.home } },
    },
  },
});

const badge = (account: string) => here.window.header.profile(account);
const message = (text: string | RegExp) => here.window.banner(text);
const settingsFile = () => here.window.file(".vscode/settings.json");

/** Returns the prompts in the transcripts of an account. */
function promptsOf(account: Account): string[] {
  const files = listFiles(path.join(configs[account], "projects")).filter((name) => name.endsWith(".jsonl"));
  const text = files.map(readText).join("\n");
  return ["the work", "more work", "the hobby"].filter((prompt) => text.includes(`"${prompt}"`));
}

let isOpen = false;
/** Opens a window with the profile "work", or takes the one of the scenario before. */
async function openWindow(): Promise<void> {
  if (!isOpen || !here.window.isOpen) await here.openOwn({ folderSettings: { "tandem.profile": "work" } });
  isOpen = true;
}

async function converse(prompt: string): Promise<void> {
  here.world.scripts.set(prompt, () => [say(`Done: ${prompt}`)]);
  await here.window.send(prompt);
  await here.window.reply(`Done: ${prompt}`).waitFor();
}

it("saves, lists and resumes conversations of two accounts under the profile that each began with", {
  tags: "thorough",
}, async () => {
  await openWindow();
  const { page } = here.window;
  await openConversationTree(page);
  await badge("work").waitFor();
  await converse("the work");
  await openList(page, "Tandem: Select Profile…");
  await page.locator(".quick-input-list .monaco-list-row").filter({ hasText: configs.home }).click();
  await expect.poll(() => here.window.read(".vscode/settings.json")).toMatch(/"tandem\.profile": ?"home"/);
  expect(await badge("work").isVisible()).toBe(true);
  await here.window.newConversation();
  await badge("home").waitFor();
  await converse("the hobby");
  await getRow(here.window, "the work").filter({ hasText: "work" }).waitFor();
  await getRow(here.window, "the hobby").filter({ hasText: "home" }).waitFor();
  await here.window.reload();
  await badge("home").waitFor();
  await getRow(here.window, "the work").click();
  await badge("work").waitFor();
  await converse("more work");
  await expect.poll(() => [promptsOf("work"), promptsOf("home")]).toEqual([["the work", "more work"], ["the hobby"]]);
});

it("names the place of a wrong value, opens it, and keeps the last valid one", {
  tags: "thorough",
}, async () => {
  await openWindow();
  const { page } = here.window;
  const write = (...lines: readonly string[]) => fs.writeFileSync(settingsFile(), ["{", ...lines, "}", ""].join("\n"));
  write('  "tandem.profile": "home",', "  // A number is no model.", '  "tandem.model": 4');
  const wrong = message(
    "tandem.model (.vscode/settings.json, line 4): 4 is not valid. Use a string in quotes. The last valid value remains in effect.",
  );
  await wrong.getByRole("button", { name: "Open Settings File" }).click();
  await page.getByRole("button", { name: /^Ln 4, Col 3/ }).waitFor();
  await here.window.newConversation();
  await badge("home").waitFor();
  await converse("the hobby");
  expect(await here.window.panel.getByRole("alert").count()).toBe(0);

  write('  "tandem.profile": "hom",', '  "tandem.temperature": 0.2,', '  "tandem.chat.sendkey": "enter"');
  await message(
    /tandem\.temperature \(\.vscode\/settings\.json, line 3\) has no effect: claude has no setting for sampling\./,
  ).waitFor();
  expect(await page.locator(".notification-toast").count()).toBe(0);
  await message(
    "tandem.chat.sendkey (.vscode/settings.json, line 4) is not a setting. Did you mean tandem.chat.sendKey?",
  ).waitFor();
  await runCommand(page, "Tandem: New Conversation");
  const card = here.window.transcript.notice("Invalid setting: tandem.profile (.vscode/settings.json, line 2)");
  await card.getByText("There is no profile “hom”. Select one of: work, home.").waitFor();
  const processes = here.world.cliProcesses();
  await card.getByRole("button", { name: "Open settings file" }).click();
  await page.getByRole("button", { name: /^Ln 2, Col 3/ }).waitFor();
  expect(here.world.cliProcesses()).toEqual(processes);
  write('  "tandem.profile": "work"');
  await badge("work").waitFor();
  await card.waitFor({ state: "detached" });
  await converse("more work");
});
