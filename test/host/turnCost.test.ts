// Work that listeners do for a turn in the real extension host must not grow with its items. `editorCli.mjs` stands for
// a model that has all of it ready; the real program is in all other scenarios.
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { oneEditor } from "./oneEditor.ts";
import { runCommand } from "./workbench.mjs";

const here = oneEditor({
  settings: {
    "tandem.claudePath": path.join(import.meta.dirname, "..", "bench", "editorCli.mjs"),
    // Otherwise the editor looks through all processes of this machine every few seconds.
    "remote.autoForwardPortsSource": "output",
  },
});

interface Calls {
  /** Of each function of the editor that has a name. */
  readonly editor: Readonly<Record<string, number>>;
  readonly settings: number;
  readonly diskReads: number;
}

/** Runs a turn and returns the calls in the extension host meanwhile. */
async function countTurn(items: number): Promise<Calls> {
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

const [few, many] = [1_000, 10_000];

it("reads settings and disk, and calls the editor, equally often for 1,000 and 10,000 items", async () => {
  await here.begin();
  // The first turn of a window does what is done once.
  await countTurn(10);
  const [before, after] = [await countTurn(few), await countTurn(many)];
  /** Returns the calls for each further item. */
  const grow = (read: (calls: Calls) => number | undefined): number =>
    ((read(after) ?? 0) - (read(before) ?? 0)) / (many - few);
  // Not zero: the window looks for new files meanwhile, for example.
  expect(grow(({ settings }) => settings)).toBeLessThan(0.02);
  expect(grow(({ diskReads }) => diskReads)).toBeLessThan(0.02);
  // A turn that takes longer is sent to the page in more messages, each with some calls: about one for ten items.
  expect(Object.keys(after.editor).length).toBeGreaterThan(100);
  expect(Object.keys(after.editor).filter((name) => grow(({ editor }) => editor[name]) > 0.5)).toEqual([]);
});
