// A rewind from its dialog to the tree of checkpoints, for pictures.
import fs from "node:fs";
import path from "node:path";
import { runCommand } from "./workbench.mjs";

const text = (changed) =>
  `${Array.from({ length: 30 }, (_, index) => changed[index + 1] ?? `Step ${index + 1}: greet guest ${index + 1}.`).join("\n")}\n`;

/** Files of the folder, beside the sample. */
export const rewindFiles = {
  "steps.md": text({}),
  "old/list.txt": "one\ntwo\n",
  "mine.txt": "a\nb\nc\n",
  "names.txt": "Ada\nGrace\n",
};

const command =
  "rm -rf old && mv names.txt guests.txt && sed -i 's/^Step 2:.*/Step 2: wave./; s/^Step 28:.*/Step 28: say goodbye./' steps.md && sed -i s/b/B/ mine.txt && head -c 20000 /dev/zero > large.bin";

export const rewindScripts = {
  "Tidy up the folder.": () => [
    { blocks: [{ tool: "Bash", input: { command, description: "Tidy up" } }] },
    { blocks: [{ text: "The folder is tidy." }] },
  ],
  "And what about the names?": () => [{ blocks: [{ text: "They are in guests.txt now." }] }],
};

/** Settings with which a file is too large for a checkpoint. */
export const rewindSettings = { "tandem.checkpoints.maxFileMegabytes": 0.01 };

/** Goes through a rewind. `shoot` takes a picture under a name. */
export async function actRewind({ page, panel, folder, shoot }) {
  const send = async (message) => {
    await panel.getByRole("textbox", { name: "Message" }).fill(message);
    await panel.getByRole("button", { name: "Send", exact: true }).click();
  };
  const dialog = page.locator(".monaco-dialog-box");
  const row = (name) => page.locator(".quick-input-list .monaco-list-row", { hasText: name });
  await send("Tidy up the folder.");
  await panel.getByRole("button", { name: "Allow", exact: true }).click();
  await panel.getByText("The folder is tidy.").waitFor();
  await send("And what about the names?");
  await panel.getByText("They are in guests.txt now.").waitFor();
  await panel.getByRole("button", { name: "Stop", exact: true }).waitFor({ state: "detached" });
  fs.writeFileSync(path.join(folder, "mine.txt"), "a\nB\nmine\n");
  const first = panel.getByRole("article", { name: "You" }).first();
  await first.hover();
  await first.getByRole("button", { name: "Rewind to here" }).click();
  await dialog.getByText("Can't be restored:").waitFor();
  await shoot("rewind-dialog");
  await dialog.getByRole("button", { name: "Preview Changes" }).click();
  await page.locator(".multiDiffEditor .view-line", { hasText: "goodbye" }).first().waitFor();
  await shoot("rewind-preview");
  await page.getByRole("button", { name: "Select Files to Restore…" }).click();
  await row("mine.txt").waitFor();
  await shoot("rewind-files");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Apply Rewind…" }).click();
  await dialog.getByRole("button", { name: "Restore Files and Conversation" }).click();
  await row("mine.txt").waitFor();
  // The list fades in.
  await page
    .locator(".quick-input-widget")
    .evaluate((element) => Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)));
  await shoot("rewind-foreign");
  await row("Continue").click();
  await panel.getByRole("button", { name: "Undo", exact: true }).waitFor();
  await shoot("rewind-undo");
  await runCommand(page, "Focus on Checkpoints View");
  await page.getByRole("treeitem", { name: /^Run rm -rf old/ }).click();
  await page.getByRole("treeitem", { name: /^guests\.txt/ }).waitFor();
  await shoot("rewind-checkpoints");
}
