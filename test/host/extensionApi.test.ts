import fs from "node:fs";
import { expect, it } from "vitest";
import { oneEditor } from "./oneEditor.ts";
import { getRow } from "./threeAtWork.ts";
import { openConversationTree, runCommand } from "./workbench.mjs";

const here = oneEditor();

/** Returns what the example wrote about a command, once it did. */
async function written(name: string): Promise<any> {
  const file = here.window.file(`${name}.json`);
  await expect.poll(() => fs.existsSync(file) && fs.statSync(file).size > 0).toBe(true);
  return JSON.parse(fs.readFileSync(file, "utf8"));
}

it("asks the user about an extension, shows its conversation under its name, and lets the user decide about its calls", async () => {
  here.world.scripts.set("asked by the example", (folder) => [
    { blocks: [{ tool: "Write", input: { file_path: `${folder}/new.txt`, content: "made" } }] },
    { blocks: [{ text: "Done." }] },
  ]);
  await here.begin();
  const { window } = here;
  const { page } = window;
  await openConversationTree(page);
  await runCommand(page, "Tandem Example: Query");
  const dialog = page.locator(".monaco-dialog-box");
  await dialog.filter({ hasText: "Tandem Example" }).filter({ hasText: "tandem-example.example" }).waitFor();
  expect(here.world.cliProcesses()).toHaveLength(1);
  await dialog.getByRole("button", { name: "Allow" }).click();
  const row = getRow(window, "asked by the example");
  await row.filter({ hasText: "waiting for you" }).filter({ hasText: "Tandem Example" }).waitFor();
  expect(fs.existsSync(window.file("new.txt"))).toBe(false);
  await row.click();
  await window.card.allow.click();
  expect(await written("query")).toMatchObject({
    text: "Done.",
    denials: [],
    events: ["Write running", "Write waiting", "Write running", "Write done", "text", "turnEnded"],
  });
  expect(window.read("new.txt")).toBe("made");
  await expect.poll(() => here.world.cliProcesses()).toEqual([]);
});

it("lets the user stop what an extension started, in the row of its conversation", async () => {
  here.world.scripts.set("asked by the example", () => [{ blocks: [{ text: "It begins." }, { gate: new Promise(() => {}) }] }]);
  await here.openOwn();
  const { window } = here;
  await openConversationTree(window.page);
  await runCommand(window.page, "Tandem Example: Query");
  await window.page.locator(".monaco-dialog-box").getByRole("button", { name: "Allow" }).click();
  const row = getRow(window, "asked by the example").filter({ hasText: "working" });
  await row.hover();
  await row.getByRole("button", { name: "Stop" }).click();
  expect(await written("query")).toEqual({ code: "aborted", data: { by: "user" } });
});
