// Work that listeners do for a turn in the real extension host must not grow with its items. `editorCli.mjs` stands for
// a model that has all of it ready; the real program is in all other scenarios.
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { oneEditor } from "./oneEditor.ts";
import { runCommand } from "./workbench.mjs";

const here = oneEditor({
  settings: { "tandem.claudePath": path.join(import.meta.dirname, "..", "bench", "editorCli.mjs") },
});

/** Runs a turn and returns the calls in the extension host meanwhile. */
async function countTurn(items: number): Promise<Record<"editor" | "settings" | "diskReads", number>> {
  const { window } = here;
  await runCommand(window.page, "Tandem Example: Count Calls");
  await window.send(`${items} items, then ${items}`);
  await window.panel.getByText(`The end: ${items}.`).waitFor();
  await runCommand(window.page, "Tandem Example: Count Calls");
  await expect.poll(() => fs.existsSync(window.file("calls.json"))).toBe(true);
  const counts = JSON.parse(window.read("calls.json"));
  fs.rmSync(window.file("calls.json"));
  return counts;
}

it("reads settings and disk, and calls the editor, equally often for 1,000 and 3,000 items", {
  tags: "thorough",
}, async () => {
  await here.begin();
  // The first turn of a window does what is done once.
  await countTurn(10);
  const few = await countTurn(1_000);
  const many = await countTurn(3_000);
  console.log(JSON.stringify({ few, many }));
  expect(many.settings - few.settings).toBeLessThan(100);
  expect(many.diskReads - few.diskReads).toBeLessThan(100);
  expect((many.editor - few.editor) / 2_000).toBeLessThan(5);
});
