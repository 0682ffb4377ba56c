import fs from "node:fs";
import { expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { oneEditor } from "./oneEditor.ts";
import { isReady } from "./window.ts";
import { runCommand } from "./workbench.mjs";

const here = oneEditor({
  settings: {
    // These settings must not affect a proposal.
    "editor.formatOnSave": true,
    "files.trimTrailingWhitespace": true,
    "files.insertFinalNewline": true,
    "files.autoSave": "afterDelay",
    "files.autoSaveDelay": 50,
    "files.encoding": "windows1252",
    // Shows accept and reject above each hunk, too.
    "diffEditor.codeLens": true,
    // Needed to click actions in the title bar of a group that is not in front.
    "workbench.editor.alwaysShowEditorActions": true,
  },
});

const lines = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`);
const before = `${lines.join("\n")}\n`;
const after = before
  .replace("line 3\n", "LINE 3\n")
  .replace("line 30\n", "LINE 30 é\n")
  .replace("line 55\n", "LINE 55\n");
const tab = (name: string) => here.window.page.locator(".tabs-container .tab", { hasText: name });
/** Returns the editor group that has the tab. */
const getGroup = (name: string) =>
  here.window.page
    .locator(".editor-group-container")
    .filter({ has: here.window.page.locator(".tab", { hasText: name }) });
/** Returns the tab names of the group that has the tab, without whitespace. */
const namesIn = async (name: string) =>
  (await getGroup(name).locator(".tab").allInnerTexts()).map((text) => text.replaceAll(/\s/g, ""));
/** Returns a visible line of the right side; the note about its hunk follows it. */
const right = (text: string, name = "") =>
  getGroup(name)
    .locator(".monaco-diff-editor .modified .view-lines:not(.line-delete) > .view-line")
    .filter({ hasText: new RegExp(`^${text.replaceAll(" ", "\\s")}(\\s*Hunk.*)?$`) });

/** Sends a prompt for which the model writes `content` into a.txt. */
async function propose(content: string, files: Record<string, string> = { "a.txt": before }): Promise<void> {
  await here.begin(files);
  await ask("a.txt", content);
}
/** Sends a prompt for which the model writes `content` into an existing file. */
async function ask(name: string, content: string): Promise<void> {
  here.world.scripts.set(`change ${name}`, (folder) => [
    { blocks: [{ tool: "Read", input: { file_path: `${folder}/${name}` } }] },
    { blocks: [{ tool: "Write", input: { file_path: `${folder}/${name}`, content } }] },
    say("Changed."),
  ]);
  await here.window.send(`change ${name}`);
  await here.window.card.of("Write", name).waitFor();
}

it("writes two accepted hunks of three, and tells the model what is on disk", {
  tags: "thorough",
}, async () => {
  await propose(after);
  await tab("a.txt (proposed)").waitFor();
  await here.window.card.rejectHunk(2, 3).click();
  await here.window.panel.getByText("You changed the proposal").waitFor();
  await here.window.card.allow.click();
  await here.window.reply("Changed.").waitFor();
  expect(here.window.read("a.txt")).toBe(after.replace("LINE 30 é\n", "line 30\n"));
  expect(here.world.sentMessages()).toContain("The user changed your edit of");
  expect(here.world.sentMessages()).toContain("-LINE 30 é\\n+line 30");
  await tab("a.txt (proposed)").waitFor({ state: "detached" });
  expect(await here.window.panel.getByRole("alert").count()).toBe(0);
});

it("writes what was typed into the diff, whose tab saves and closes without a question", async () => {
  await propose(after);
  await tab("a.txt (proposed)").click();
  await right("line 1").click();
  await here.window.page.keyboard.press("Home");
  await here.window.page.keyboard.type("typed ");
  await here.window.panel.getByText("edited by you").waitFor();
  await here.window.page.keyboard.press("Control+S");
  await here.window.page.keyboard.press("Control+W");
  await tab("a.txt (proposed)").waitFor({ state: "detached" });
  expect(await here.window.page.locator(".monaco-dialog-box").count()).toBe(0);
  // Closing it decided nothing and lost nothing.
  await here.window.card.reviewChanges.click();
  await right("typed line 1").waitFor();
  await here.window.card.allow.click();
  await here.window.reply("Changed.").waitFor();
  expect(here.window.read("a.txt")).toBe(`typed ${after}`);
});

it("rejects or accepts hunks at the cursor or above, and offers only Deny without", {
  tags: "thorough",
}, async () => {
  await propose(after);
  await tab("a.txt (proposed)").click();
  await right("LINE 3").click();
  await runCommand(here.window.page, "Tandem: Reject Hunk");
  await right("line 3").waitFor();
  await here.window.card.hunk(1, 3).getByText("rejected").waitFor();
  await runCommand(here.window.page, "Tandem: Accept Hunk");
  await right("LINE 3").waitFor();
  const above = getGroup("a.txt (proposed)").locator(".monaco-diff-editor .modified .codelens-decoration a");
  await above.getByText("Reject").first().click();
  await right("line 3").waitFor();
  await above.getByText("Accept").first().click();
  await right("LINE 3").waitFor();
  for (const index of [1, 2, 3]) await here.window.card.rejectHunk(index, 3).click();
  await here.window.panel.getByText("No changes selected.").waitFor();
  expect(await here.window.card.allow.count()).toBe(0);
  await here.window.card.deny.click();
  await here.window.reply("Changed.").waitFor();
  expect(here.window.read("a.txt")).toBe(before);
});

it("keeps a hunk refused on the card while the diff is typed into", { tags: "thorough" }, async () => {
  await propose(after);
  await tab("a.txt (proposed)").click();
  await right("line 1").click();
  await here.window.page.keyboard.press("Home");
  // Without the pointer, which would take the focus from the diff: its editor does not show the refusal yet when the
  // keys arrive.
  await here.window.card.rejectHunk(2, 3).evaluate((button: HTMLElement) => button.click());
  await here.window.page.keyboard.type("my ");
  await here.window.panel.getByText("edited by you").waitFor();
  await here.window.card.allow.click();
  await here.window.reply("Changed.").waitFor();
  expect(here.window.read("a.txt")).toBe(`my ${after.replace("LINE 30 é\n", "line 30\n")}`);
});

it("keeps CRLF and the byte-order mark of a file whose proposal the user edits", { tags: "thorough" }, async () => {
  const marked = `\ufeff${before.replaceAll("\n", "\r\n")}`;
  // Before 2.1.329 Write converted each line feed to the file's line end, and omitted the byte order mark.
  await propose(here.world.isOldCli ? after : after.replaceAll("\n", "\r\n"), { "a.txt": marked });
  await tab("a.txt (proposed)").click();
  await right("line 1").click();
  await here.window.page.keyboard.press("End");
  await here.window.page.keyboard.type("!");
  await here.window.panel.getByText("edited by you").waitFor();
  await here.window.card.allow.click();
  await here.window.reply("Changed.").waitFor();
  expect(fs.readFileSync(here.window.file("a.txt"), "utf8")).toBe(
    `${here.world.isOldCli ? "" : "\ufeff"}${after.replace("line 1\n", "line 1!\n").replaceAll("\n", "\r\n")}`,
  );
});

it("keeps a diff for each of two conversations, and decides in each about its own", { tags: "thorough" }, async () => {
  await propose(after, { "a.txt": before, "b.txt": before });
  const { page } = here.window;
  await here.window.newConversation();
  await ask("b.txt", after);
  await tab("b.txt (proposed)").waitFor();
  await tab("a.txt (proposed)").click();
  await here.window.card.reviewChanges.click();
  await expect.poll(() => tab("b.txt (proposed)").getAttribute("aria-selected")).toBe("true");
  await tab("a.txt (proposed)").click();
  await runCommand(page, "View: Move Editor into Right Group");
  const action = (name: string, label: string) => getGroup(name).getByRole("button", { name: label });

  await right("LINE 3", "a.txt (proposed)").click();
  await action("b.txt (proposed)", "Reject Hunk").click();
  await right("line 3", "b.txt (proposed)").waitFor();
  expect(await right("LINE 3", "a.txt (proposed)").count()).toBe(1);
  // The panel shows the other conversation.
  await right("LINE 3", "a.txt (proposed)").hover({ position: { x: 20, y: 8 } });
  await page.locator(".monaco-hover").getByRole("link", { name: "Reject" }).click();
  await right("line 3", "a.txt (proposed)").waitFor();
  await right("line 1", "b.txt (proposed)").click();
  await action("a.txt (proposed)", "Reject Proposed Changes").click();
  await tab("a.txt (proposed)").waitFor({ state: "detached" });
  await here.window.card.allow.click();
  await tab("b.txt (proposed)").waitFor({ state: "detached" });
  await here.window.reply("Changed.").waitFor();
  expect([here.window.read("a.txt"), here.window.read("b.txt")]).toEqual([
    before,
    after.replace("LINE 3\n", "line 3\n"),
  ]);
});

it("opens a new file as an editor with review actions, and shows the written file", async () => {
  await here.begin({ "a.txt": before });
  here.world.scripts.set("create", (folder) => [
    { blocks: [{ tool: "Write", input: { file_path: `${folder}/new.txt`, content: "one\ntwo\n" } }] },
    say("Created."),
  ]);
  await here.window.send("create");
  await tab("new.txt (proposed)").waitFor();
  const group = getGroup("new.txt (proposed)");
  await group.locator(".editor-instance .view-line", { hasText: "two" }).waitFor();
  expect(await group.locator(".monaco-diff-editor").count()).toBe(0);
  // The document is not on disk, but is editable like a diff.
  await group.locator(".view-line", { hasText: "one" }).click();
  await here.window.page.keyboard.press("End");
  await here.window.page.keyboard.type("!");
  await here.window.panel.getByText("edited by you").waitFor();
  await group.getByRole("button", { name: "Reject Proposed Changes" }).waitFor();
  await isReady(here.window.card.allow);
  await group.getByRole("button", { name: "Accept Proposed Changes" }).click();
  await here.window.reply("Created.").waitFor();
  expect(here.window.read("new.txt")).toBe("one!\ntwo\n");
  await tab("new.txt (proposed)").waitFor({ state: "detached" });
  await here.window.page.locator(".tabs-container .tab.active", { hasText: "new.txt" }).waitFor();
});

// Its group stays locked: the next scenario opens its own window.
it("leaves locked groups alone, reverts the change at the cursor, and lists a command's files", {
  tags: "thorough",
}, async () => {
  // A window without a tab of an earlier scenario, in which a file can appear late.
  await here.openOwn({ files: { "a.txt": before, "locked.txt": "keep me\n" } });
  const { page } = here.window;
  // Not in the Explorer, whose rows move while it finds the new files.
  await page.keyboard.press("Control+p");
  await page.locator(".quick-input-widget input[type=text]").fill("locked.txt");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "locked.txt" }).first().click();
  await tab("locked.txt").waitFor();
  await runCommand(page, "View: Lock Editor Group");
  // Not with echo, which 2.0.77 lets write in the folder without asking.
  const command = "node -e \"fs.writeFileSync('made.txt', 'made')\"";
  here.world.scripts.set("change and run", (folder) => [
    { blocks: [{ tool: "Read", input: { file_path: `${folder}/a.txt` } }] },
    { blocks: [{ tool: "Write", input: { file_path: `${folder}/a.txt`, content: after } }] },
    { blocks: [{ tool: "Bash", input: { command, description: "Makes a file" } }] },
    say("Changed and run."),
  ]);
  await here.window.send("change and run");
  await tab("a.txt (proposed)").waitFor();
  expect(await namesIn("locked.txt")).toEqual(["locked.txt"]);
  await here.window.card.of("Write", "a.txt").waitFor();
  await here.window.card.allow.click();
  await here.window.card.of("Bash", command).waitFor();
  await here.window.card.allow.click();
  await here.window.reply("Changed and run.").waitFor();

  const { changes } = here.window.composer;
  await changes.list.getByText("2 files +4 −3").click();
  // A checkpoint has what the command changed, so it is reverted like an edit.
  await changes.revert("made.txt").click();
  await expect.poll(() => fs.existsSync(here.window.file("made.txt"))).toBe(false);
  await changes.list.getByText("1 file +3 −3").waitFor();
  await changes.showHunks("a.txt").click();
  await changes.revertHunk(3, 3).click();
  await expect.poll(() => here.window.read("a.txt")).toBe(after.replace("LINE 55\n", "line 55\n"));

  await changes.reviewAll.click();
  const all = "Changes: change and run";
  await tab(all).waitFor();
  const action = (label: string) => getGroup(all).getByRole("button", { name: label });
  await right("LINE 3", all).click();
  await action("Revert Change at Cursor").click();
  await expect.poll(() => here.window.read("a.txt")).toBe(before.replace("line 30\n", "LINE 30 é\n"));
  await action("Revert File to Start of Conversation").click();
  await expect.poll(() => here.window.read("a.txt")).toBe(before);
  await tab("locked.txt").click();
  await action("Revert Change at Cursor").waitFor({ state: "detached" });
  expect(await namesIn("locked.txt")).toEqual(["locked.txt"]);
});
