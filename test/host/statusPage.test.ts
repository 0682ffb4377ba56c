import fs from "node:fs";
import os from "node:os";
import { expect, it } from "vitest";
import { say, use } from "../model/replies.ts";
import { writeFiles } from "./editorWorld.ts";
import { oneEditor } from "./oneEditor.ts";
import { StatusPage } from "./page/statusPage.ts";
import { hasFocus } from "./window.ts";
import { getTab, runCommand } from "./workbench.mjs";

const here = oneEditor();

/** Writes the settings of the folder, as the user does by hand. */
function writeSettings(settings: object): void {
  fs.writeFileSync(here.window.file(".vscode/settings.json"), JSON.stringify(settings));
}

it("shows every setting, what claude reported, and changes at once, by the keyboard alone", {
  tags: "thorough",
}, async () => {
  const settings = {
    "tandem.chat.showThinking": "expanded",
    "tandem.temprature": 0.5,
    "tandem.maxRunningConversations": 20,
  };
  here.world.scripts.set("hello", () => [use("Bash", { command: "ls" }), say("Hello.")]);
  writeFiles(here.world.config, { "CLAUDE.md": "# Rules\n" });
  await here.openOwn({ folderSettings: settings });
  const { page } = here.window;
  await here.window.send("hello");
  await here.window.reply("Hello.").waitFor();

  await runCommand(page, "Tandem: Show Status");
  const status = new StatusPage(getTab(page));
  await status.search.waitFor();
  const isFocused = () => hasFocus(status.search);
  await expect.poll(isFocused).toBe(true);
  const row = (heading: string, name: string) => status.row(heading, name).innerText();
  expect(await row("Settings", "chat.showThinking")).toMatch(/expanded\s+Workspace settings\s+Change/);
  await expect
    .poll(() => status.row("Settings", "temprature").allInnerTexts())
    .toMatchObject([expect.stringContaining("set but ignored")]);
  expect(await row("Account", "API key")).toContain("ANTHROPIC_API_KEY");
  expect(await row("claude", "Version")).toContain(here.world.version);
  expect(await row("Tools", "Built in")).toContain("Bash");
  expect(await row("Recent tool call decisions", "Bash")).toContain("Allowed without asking");
  await expect.poll(() => status.row("Settings", "maxRunningConversations").allInnerTexts()).toHaveLength(2);
  await status
    .table("Instruction files")
    .getByRole("button", { name: /^Open .*CLAUDE\.md$/ })
    .waitFor();
  expect(await row("Environment variables", "tandem.environment")).toContain("ANTHROPIC_API_KEY");
  await here.window.expectAccessible("status", "tab");

  await page.keyboard.type("showthinking");
  await expect.poll(() => status.rows.allInnerTexts()).toEqual(["chat.showThinking"]);
  writeSettings({ ...settings, "tandem.chat.showThinking": "hidden" });
  await expect.poll(() => row("Settings", "chat.showThinking")).toContain("hidden");
  await page.keyboard.press("Escape");
  await status.row("Settings", "temprature").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Status copied.").first().waitFor();
  const report = await page.evaluate(() => navigator.clipboard.readText());
  expect(report).toContain("| chat.showThinking | hidden | Workspace settings |");
  for (const secret of ["sk-made-up", os.homedir()]) expect(report).not.toContain(secret);

  await runCommand(page, "View: Close Editor");
  await here.window.message.focus();
  await page.keyboard.type("/status ");
  await page.keyboard.press("Enter");
  await status.search.waitFor();
  // A second request shows the same tab.
  await runCommand(page, "Tandem: Show Status");
  expect(await page.getByRole("tab", { name: /^Tandem Status/ }).count()).toBe(1);
});
