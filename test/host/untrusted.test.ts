// The first run in a workspace that the user has not trusted.
import { afterAll, beforeAll, expect, it } from "vitest";
import { transcriptText } from "../../extension/shared/text/transcript/transcript.ts";
import { say } from "../model/replies.ts";
import { EditorWorld } from "./editorWorld.ts";

let world: EditorWorld;
beforeAll(async () => {
  world = await EditorWorld.create({
    settings: { "security.workspace.trust.enabled": true, "security.workspace.trust.startupPrompt": "never" },
  });
});
afterAll(() => world.close());

it("starts nothing in an untrusted workspace until the user trusts it", {
  tags: "thorough",
}, async () => {
  world.scripts.set("hello", () => [say("Hello from the model.")]);
  const window = await world.open({ files: { "a.txt": "a\n" } });
  const { page } = window;
  try {
    const alert = window.panel.getByRole("alert").filter({ hasText: "This workspace is not trusted" });
    await alert.waitFor();
    await window.expectAccessible("untrusted");
    // A message waits, and nothing runs.
    await window.send("hello");
    await window.composer.queue.getByText("hello").waitFor();
    expect(world.agentProcesses()).toEqual([]);
    await window.button(transcriptText.manageTrust()).press("Enter");
    await page
      .locator(".workspace-trust-editor")
      .getByRole("button", { name: /^Trust/ })
      .first()
      .click();
    await window.reply("Hello from the model.").waitFor();
    expect(await alert.count()).toBe(0);
  } finally {
    await window.close();
  }
});
