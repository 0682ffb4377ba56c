// Removes each file of the installed package in turn: none may be missing without a message that names it.
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listFiles } from "../package/content.mjs";
import { EditorWorld } from "./editorWorld.ts";
import { getPanel } from "./workbench.mjs";

let world: EditorWorld;
beforeAll(async () => {
  world = await EditorWorld.create();
});
afterAll(() => world.close());

/**
 * The editor itself reports these: it cannot load the extension. The list of the files is read like a file that is
 * needed at the start.
 */
const ofEditor = ["package.json", "dist/extension.cjs", ".vsixmanifest"];

it("names each file of the package that is missing", { tags: "thorough", timeout: 900_000 }, async () => {
  const installed = path.join(world.place.root, "extensions", "tandem-chat.tandem-0.1.0");
  const names = listFiles(installed).filter((name) => !ofEditor.includes(name));
  expect(names.length).toBeGreaterThan(20);
  const unnamed: string[] = [];
  for (const name of names) {
    const kept = path.join(world.place.root, "kept");
    fs.renameSync(path.join(installed, name), kept);
    const window = await world.open({ isChatClosed: true });
    await window.page.keyboard.press("Control+Escape");
    const text = `A file of Tandem is missing: ${name}.`;
    const places = [
      window.page.locator(".notification-toast", { hasText: text }),
      getPanel(window.page).getByRole("alert").filter({ hasText: text }),
    ];
    const isNamed = await Promise.any(places.map((place) => place.first().waitFor({ timeout: 30_000 }))).then(
      () => true,
      () => false,
    );
    if (!isNamed) unnamed.push(name);
    await window.close();
    fs.renameSync(kept, path.join(installed, name));
  }
  expect(unnamed).toEqual([]);
});
