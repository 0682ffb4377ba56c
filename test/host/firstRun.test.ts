// The first run, in each situation that keeps the first message from being answered.
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { panelText } from "../../extension/shared/text/panel.ts";
import { transcriptText } from "../../extension/shared/text/transcript/transcript.ts";
import { say } from "../model/replies.ts";
import { ensureCli } from "./install.mjs";
import { oneEditor } from "./oneEditor.ts";
import { runCommand } from "./workbench.mjs";

const here = oneEditor({ environment: { ANTHROPIC_API_KEY: "" } });
const button = (name: string) => here.window.panel.getByRole("button", { name, exact: true });
const suggestions = () => here.window.panel.getByRole("button", { name: /^Try: / });

it("asks for a login before the first message, then suggests what fits the folder", async () => {
  here.world.scripts.set("Run the tests. If one fails, find out why and propose a fix.", () => [
    say("All of them pass."),
  ]);
  await here.openOwn({
    files: { "README.md": "# Greeter", "package.json": JSON.stringify({ scripts: { test: "node --test" } }) },
  });
  await here.window.panel.getByRole("heading", { name: panelText.notLoggedIn() }).waitFor();
  expect(await suggestions().count()).toBe(0);
  const rewind = here.window.page
    .locator(".part.auxiliarybar .title")
    .getByRole("button", { name: /^Rewind to Message/ });
  expect(await rewind.count()).toBe(0);
  await here.window.expectAccessible("not logged in");
  await button(panelText.logIn()).press("Enter");
  await here.window.page.getByRole("option", { name: /^Claude account/ }).waitFor();
  await here.window.page.keyboard.press("Escape");
  fs.mkdirSync(here.world.config, { recursive: true });
  fs.writeFileSync(path.join(here.world.config, "settings.json"), JSON.stringify({ apiKeyHelper: "echo sk-made-up" }));
  await button(transcriptText.checkAgain()).press("Enter");
  await here.window.panel.getByRole("heading", { name: panelText.start() }).waitFor();
  await expect
    .poll(() => suggestions().allInnerTexts())
    .toEqual([
      "Try: Find and fix a failing test",
      "Try: Explain how this workspace is organized",
      "Try: Suggest three improvements",
    ]);
  await suggestions().first().press("Enter");
  await here.window.reply("All of them pass.").waitFor();
  await rewind.waitFor();
});

it("updates a claude that is too old, in a terminal, and starts it", { tags: "thorough" }, async () => {
  const program = path.join(here.world.place.root, "old-claude");
  const update = `ln -sf ${ensureCli()} ${program}`;
  fs.writeFileSync(
    program,
    `#!/bin/sh\nfor last; do :; done\nif [ "$last" = update ]; then ${update}; else echo "1.0.50 (Claude Code)"; fi\n`,
    {
      mode: 0o755,
    },
  );
  await here.openOwn({ folderSettings: { "tandem.claudePath": program } });
  await here.window.repository.start.click();
  const alert = here.window.panel.getByRole("alert");
  await alert.getByText("claude 1.0.50 is too old").waitFor();
  await button(transcriptText.updateProgram()).press("Enter");
  await here.window.transcript.empty.waitFor();
  expect(await alert.count()).toBe(0);
});

it("opens the walkthrough from the empty conversation, with finished steps already checked", {
  tags: "thorough",
}, async () => {
  await here.openOwn();
  await here.window.panel.getByText(panelText.start()).waitFor();
  await button(panelText.openWalkthrough()).press("Enter");
  const { page } = here.window;
  const step = (name: string) => page.locator(".getting-started-step", { hasText: name });
  await page.getByRole("heading", { name: "Get Started with Tandem", level: 2 }).waitFor();
  await step("Review the edit").waitFor();
  await expect.poll(() => step("Install Claude Code").getByRole("checkbox").getAttribute("aria-checked")).toBe("true");
  expect(await step("Ask for a change").getByRole("checkbox").getAttribute("aria-checked")).toBe("false");
  // Only a window without a folder has this step.
  expect(await step("Open a folder").count()).toBe(0);
});

it("offers to open a folder where there is none, also in the list of conversations", { tags: "thorough" }, async () => {
  await here.openWithoutFolder();
  await button(panelText.openFolder()).waitFor();
  await runCommand(here.window.page, "Focus on Conversations View");
  await here.window.page
    .locator(".welcome-view-content", { hasText: "Open a folder to see its conversations" })
    .waitFor();
});

it("asks which of several folders to work in, and offers the closed list again", {
  tags: "thorough",
}, async () => {
  await here.openOwn({ files: { "a.txt": "a\n" }, roots: { library: { "b.txt": "b\n" } } });
  const { page, panel } = here.window;
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: "library" });
  await row.waitFor();
  await page.keyboard.press("Escape");
  const question = panel.getByRole("alert").getByText("Which folder should claude work in?");
  await question.waitFor();
  await button(transcriptText.selectFolder()).press("Enter");
  await row.click();
  await panel.locator("header").getByText("library").waitFor();
  await question.waitFor({ state: "detached" });
});
