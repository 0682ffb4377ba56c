import path from "node:path";
import { expect, it } from "vitest";
import { withStoreLock } from "../../extension/node/checkpoints/store/storeLock.ts";
import { checkpointText } from "../../extension/shared/text/changes/checkpoints.ts";
import { dialogText } from "../../extension/shared/text/dialogs.ts";
import { say, use } from "../model/replies.ts";
import { oneEditor } from "./oneEditor.ts";
import { runCommand, setPanelWidth } from "./workbench.mjs";

const here = oneEditor();
const toasts = () => here.window.page.locator(".notification-toast");
/**
 * Returns what stands over the middle of the message field; a notification would be the workbench's own element instead
 * of the panel's frame.
 */
const getCovering = () =>
  here.window.page.evaluate(() => {
    const panel = document.querySelector(".part.auxiliarybar")?.getBoundingClientRect();
    if (!panel) return "no panel";
    const [x, y] = [panel.left + panel.width / 2, panel.bottom - 50];
    const over = document
      .elementsFromPoint(x, y)
      .find((element) => element.closest(".notifications-toasts, .notifications-center, iframe.webview"));
    return over?.matches("iframe.webview") ? "panel" : (over?.className ?? "nothing");
  });

/** Fails if a notification was shown so far, even for a moment. */
async function expectFree(): Promise<void> {
  const seen = await here.window.page.evaluate(() => (globalThis as unknown as { seen?: string[] }).seen);
  expect([seen, await toasts().count(), await getCovering()]).toEqual([[], 0, "panel"]);
}

it("shows refusals, progress and errors above the message field instead of in a toast", {
  tags: "thorough",
}, async () => {
  here.world.scripts.set("make it", (folder) => [
    use("Write", { file_path: `${folder}/made.txt`, content: "made\n" }),
    say("Made."),
  ]);
  await here.openOwn({ files: { "a.txt": "a\n" } });
  const { window } = here;
  const { page } = window;
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const note = (): void => {
      for (const each of document.querySelectorAll(".notification-toast")) seen.push(each.textContent ?? "");
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true });
  });
  await window.send("make it");
  await window.card.allow.click();
  await window.reply("Made.").waitFor();

  // Results and refusals of commands.
  await runCommand(page, "Tandem: Show Copies and Worktrees…");
  await window.banner("There are no copies or worktrees.").waitFor();
  await expectFree();
  await runCommand(page, "Tandem: Create Checkpoint…");
  await page.locator(".quick-input-widget input[type=text]").last().fill("so far");
  await page.keyboard.press("Enter");
  await window.banner("so far").waitFor();
  expect(await window.banner("There are no copies").count()).toBe(0);
  await expectFree();
  await runCommand(page, "File: New Untitled Text File");
  await page.locator(".tabs-container .tab.active", { hasText: "Untitled-1" }).waitFor();
  await runCommand(page, "Tandem: Mention Selection in Chat");
  await window.banner("Nothing was mentioned: this document isn't saved to a file yet.").waitFor();
  await expectFree();

  // Work that the user cancels: it waits for another process that uses the store of the checkpoints.
  await withStoreLock(here.world.checkpointStore(window.folder), async () => {
    await runCommand(page, "Tandem: Create Checkpoint…");
    await page.locator(".quick-input-widget input[type=text]").last().fill("never taken");
    await page.keyboard.press("Enter");
    // Its text is also announced, in an element of its own.
    const progress = window.panel.locator(".dock-question", { hasText: checkpointText.creating() });
    await progress.waitFor();
    await window.button(dialogText.cancel()).click();
    await progress.waitFor({ state: "detached" });
    await expectFree();
  });
  expect(here.world.checkpointLog(window.folder)).not.toContain("never taken");

  // A change that is taken back, with a way to undo that.
  await window.composer.changes.list.getByText("1 file +1 −0").click();
  await window.composer.changes.revert("made.txt").click();
  await window.banner("made.txt").getByRole("button", { name: dialogText.undo() }).click();
  await expect.poll(() => window.read("made.txt")).toBe("made\n");
  await expectFree();

  // A wrong setting, until it is right again.
  here.world.changeSettings({ "tandem.effort": "lots" });
  await window.banner("tandem.effort").waitFor();
  here.world.changeSettings({ "tandem.effort": "" });
  await expect.poll(() => window.banner("tandem.effort").count()).toBe(0);
  await expectFree();

  // Work that takes long, and its result in the conversation that comes of it.
  await runCommand(page, "Tandem: New Conversation in Copy…");
  await window.button(`Copy of ${path.basename(window.folder)}`).waitFor();
  await expectFree();
});

it("answers a card at 280 × 600 pixels below two notices", { tags: "thorough" }, async () => {
  here.world.scripts.set("make it", (folder) => [
    use("Write", { file_path: `${folder}/made.txt`, content: "one\ntwo\nthree\n" }),
    say("Made."),
  ]);
  await here.openOwn({ files: { "a.txt": "a\n" } });
  const { window } = here;
  await window.page.setViewportSize({ width: 1000, height: 600 });
  await setPanelWidth(window.page, 280);
  here.world.changeSettings({ "tandem.effort": "lots", "tandem.maxTurns": "many" });
  for (const name of ["tandem.effort", "tandem.maxTurns"]) await window.banner(name).waitFor();
  await window.send("make it");
  await window.card.allow.waitFor();
  for (const name of ["tandem.effort", "tandem.maxTurns"])
    await window.banner(name).getByRole("button", { expanded: false }).waitFor();
  // The whole card stands above the message field: title, lines and buttons.
  const boxes = [window.card.by("Write"), window.card.allow, window.card.deny, window.message].map((part) =>
    part.boundingBox(),
  );
  const [card, allow, deny, field] = await Promise.all(boxes);
  const bottom = (box: typeof card): number => (box ? box.y + box.height : Number.NaN);
  expect(allow?.y).toBeGreaterThan(card?.y ?? Number.NaN);
  expect(Math.max(bottom(card), bottom(allow), bottom(deny))).toBeLessThanOrEqual(field?.y ?? Number.NaN);
  await window.card.allow.click();
  await window.reply("Made.").waitFor();
  expect(window.read("made.txt")).toBe("one\ntwo\nthree\n");
  here.world.changeSettings({ "tandem.effort": "", "tandem.maxTurns": null });
});
