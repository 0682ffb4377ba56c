import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { say, use } from "../model/replies.ts";
import { oneEditor } from "./oneEditor.ts";
import { hasFocus, isReady } from "./window.ts";

const here = oneEditor();

const lines = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`);
const before = `${lines.join("\n")}\n`;
const after = before
  .replace("line 3\n", "LINE 3\n")
  .replace("line 30\n", "LINE 30\n")
  .replace("line 55\n", "LINE 55\n");
const press = (key: string) => here.window.page.keyboard.press(key);

/** Presses a key until an element has the focus, as often as a user would. */
async function move(key: string, target: Locator): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
    if ((await target.count()) === 1 && (await hasFocus(target))) return;
    await press(key);
  }
  expect(await hasFocus(target), `${key} reaches it`).toBe(true);
}

/** Writes a message and sends it. The message field has the focus already. */
async function write(text: string): Promise<void> {
  await expect.poll(() => hasFocus(here.window.message)).toBe(true);
  await here.window.page.keyboard.type(text);
  await press("Enter");
}

it("reviews with the keyboard only: sends, rejects a hunk, allows, denies with feedback, and rewinds", {
  tags: "thorough",
}, async () => {
  here.world.scripts.set("change it", (folder) => [
    use("Read", { file_path: `${folder}/a.txt` }),
    use("Write", { file_path: `${folder}/a.txt`, content: after }),
    say("Changed."),
  ]);
  here.world.scripts.set("clean up", () => [
    use("Bash", { command: "rm -rf build", description: "Clean" }),
    say("Not cleaned."),
  ]);
  await here.begin({ "a.txt": before });
  const { window } = here;
  const { card } = window;
  const { page } = window;

  await write("change it");
  await card.of("Write", "a.txt").waitFor();
  await expect.poll(() => window.message.getAttribute("placeholder")).toContain("Ctrl+Enter to allow");
  await isReady(card.allow);
  // Backwards from the message field: the first answer, then the hunks from the last to the first.
  await move("Shift+Tab", card.allow);
  await move("Shift+Tab", card.rejectHunk(2, 3));
  await press("Enter");
  await card.hunk(2, 3).getByText("rejected").waitFor();
  await isReady(card.allow);
  await move("Tab", card.allow);
  await press("Enter");
  await window.reply("Changed.").waitFor();
  expect(window.read("a.txt")).toBe(after.replace("LINE 30\n", "line 30\n"));

  await write("clean up");
  await card.of("Bash", "rm -rf build").waitFor();
  await isReady(card.deny);
  await move("Shift+Tab", card.allow);
  await move("Tab", card.button("moreWaysToDeny"));
  await press("Enter");
  await move("ArrowDown", card.entry("denyWithFeedback"));
  await press("Enter");
  await expect.poll(() => hasFocus(card.feedback)).toBe(true);
  await page.keyboard.type("keep the build");
  await press("Enter");
  await window.reply("Not cleaned.").waitFor();
  expect(here.world.sentMessages()).toContain("keep the build");

  await window.composer.stop.waitFor({ state: "detached" });
  // Two presses of Escape in the empty field ask where to go back to.
  await expect.poll(() => hasFocus(window.message)).toBe(true);
  await press("Escape");
  await press("Escape");
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: "change it" });
  await row.waitFor();
  await expect.poll(() => row.getAttribute("class")).not.toContain("focused");
  await press("ArrowDown");
  await expect.poll(() => row.getAttribute("class")).toContain("focused");
  await press("Enter");
  await window.rewindDialog.answer("both").waitFor();
  await move("Tab", window.rewindDialog.answer("both"));
  await press("Enter");
  await expect.poll(() => window.read("a.txt")).toBe(before);
  await expect.poll(() => window.message.inputValue()).toBe("change it");
});
