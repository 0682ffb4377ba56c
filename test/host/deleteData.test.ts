// "Delete All Data…" in the installed package: the real folders of the editor, and its secret storage.
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { EditorWorld } from "./editorWorld.ts";
import { findUnnamedFiles, listOwnFiles } from "./stateTable.ts";
import { runCommand, workbenchRestored } from "./workbench.mjs";

let world: EditorWorld;
beforeAll(async () => {
  world = await EditorWorld.create();
});
afterAll(() => world.close());

it("lists Tandem's saved data, deletes the selected parts, starts afresh, and keeps claude's files", {
  tags: "thorough",
}, async () => {
  const user = path.join(world.place.root, "user-data", "User");
  const window = await world.open({ files: { "a.txt": "a" } });
  const { page } = window;
  world.scripts.set("hello", () => [say("Hello yourself.")]);
  await window.send("hello");
  await window.reply("Hello yourself.").waitFor();
  await window.message.fill("a draft");
  await expect.poll(() => listOwnFiles(user).some((name) => name.startsWith("G/checkpoints/"))).toBe(true);
  await expect.poll(() => listOwnFiles(user)).toContain("O/window.json");
  expect(findUnnamedFiles(user)).toEqual([]);

  await runCommand(page, "Tandem: Delete All Data");
  const list = page.locator(".quick-input-widget");
  await list.getByText("Drafts and open conversations").waitFor();
  await list.getByText("Checkpoints", { exact: true }).waitFor();
  await list.getByRole("checkbox", { name: "Toggle all checkboxes" }).click();
  await page.keyboard.press("Enter");
  await page.locator(".monaco-dialog-box").getByRole("button", { name: "Delete", exact: true }).click();
  await window.transcript.empty.waitFor();
  await workbenchRestored(page);
  await expect.poll(() => window.message.inputValue()).toBe("");
  const left = listOwnFiles(user).filter(
    (name) => !/^G\/(?:processes|locks|open-conversations|code|cache)\/|^O\//.test(name),
  );
  expect(left).toEqual([]);
  // The conversation itself is claude's.
  await runCommand(page, "Tandem: Open Conversation…");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "hello" }).first().waitFor();
  await window.close();
});
