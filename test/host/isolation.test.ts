import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { oneEditor } from "./oneEditor.ts";
import { getRow } from "./threeAtWork.ts";
import { openConversationTree, runCommand } from "./workbench.mjs";

const here = oneEditor();

const bash = (command: string) => ({ blocks: [{ tool: "Bash", input: { command, description: "Change it" } }] });
const say = (text: string) => ({ blocks: [{ text }] });

it("works in a copy, shows its changes against the workspace, applies them, asks where both changed, and discards only after a question", async () => {
  await here.openOwn({ files: { "a.txt": "a\n", "both.txt": "1\n2\n3\n4\n5\n" } });
  const { window } = here;
  const { page, folder } = window;
  let copy = "";
  here.world.scripts.set("work there", (cwd: string) => {
    copy = cwd;
    return [bash("echo changed > a.txt && sed -i s/5/five/ both.txt && echo new > new.txt"), say("Done there.")];
  });
  await runCommand(page, "Tandem: New Conversation in Copy…");
  const label = `Copy of ${path.basename(folder)}`;
  await window.panel.getByRole("button", { name: label }).waitFor();
  await window.send("work there");
  await window.card.allow.click();
  await window.reply("Done there.").waitFor();
  await window.composer.stop.waitFor({ state: "detached" });
  expect(fs.readFileSync(path.join(copy, "a.txt"), "utf8")).toBe("changed\n");
  expect(window.read("a.txt")).toBe("a\n");
  const told = JSON.stringify(here.world.model.requests);
  expect(told).toContain(`a copy of ${folder}`);
  await openConversationTree(page);
  await getRow(window, "work there").filter({ hasText: label }).waitFor();

  await window.panel.getByRole("button", { name: label }).click();
  await page.getByRole("tab", { name: new RegExp(`^${label}`) }).waitFor();
  await page.getByText("changed", { exact: true }).first().waitFor();

  // The user changes other lines of the same file meanwhile.
  fs.writeFileSync(path.join(folder, "both.txt"), "one\n2\n3\n4\n5\n");
  const row = (text: string) => page.locator(".quick-input-list .monaco-list-row", { hasText: text });
  await runCommand(page, "Tandem: Apply Changes of Copy or Worktree…");
  await row("both.txt").filter({ hasText: "can be merged" }).waitFor();
  await row("both.txt").click();
  await page.keyboard.press("Enter");
  await row("Merge Both Changes").click();
  await expect.poll(() => window.read("both.txt")).toBe("one\n2\n3\n4\nfive\n");
  expect([window.read("a.txt"), window.read("new.txt")]).toEqual(["changed\n", "new\n"]);

  fs.writeFileSync(path.join(copy, "late.txt"), "late\n");
  await runCommand(page, "Tandem: Discard Copy or Worktree…");
  const dialog = page.locator(".monaco-dialog-box");
  await dialog.filter({ hasText: "late.txt" }).waitFor();
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => fs.existsSync(copy)).toBe(false);
  expect(window.read("a.txt")).toBe("changed\n");

  await runCommand(page, "Tandem: Show Copies and Worktrees…");
  await row(label).filter({ hasText: "discarded" }).click();
  await row("Apply Changes").click();
  await row("late.txt").waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => fs.existsSync(path.join(folder, "late.txt"))).toBe(true);
});
