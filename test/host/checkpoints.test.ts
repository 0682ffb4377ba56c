import { expect, it } from "vitest";
import { pressCommand } from "./boundCommands.mjs";
import { oneEditor } from "./oneEditor.ts";
import { runCommand } from "./workbench.mjs";

const here = oneEditor();

it("lists checkpoints with their changes, also of one file, restores one, and undoes that", {
  tags: "thorough",
}, async () => {
  await here.openOwn({ files: { "a.txt": "one\ntwo\n", "b.txt": "b\n" } });
  const { page } = here.window;
  here.world.scripts.set("change it", () => [
    { blocks: [{ tool: "Bash", input: { command: "sed -i s/two/2/ a.txt", description: "Change it" } }] },
    { blocks: [{ text: "Changed." }] },
  ]);
  await here.window.send("change it");
  await here.window.card.allow.click();
  await here.window.reply("Changed.").waitFor();
  await here.window.composer.stop.waitFor({ state: "detached" });

  await runCommand(page, "Focus on Checkpoints View");
  const row = (name: RegExp) => page.getByRole("treeitem", { name });
  await row(/^change it\. 1 file changed, 1 line added, 1 line removed\. just now\./).waitFor();
  await row(/^Run sed -i s\/two\/2\/ a\.txt\. 1 file changed/).waitFor();
  await row(/^change it\./).click();
  await row(/^a\.txt, changed, 1 line added, 1 line removed\./).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: /^a\.txt \(change it/ }).waitFor();

  // The file as it was, and single changes taken over from it.
  await row(/^a\.txt, changed/).hover();
  await row(/^a\.txt, changed/)
    .getByRole("button", { name: "Open File at Checkpoint" })
    .click();
  await page.locator(".editor-instance:not(:has(.monaco-diff-editor)) .view-line", { hasText: /^two$/ }).waitFor();
  await row(/^a\.txt, changed/).click({ button: "right" });
  // A menu ignores clicks just after it opened.
  await page.getByRole("menuitem", { name: "Compare Checkpoint with Current Files" }).hover();
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: /^a\.txt \(change it ↔ current files\)/ }).waitFor();
  // The editor's own button of a change.
  await page
    .locator(".monaco-diff-editor .gutterItem")
    .getByRole("button", { name: /^Revert/ })
    .waitFor();

  // The palette offers the commands of a file while its editor is active.
  await runCommand(page, "View: Show Explorer");
  await page.getByRole("treeitem", { name: "a.txt", exact: true }).dblclick();
  await page.locator(".tabs-container .tab.active", { hasText: /^a\.txt/ }).waitFor();
  await pressCommand(page, "tandem.checkpoints.ofFile");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "change it" }).waitFor();
  await page.keyboard.press("Escape");

  await pressCommand(page, "tandem.checkpoints.restore");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "change it" }).click();
  await here.window.rewindDialog.answer("files").click();
  await expect.poll(() => here.window.read("a.txt")).toBe("one\ntwo\n");
  await runCommand(page, "Tandem: Undo Last Rewind");
  await expect.poll(() => here.window.read("a.txt")).toBe("one\n2\n");
});
