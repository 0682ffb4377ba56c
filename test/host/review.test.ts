import fs from "node:fs";
import { expect, it } from "vitest";
import { oneEditor } from "./oneEditor.ts";
import { runCommand } from "./workbench.mjs";

const say = (text: string) => ({ blocks: [{ text }] });

const here = oneEditor({
  settings: {
    // Nothing of this may touch a proposal.
    "editor.formatOnSave": true,
    "files.trimTrailingWhitespace": true,
    "files.insertFinalNewline": true,
    "files.autoSave": "afterDelay",
    "files.autoSaveDelay": 50,
    "files.encoding": "windows1252",
  },
});

const lines = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`);
const before = `${lines.join("\n")}\n`;
const after = before.replace("line 3\n", "LINE 3\n").replace("line 30\n", "LINE 30 é\n").replace("line 55\n", "LINE 55\n");
const tab = (name: string) => here.window.page.locator(".tabs-container .tab", { hasText: name });
/** A line of the right side, as far as it is on the screen; behind it stands what is said of its hunk. */
const right = (text: string) =>
  here.window.page.locator(".monaco-diff-editor .modified .view-line").filter({ hasText: new RegExp(`^${text.replaceAll(" ", "\\s")}(\\s*Hunk.*)?$`) });

/** Sends a prompt for which the model writes `content` into a.txt. */
async function propose(content: string, files: Record<string, string> = { "a.txt": before }): Promise<void> {
  here.world.scripts.set("change it", (folder) => [
    { blocks: [{ tool: "Read", input: { file_path: `${folder}/a.txt` } }] },
    { blocks: [{ tool: "Write", input: { file_path: `${folder}/a.txt`, content } }] },
    say("Changed."),
  ]);
  await here.begin(files);
  await here.window.send("change it");
  await here.window.panel.getByRole("group", { name: "Permission: Write a.txt" }).waitFor();
}
const told = () => JSON.stringify(here.world.model.requests.at(-1).messages);

it("writes two of three hunks that were taken on the card, and tells the model what is on disk", async () => {
  await propose(after);
  await tab("a.txt (proposed)").waitFor();
  const hunk = here.window.panel.getByRole("list", { name: "Hunks" }).getByRole("listitem", { name: "Hunk 2 of 3" });
  await hunk.getByRole("button", { name: "Reject hunk" }).click();
  await here.window.panel.getByText("You changed the proposal").waitFor();
  await here.window.button("Allow").click();
  await here.window.reply("Changed.").waitFor();
  expect(here.window.read("a.txt")).toBe(after.replace("LINE 30 é\n", "line 30\n"));
  expect(told()).toContain("The user changed your edit of");
  expect(told()).toContain("-LINE 30 é\\n+line 30");
  await tab("a.txt (proposed)").waitFor({ state: "detached" });
  expect(await here.window.panel.getByRole("alert").count()).toBe(0);
});

it("writes what was typed into the diff, whatever the editor does on a save, and asks nothing when its tab goes", async () => {
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
  // Closing it decided nothing, and nothing of it is lost.
  await here.window.button("Review changes").click();
  await right("typed line 1").waitFor();
  await here.window.button("Allow").click();
  await here.window.reply("Changed.").waitFor();
  expect(here.window.read("a.txt")).toBe(`typed ${after}`);
});

it("takes and refuses the hunk at the cursor by commands, and denies what has nothing left", async () => {
  await propose(after);
  await tab("a.txt (proposed)").click();
  await right("LINE 3").click();
  await runCommand(here.window.page, "Tandem: Reject Hunk");
  await right("line 3").waitFor();
  await here.window.panel.getByRole("listitem", { name: "Hunk 1 of 3" }).getByText("rejected").waitFor();
  await runCommand(here.window.page, "Tandem: Accept Hunk");
  await right("LINE 3").waitFor();
  for (const index of [1, 2, 3])
    await here.window.panel
      .getByRole("listitem", { name: `Hunk ${index} of 3` })
      .getByRole("button", { name: "Reject hunk" })
      .click();
  await here.window.panel.getByText("nothing would be written").waitFor();
  expect(await here.window.button("Allow").count()).toBe(0);
  await here.window.button("Deny").click();
  await here.window.reply("Changed.").waitFor();
  expect(here.window.read("a.txt")).toBe(before);
});

it("leaves the bytes of a file with CRLF and a byte-order mark, and of a new one", async () => {
  const marked = `\ufeff${before.replaceAll("\n", "\r\n")}`;
  // Before 2.1.329 Write gave each line feed the file's line end, and left the mark out.
  await propose(here.world.isOldCli ? after : after.replaceAll("\n", "\r\n"), { "a.txt": marked });
  await tab("a.txt (proposed)").click();
  await right("line 1").click();
  await here.window.page.keyboard.press("End");
  await here.window.page.keyboard.type("!");
  await here.window.panel.getByText("edited by you").waitFor();
  await here.window.button("Allow").click();
  await here.window.reply("Changed.").waitFor();
  expect(fs.readFileSync(here.window.file("a.txt"), "utf8")).toBe(
    `${here.world.isOldCli ? "" : "\ufeff"}${after.replace("line 1\n", "line 1!\n").replaceAll("\n", "\r\n")}`,
  );
});
