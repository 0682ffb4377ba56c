// A conversation in a worktree, two attempts, a guard that holds a call, and the question about an extension, for
// pictures.
import { execFileSync } from "node:child_process";
import { runCommand } from "./workbench.mjs";

const evening = "export const evening = (name) => `Good evening, ${name}!`;\n";
/** Folders of the attempts. */
const attempts = new Set();

const write = (cwd, content) => [
  { blocks: [{ tool: "Write", input: { file_path: `${cwd}/evening.js`, content } }] },
  { blocks: [{ text: "There is a greeting for the evening now." }] },
];

export const isolationScripts = {
  "Add a greeting for the evening.": (cwd) => write(cwd, evening),
  "Add a greeting for the evening, in two ways.": (cwd) => {
    attempts.add(cwd);
    return write(
      cwd,
      attempts.size === 1 ? evening : `${evening}export const night = (name) => \`Good night, \${name}!\`;\n`,
    );
  },
  "Rename every greeting.": () => [
    {
      blocks: [{ tool: "Bash", input: { command: "npm test", description: "Run the tests" } }],
      usage: { input: 52_000, output: 1_200 },
    },
    { blocks: [{ text: "Done." }] },
  ],
};

/** Settings with which a guard holds the last message, and no other one. */
export const isolationSettings = { "tandem.limits.turn.newTokens": 50_000 };

/** Goes through the states. `shoot` takes a picture under a name. */
export async function actIsolation({ page, panel, folder, shoot }) {
  attempts.clear();
  const git = (...args) =>
    execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=ann@example.test", ...args], { cwd: folder });
  const row = (name) => page.locator(".quick-input-list .monaco-list-row", { hasText: name });
  const dialog = page.locator(".monaco-dialog-box");
  const input = page.locator(".quick-input-widget input[type=text]").last();
  const send = async (message) => {
    await panel.getByRole("textbox", { name: "Message" }).fill(message);
    await panel.getByRole("button", { name: "Send", exact: true }).click();
  };
  const allow = async () => {
    await panel.getByRole("button", { name: "Allow", exact: true }).and(panel.locator("[aria-disabled=false]")).click();
    await panel.getByText("There is a greeting for the evening now.").waitFor();
    await panel.getByRole("button", { name: "Stop", exact: true }).waitFor({ state: "detached" });
  };
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "."],
    ["commit", "-qm", "First"],
  ])
    git(...args);

  await runCommand(page, "Tandem: New Conversation in Worktree…");
  await row("With my uncommitted changes").click();
  await page.locator(".quick-input-widget", { hasText: "Name of the new branch" }).waitFor();
  await input.fill("evening");
  await page.keyboard.press("Enter");
  const label = panel.getByRole("button", { name: /^Worktree of .*: evening$/ });
  await label.waitFor();
  await send("Add a greeting for the evening.");
  await allow();
  await label.click();
  await page.locator(".multiDiffEditor .view-line", { hasText: "Good evening" }).first().waitFor();
  await shoot("worktree");

  await runCommand(page, "Tandem: Try Message in Parallel…");
  await input.fill("Add a greeting for the evening, in two ways.");
  await page.keyboard.press("Enter");
  await row("Model from Settings").first().click();
  await row("Sonnet").first().click();
  await shoot("attempt-models");
  await page.keyboard.press("Enter");
  await panel.getByRole("button", { name: /^Attempt 1 of 2/ }).waitFor();
  await allow();
  await runCommand(page, "Tandem: Go to Next Waiting Conversation");
  await panel.getByRole("button", { name: /^Attempt 2 of 2/ }).waitFor();
  await allow();
  await runCommand(page, "Tandem: Compare Attempts…");
  for (const name of ["Attempt 1", "Attempt 2"]) await row(name).filter({ hasText: "done" }).waitFor();
  await shoot("attempts");
  await page.keyboard.press("Escape");

  await page
    .getByRole("button", { name: /^New Conversation( \(|$)/ })
    .first()
    .click();
  await panel.getByRole("heading", { name: "New conversation" }).waitFor();
  await send("Rename every greeting.");
  await panel
    .getByRole("group", { name: /^New tokens of this turn/ })
    .locator("[aria-disabled=false]")
    .first()
    .waitFor();
  await shoot("guard");

  await runCommand(page, "Tandem Example: Query");
  await dialog.filter({ hasText: "Tandem Example" }).waitFor();
  await shoot("consent");
}
