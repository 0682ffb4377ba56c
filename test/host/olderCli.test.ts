import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { cliVersions } from "./install.mjs";
import { oneEditor } from "./oneEditor.ts";
import { openList, runCommand } from "./workbench.mjs";

// `npm run fuzz` tests everything else with these versions.
const [oldest, ...newer] = cliVersions.slice(0, -1);
const editions = [
  { version: oldest as string, tags: [] },
  ...newer.map((version) => ({ version, tags: ["thorough"] })),
];

describe.each(editions)("with claude $version", ({ version, tags }) => {
  const here = oneEditor({ version });

  it("shows a reply, writes an edit that was allowed, rewinds it, and resumes the conversation", { tags }, async () => {
    here.world.scripts.set("remember the first", () => [say("The first is kept.")]);
    here.world.scripts.set("make it", (folder) => [
      {
        blocks: [
          { tool: "Bash", input: { command: `rm ${folder}/old.txt && mkdir ${folder}/empty`, description: "Tidy up" } },
        ],
      },
      { blocks: [{ tool: "Write", input: { file_path: `${folder}/made.txt`, content: "made\n" } }] },
      say("It is made."),
    ]);
    here.world.scripts.set("go on", () => [say("On it goes.")]);
    here.world.scripts.set("and on", () => [say("Still on.")]);
    await here.begin({ "old.txt": "old\n" });
    const { window } = here;
    await window.send("remember the first");
    await window.reply("The first is kept.").waitFor();

    await window.send("make it");
    await window.card.of("Bash", "rm").waitFor();
    await window.card.allow.click();
    await window.card.of("Write", "made.txt").waitFor();
    await window.card.allow.click();
    await window.reply("It is made.").waitFor();
    expect([window.read("made.txt"), fs.existsSync(window.file("old.txt"))]).toEqual(["made\n", false]);

    await openList(window.page, "Tandem: Rewind to Message");
    await window.page.locator(".quick-input-list .monaco-list-row", { hasText: "make it" }).click();
    await window.rewindDialog.answer("both").click();
    await expect.poll(() => fs.existsSync(window.file("made.txt"))).toBe(false);
    expect([window.read("old.txt"), fs.existsSync(window.file("empty"))]).toEqual(["old\n", false]);
    await expect.poll(() => window.message.inputValue()).toBe("make it");

    // The list of commands would close if the rewind moved the focus into the composer only then; it did so before this
    // reply.
    await window.send("go on");
    await window.reply("On it goes.").waitFor();
    const before = here.world.cliProcesses();
    await runCommand(window.page, "Tandem: Restart Conversation");
    // The list of commands closes before its command runs; a message that came first would reach the old process.
    await expect.poll(() => here.world.cliProcesses()).not.toEqual(before);
    await window.send("and on");
    await window.reply("Still on.").waitFor();
    const sent = here.world.sentMessages();
    expect([sent.includes("remember the first"), sent.includes("make it")]).toEqual([true, false]);
  });
});
