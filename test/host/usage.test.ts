import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { ensureCli } from "./install.mjs";
import { oneEditor } from "./oneEditor.ts";
import { UsagePage } from "./page/usagePage.ts";
import { getTab, runCommand } from "./workbench.mjs";

const list = (usage: object = {}) => ({
  blocks: [{ text: "Looking. " }, { tool: "Bash", input: { command: "ls", description: "Lists" } }],
  usage,
});

/** Starts the CLI with limits that the first turns reach, until a conversation has a cost limit of its own. */
const place = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-limited-"));
const limited = path.join(place, "claude");
fs.writeFileSync(
  limited,
  `#!/bin/sh
case "$*" in
  *--max-budget-usd=* | --version) exec "${ensureCli()}" "$@" ;;
  *) exec "${ensureCli()}" "$@" --max-turns=1 --max-budget-usd=0.05 ;;
esac
`,
  { mode: 0o755 },
);
afterAll(() => fs.rmSync(place, { recursive: true, force: true }));
const here = oneEditor({ settings: { "tandem.claudePath": limited } });

it("continues after the limits of turns and cost, and shows and exports each turn's usage", {
  tags: "thorough",
}, async () => {
  const continuePrompt = "Continue from where you stopped.";
  here.world.scripts.set("look around", () => [
    list({ input: 900, output: 60, cacheRead: 4_000, cacheWrite: 700 }),
    say("Never said."),
  ]);
  here.world.scripts.set(continuePrompt, () => [list({ input: 40_000 }), say("Not said either.")]);
  await here.begin();
  const { page, panel } = here.window;
  await here.window.send("look around");
  const turns = here.window.transcript.notice("The maximum number of steps was reached");
  await here.window.transcript.step("continue", turns).click();
  const budget = here.window.transcript.notice("The cost limit was reached");
  await here.window.transcript.step("raiseBudget", budget).waitFor();
  await here.window.expectAccessible("cost limit reached");
  here.world.scripts.set(continuePrompt, () => [say("Within the limit.")]);
  await here.window.transcript.step("raiseBudget", budget).click();
  await page.locator(".quick-input-widget input[type=text]:enabled").fill("7.50");
  await page.keyboard.press("Enter");
  await here.window.reply("Within the limit.").waitFor();
  const started = here.world.cliProcesses().map((pid) => fs.readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  expect(started).toEqual([expect.stringContaining("--max-budget-usd=7.5")]);

  // The row of a turn unfolds its usage.
  const used = here.window.transcript.usageOfTurn;
  await panel
    .getByRole("button", { name: /\d s · \$/ })
    .first()
    .click();
  await used.getByText("Cache write, 1 h").waitFor();
  await used.getByText("4,000").waitFor();

  await here.window.send("/usage");
  const usagePage = new UsagePage(getTab(page));
  const usage = usagePage.region;
  const rows = usagePage.turns;
  await expect.poll(() => rows.count()).toBe(4);
  expect(await rows.nth(1).getByRole("cell").allTextContents()).toEqual(
    expect.arrayContaining(["look around", "900", "60", "4,000", "700"]),
  );
  await usage.getByRole("img", { name: "Tokens per turn, oldest first" }).waitFor();

  await usagePage.exportCsv.click();
  const field = page.locator(".quick-input-widget input[type=text]:enabled");
  // The dialog is ready once it suggests a file.
  await expect.poll(() => field.inputValue()).toMatch(/\.csv$/);
  const file = await field.inputValue();
  expect(path.dirname(file)).toBe(here.window.folder);
  await field.press("Enter");
  await page.getByText("The usage was exported to").first().waitFor();
  const lines = fs.readFileSync(file, "utf8").trim().split("\r\n");
  expect(lines[0]).toMatch(/^turn,started,outcome,model,input_tokens/);
  expect(lines[1]).toMatch(/^1,.*,failed,claude-[\w-]+,900,60,4000,700,0,700,/);
  expect(lines).toHaveLength(4);

  // The conversation itself.
  await runCommand(page, "Tandem: Export Conversation…");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "Markdown" }).click();
  await expect.poll(() => field.inputValue()).toMatch(/\.md$/);
  const document = await field.inputValue();
  await field.press("Enter");
  await page.getByText("The conversation was exported to").first().waitFor();
  expect(fs.readFileSync(document, "utf8")).toMatch(/^# .+\n\n.*> look around\n.*Within the limit\.\n$/s);

  // Read back, the turns have the tokens that the transcript has.
  await here.window.reload();
  await here.window.transcript.reply("Within the limit.").waitFor();
  await runCommand(page, "Tandem: Show Usage");
  await usage.getByText(/^Turns from the saved conversation have no cost/).waitFor();
});
