import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { fuzzRuns } from "../fuzz/runs.ts";
import { EditorWorld, type Window } from "./editorWorld.ts";

let world: EditorWorld;
let window: Window;

beforeAll(async () => {
  world = await EditorWorld.create();
});
afterEach(() => window?.close());
afterAll(() => world.close());

const answers = [
  ["Use Mine", /^Permission mode: Manual$/],
  ["Use Them", /^Permission mode: Accept edits$/i],
] as const;
/** The other answer where there is time: `npm run fuzz`. */
it.each(fuzzRuns(1) > 1 ? answers : answers.slice(0, 1))("asks before a folder's own settings let edits through: %s", async (answer, mode) => {
  world.scripts.set("hello", () => [{ blocks: [{ text: "Hello." }] }]);
  window = await world.open({ folderSettings: { "tandem.permissionMode": "acceptEdits" } });
  const question = window.page.getByRole("dialog").filter({ hasText: "Use this folder's settings for Tandem?" });
  await question.waitFor();
  expect(await question.textContent()).toContain("Permission mode:");
  await question.getByRole("button", { name: answer }).click();
  await window.send("hello");
  await window.reply("Hello.").waitFor();
  expect(await window.button(mode).count()).toBe(1);
  // It was answered once: a reload asks nothing.
  if (answer === "Use Mine") await window.reload();
  await window.button(mode).waitFor();
  expect(await question.count()).toBe(0);
});
