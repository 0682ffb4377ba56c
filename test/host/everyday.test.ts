// The scenarios of several subjects that `npm test` runs, in one window: each of them takes less time than to open a
// window. The other scenarios of these subjects are in conversations.test.ts, rewind.test.ts, requests.test.ts and
// controls.test.ts.

import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { say, use } from "../model/replies.ts";
import { pressCommand } from "./boundCommands.mjs";
import { oneEditor } from "./oneEditor.ts";
import { getRow } from "./threeAtWork.ts";
import { isReady } from "./window.ts";
import { openConversationTree, openList, runCommand } from "./workbench.mjs";

const here = oneEditor();

let count = 0;
/** Returns the model request for a new prompt, once it is answered. */
async function asked(): Promise<{
  model: string;
  output_config?: { effort: string };
  tools: { name: string }[];
  messages: unknown;
}> {
  const prompt = `question ${++count}.`;
  here.world.scripts.set(prompt, () => [say(`Answer to ${prompt}`)]);
  await here.window.send(prompt);
  await here.window.reply(`Answer to ${prompt}`).waitFor();
  return here.world.model.requests.find(({ messages }) => JSON.stringify(messages).includes(prompt));
}

it("keeps several conversations going, each with its draft, and shows the one that is clicked", async () => {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  here.world.scripts.set("the long one", () => [{ blocks: [{ text: "It begins." }, { gate }, { text: "It ends." }] }]);
  here.world.scripts.set("the short one", () => [say("Short.")]);
  const before = here.world.cliProcesses();
  await here.begin();
  const { window } = here;
  await openConversationTree(window.page);
  await window.send("the long one");
  await window.reply("It begins.").waitFor();
  await window.message.fill("a draft of the long one");
  await getRow(window, "the long one").filter({ hasText: "working" }).waitFor();
  await runCommand(window.page, "Tandem: New Conversation");
  await window.transcript.empty.waitFor();
  expect(await window.message.inputValue()).toBe("");
  await window.send("the short one");
  await window.reply("Short.").waitFor();
  release();
  await getRow(window, "the long one").filter({ hasText: "finished" }).waitFor();
  await getRow(window, "the long one").click();
  await window.reply("It ends.").waitFor();
  await expect.poll(() => window.message.inputValue()).toBe("a draft of the long one");
  await getRow(window, "the long one").filter({ hasText: "finished" }).waitFor({ state: "detached" });
  expect(here.world.cliProcesses().filter((pid) => !before.includes(pid))).toHaveLength(2);
});

it("rewinds files to before a prompt, after showing what that means", { tags: "thorough" }, async () => {
  here.world.scripts.set("make it", (folder) => [
    use("Write", { file_path: `${folder}/made.txt`, content: "made\n" }),
    say("Made."),
  ]);
  await here.begin();
  await here.window.send("make it");
  await here.window.card.allow.click();
  await here.window.reply("Made.").waitFor();
  expect(here.window.read("made.txt")).toBe("made\n");
  await openList(here.window.page, "Tandem: Rewind to Message");
  await here.window.page.locator(".quick-input-list .monaco-list-row", { hasText: "make it" }).click();
  await here.window.rewindDialog.dialog.getByText("made.txt").waitFor();
  expect(here.window.read("made.txt")).toBe("made\n");
  await here.window.rewindDialog.answer("preview").click();
  await here.window.page.locator(".multi-diff-editor, .multiDiffEntry").getByText("made.txt").first().waitFor();
  await here.window.transcript.button("rewindToHere").click();
  await here.window.rewindDialog.answer("both").click();
  await expect.poll(() => fs.existsSync(here.window.file("made.txt"))).toBe(false);
  await expect.poll(() => here.window.message.inputValue()).toBe("make it");
  expect(await here.window.transcript.prompts.count()).toBe(0);
  await here.window.panel.getByText("Rewound the conversation and 1 file to just before “make it”.").first().waitFor();
});

it("approves a plan with the text that its document has", async () => {
  await here.begin();
  await pressCommand(here.window.page, "tandem.mode.plan");
  await here.window.composer.mode("plan").waitFor();
  here.world.scripts.set("plan it", () => [use("ExitPlanMode", { plan: "# Plan\n\n1. First" }), say("Planned.")]);
  await here.window.send("plan it");
  await here.window.panel.getByRole("group", { name: "Plan", exact: true }).waitFor();
  await here.window.card.button("openAsDocument").click();
  await here.window.page.locator(".tabs-container .tab", { hasText: "Plan.md" }).waitFor();
  await here.window.page.locator(".editor-instance .view-lines").first().click();
  await here.window.page.keyboard.press("Control+End");
  await here.window.page.keyboard.type("\n2. Second");
  await here.window.panel.getByText("You edited this plan.").waitFor();
  await here.window.panel.getByText("Second").first().waitFor();
  await isReady(here.window.card.button("approvePlan"));
  await here.window.card.button("approvePlan").click();
  await here.window.reply("Planned.").waitFor();
  await here.window.page.locator(".tabs-container .tab", { hasText: "Plan.md" }).waitFor({ state: "detached" });
  expect(here.world.sentMessages()).toContain("2. Second");
});

it("applies changed settings in a running turn or after a restart; choices win until reset", async () => {
  await here.begin();
  const { window, world } = here;
  const configure = (settings: object) =>
    fs.writeFileSync(path.join(window.folder, ".vscode", "settings.json"), JSON.stringify(settings));
  const model = (name: RegExp) => window.button(name);
  await asked();
  let finish = (): void => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  world.scripts.set("work on it.", () => [{ blocks: [{ text: "At work. " }, { gate }, { text: "Finished." }] }]);
  await window.send("work on it.");
  await window.reply("At work.").waitFor();

  const live = { "tandem.model": "haiku", "tandem.permissionMode": "plan", "tandem.effort": "low" };
  configure({ ...live, "tandem.disallowedTools": ["WebFetch"] });
  await model(/^Model: Haiku/).waitFor();
  await window.composer.mode("plan").waitFor();
  await window.composer.effort("low").waitFor();
  expect(await model(/^Model: Haiku/).getAttribute("title")).toContain("From settings (workspace)");
  expect(await window.composer.stop.isVisible()).toBe(true);

  await window.panel.getByText("Changed settings apply after a restart: denied tools").waitFor();
  await window.composer.restartToApply.click();
  await window.panel.getByText("Restarts when this turn ends, to apply: denied tools").waitFor();
  finish();
  await window.reply("Finished.").waitFor();
  await window.panel.getByText("Restarts when this turn ends").waitFor({ state: "hidden" });
  const after = await asked();
  expect(after.output_config?.effort).toBe("low");
  expect(after.tools.map(({ name }) => name)).not.toContain("WebFetch");
  expect(JSON.stringify(after.messages)).toContain("work on it.");

  // Picked here, so a changed setting does not change it until the reset.
  await model(/^Model: Haiku/).click();
  await window.panel
    .getByRole("menuitemradio", { name: /^Sonnet/ })
    .first()
    .click();
  await model(/^Model: Sonnet/).waitFor();
  configure({ ...live, "tandem.model": "opus", "tandem.permissionMode": "default" });
  await window.composer.mode("default").waitFor();
  expect(await model(/^Model: Sonnet/).getAttribute("title")).toContain("Selected in this conversation");
  await runCommand(window.page, "Tandem: Reset Conversation to Settings");
  await model(/^Model: Opus/).waitFor();
  expect((await asked()).model).toContain("opus");

  configure({ ...live, "tandem.model": "opus", "tandem.effort": "lots" });
  await window.banner("tandem.effort").waitFor();
  expect(await window.page.locator(".notification-toast").count()).toBe(0);
  expect(await window.composer.effort("low").count()).toBe(1);
  await window.banner("tandem.effort").getByRole("button", { name: "Close" }).click();
  configure({});
  await window.composer.mode("default").waitFor();
});

it("asks where to work in a window without a folder, and keeps messages until then", {
  tags: "thorough",
}, async () => {
  here.world.scripts.set("where are we?", () => [use("Bash", { command: "pwd", description: "x" }), say("At home.")]);
  await here.openWithoutFolder();
  const { window } = here;
  await window.button("Open Folder").waitFor();
  await window.send("where are we?");
  await window.composer.queue.getByText("where are we?").waitFor();
  expect(here.world.model.requests.some(({ messages }) => JSON.stringify(messages).includes("where are we?"))).toBe(
    false,
  );
  await window.button("Use Home Folder").press("Enter");
  await window.reply("At home.").waitFor();
  expect(here.world.sentMessages()).toContain(here.world.place.home);
  await window.panel.getByTitle(here.world.place.home, { exact: true }).waitFor();
  await window.reload();
  await window.reply("At home.").waitFor();
  await runCommand(window.page, "Tandem: New Conversation");
  await window.transcript.empty.waitFor();
  expect(await window.button("Use Home Folder").count()).toBe(0);
});
