// A lost connection, and two windows of one workspace on one server. The extension host is on the server, as with every
// remote.
import { expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { oneEditor } from "./oneEditor.ts";
import { Window } from "./window.ts";
import { openPanel, openWorkbench } from "./workbench.mjs";

const here = oneEditor();

it("continues a turn during a connection loss of 20 seconds, and shows it all afterwards", {
  tags: "thorough",
}, async () => {
  await here.begin({ "a.txt": "a" });
  const { window, world } = here;
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  world.scripts.set("work", () => [
    { blocks: [{ text: "It begins. " }, { gate }, { tool: "Bash", input: { command: "echo done > made.txt" } }] },
    say("It ended."),
  ]);
  await window.send("work");
  await window.reply("It begins.").waitFor();
  await window.message.fill("a draft");
  const context = window.page.context();
  const begun = Date.now();
  await context.setOffline(true);
  release();
  await window.page
    .getByText(/reconnect/i)
    .first()
    .waitFor();
  // The card waits until the user is there again.
  await expect.poll(() => Date.now() - begun, { timeout: 30_000 }).toBeGreaterThan(20_000);
  await context.setOffline(false);
  await window.card.of("Bash", "echo done > made.txt").waitFor();
  await window.card.allow.click();
  await window.reply("It ended.").waitFor();
  expect(window.read("made.txt")).toBe("done\n");
  expect(await window.message.inputValue()).toBe("a draft");
});

it("lets a second browser open the workspace during a turn, and loses nothing in either", {
  tags: "thorough",
}, async () => {
  await here.begin();
  const { window, world } = here;
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  world.scripts.set("long work", () => [{ blocks: [{ text: "It begins. " }, { gate }, { text: "It ends." }] }]);
  world.scripts.set("in the second", () => [say("Second answer.")]);
  await window.send("long work");
  await window.reply("It begins.").waitFor();
  const page = await world.openOtherPage();
  try {
    await openWorkbench(page, world.server, { folder: window.folder });
    await openPanel(page);
    const second = new Window(page, window.folder, () => page.close());
    await second.newConversation();
    await second.send("in the second");
    await second.reply("Second answer.").waitFor();
    release();
    await window.reply("It ends.").waitFor();
    expect(await window.transcript.prompts.count()).toBeGreaterThan(0);
  } finally {
    await page.close();
  }
});
