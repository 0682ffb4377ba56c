import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { fuzzRuns } from "../fuzz/runs.ts";
import { EditorWorld, type Window } from "./editorWorld.ts";
import { runCommand } from "./workbench.mjs";

const use = (tool: string, input: object) => ({ blocks: [{ tool, input }] });
const say = (text: string) => ({ blocks: [{ text }] });

let world: EditorWorld;
let window: Window;

beforeAll(async () => {
  world = await EditorWorld.create();
});
afterEach(() => window?.close());
afterAll(() => world.close());

/** What is kept and sent is shown by unit tests; that the editor brings it back, where there is time: `npm run fuzz`. */
it.runIf(fuzzRuns(1) > 1)("keeps a comment on a line over a reload, and sends it with its code", async () => {
  window = await world.open({ files: { "a.txt": "one\ntwo\n" } });
  const { page } = window;
  await runCommand(page, "Tandem: Switch to Mode: Accept Edits");
  await window.button("Permission mode: Accept edits").waitFor();
  world.scripts.set("change it", (folder) => [
    use("Read", { file_path: `${folder}/a.txt` }),
    use("Edit", { file_path: `${folder}/a.txt`, old_string: "two", new_string: "2" }),
    say("Changed."),
  ]);
  await window.send("change it");
  await window.reply("Changed.").waitFor();
  await page.getByRole("treeitem", { name: "a.txt", exact: true }).dblclick();
  await page.locator(".editor-instance .view-line").first().click();
  await runCommand(page, "Add Comment on Current Selection");
  const thread = page.locator(".review-widget");
  await thread.locator(".monaco-editor").first().click();
  await page.keyboard.type("Why one?");
  await thread.locator(".monaco-button", { hasText: "Comment" }).first().click();
  await thread.getByText("Not sent yet").waitFor();
  await window.reload();
  await page.getByRole("treeitem", { name: /^You: Why one\?/ }).waitFor();
  await runCommand(page, "Tandem: Send Comments");
  await expect.poll(() => JSON.stringify(world.model.requests.at(-1).messages)).toContain("a.txt:1\\n```\\none\\n```\\nWhy one?");
});
