import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { oneEditor } from "./oneEditor.ts";
import { isReady } from "./window.ts";
import { runCommand } from "./workbench.mjs";

const here = oneEditor();
const server = fileURLToPath(new URL("../cli/stdioServer.mjs", import.meta.url));

/** Everything that can run leaves a mark here. */
const marksFolder = (): string => path.join(here.world.place.root, "marks");
const marks = (): string[] => fs.readdirSync(marksFolder()).sort();
const touch = (name: string): string => `touch ${path.join(marksFolder(), name)}`;
const startMarking = (name: string) => ({
  command: "sh",
  args: ["-c", `${touch(name)}; exec ${process.execPath} ${server}`],
});
const settings = (hook: string): string =>
  JSON.stringify({
    hooks: { SessionStart: [{ hooks: [{ type: "command", command: touch(hook) }] }] },
    env: { NODE_OPTIONS: "--no-warnings" },
    apiKeyHelper: `${touch("helper")}; echo sk-made-up`,
    statusLine: { type: "command", command: touch("line") },
    permissions: { allow: ["Bash(ls:*)"], additionalDirectories: ["../design"] },
    extraKnownMarketplaces: { shop: { source: { source: "directory", path: "./plugins" } } },
    outputStyle: "terse",
  });
const rowsOf = (text: string) => here.window.repository.card.getByRole("listitem").filter({ hasText: text });
const instructions = () =>
  here.world.model.requests.filter((request) => JSON.stringify(request).includes("INSTRUCTIONS OF THE REPOSITORY"))
    .length;
/** Presses a button with the keyboard only, once it can be pressed. */
async function pressByKey(button: ReturnType<typeof rowsOf>): Promise<void> {
  await isReady(button);
  await button.focus();
  await here.window.page.keyboard.press("Enter");
}

it("runs a repository's configuration only if allowed, else only the user's, and asks about changes", async () => {
  fs.mkdirSync(marksFolder(), { recursive: true });
  for (const text of ["hello", "again", "third"]) here.world.scripts.set(text, () => [say(`Answer to ${text}.`)]);
  await here.openOwn({
    files: {
      ".claude/settings.json": settings("hook"),
      ".claude/settings.local.json": "{ not json",
      ".mcp.json": JSON.stringify({ mcpServers: { vault: startMarking("vault"), other: startMarking("other") } }),
      ".claude/agents/spy.md": "---\nname: spy\ndescription: Looks\ntools: Bash\n---\nLook.",
      ".claude/commands/sneak.md": "Sneak.",
      ".claude/skills/deploy/SKILL.md": "---\nname: deploy\ndescription: Deploys\n---\nDeploy.",
      ".claude/output-styles/terse.md": "---\nname: terse\ndescription: Short\n---\nShort.",
      ".claude-plugin/plugin.json": JSON.stringify({ name: "own" }),
      "hooks/functions.js": "export default {};",
      ".claude/workflows/release.js": "export const meta = {};",
      ".claude/scheduled_tasks.json": JSON.stringify({
        tasks: [{ id: "a1", cron: "0 0 1 1 *", prompt: "Deploy it.", createdAt: 1 }],
      }),
      "AGENTS.md": "Obey.",
      "CLAUDE.md": "INSTRUCTIONS OF THE REPOSITORY",
      ".worktreeinclude": ".env",
    },
    folderSettings: { "tandem.mcpServers": { own: startMarking("own") }, "tandem.permissionMode": "acceptEdits" },
  });
  const { window } = here;
  await window.repository.card.waitFor();
  const shown = await window.repository.card.textContent();
  const named = [
    touch("hook"),
    touch("helper"),
    touch("line"),
    "vault",
    "own",
    "functions.js",
    "plugin.json",
    "shop",
    "tandem.permissionMode",
    "Bash(ls:*)",
  ];
  const more = [
    "../design",
    "NODE_OPTIONS",
    "which can change which programs run",
    "spy.md",
    "tools: Bash",
    "sneak.md",
    "deploy/SKILL.md",
    "terse.md",
    "release.js",
    "Deploy it.",
    "AGENTS.md",
    "CLAUDE.md",
    ".worktreeinclude",
  ];
  expect([...named, ...more, "settings.local.json"].filter((text) => !shown?.includes(text))).toEqual([]);
  await window.expectAccessible("repository card");

  // A typed message waits; nothing runs, neither claude nor anything of the repository.
  await window.message.fill("hello");
  await window.message.press("Enter");
  await window.composer.queue.getByText("hello").waitFor();
  await window.repository.card
    .getByRole("button", { name: /^Open \.claude\/settings\.json:/ })
    .first()
    .click();
  await window.page.locator(".tabs-container .tab", { hasText: "settings.json" }).waitFor();
  await pressByKey(window.repository.notNow);
  await pressReview();
  expect([marks(), here.world.cliProcesses()]).toEqual([[], []]);

  await pressByKey(window.repository.startWithout);
  await window.reply("Answer to hello.").waitFor();
  expect([marks(), instructions()]).toEqual([[], 0]);
  await window.composer.mode("default").waitFor();

  // The refusal is remembered, and taken back; single servers are left out.
  await window.newConversation();
  await runCommand(window.page, "Tandem: Review Repository Configuration…");
  await window.repository.card.getByText("claude starts without this configuration in this folder.").waitFor();
  await window.repository.card.getByRole("checkbox", { name: "Use other" }).click();
  // The end of the list is below the card.
  await window.repository.reviewRest.waitFor();
  expect(await window.repository.start.count()).toBe(0);
  await window.repository.reviewRest.click();
  await window.repository.start.click();
  await window.composer.mode("acceptEdits").waitFor();
  await window.send("again");
  await window.reply("Answer to again.").waitFor();
  await expect.poll(marks).toEqual(expect.arrayContaining(["helper", "hook", "own", "vault"]));
  expect(marks()).not.toContain("other");
  expect(instructions()).toBeGreaterThan(0);

  // Only the changed hook is new.
  fs.writeFileSync(window.file(".claude/settings.json"), settings("changed"));
  await window.newConversation();
  await rowsOf("SessionStart").waitFor();
  expect(await window.repository.card.getByRole("listitem").count()).toBe(1);
  expect(marks()).not.toContain("changed");
  await window.repository.start.click();
  await window.send("third");
  await window.reply("Answer to third.").waitFor();
  await expect.poll(marks).toContain("changed");

  /** After Not now: the button that shows the card again. */
  async function pressReview(): Promise<void> {
    const review = window.button("Review…");
    await review.focus();
    await window.page.keyboard.press("Enter");
    await window.repository.card.waitFor();
  }
});

it("asks about a settings file that a workspace's setting names, and again after a change", {
  tags: "thorough",
}, async () => {
  fs.mkdirSync(marksFolder(), { recursive: true });
  here.world.scripts.set("hello", () => [say("Hello.")]);
  const hook = (name: string) =>
    JSON.stringify({ hooks: { SessionStart: [{ hooks: [{ type: "command", command: touch(name) }] }] } });
  await here.openOwn({ files: { "ci.json": hook("named") }, folderSettings: { "tandem.settingsFile": "ci.json" } });
  const { window } = here;
  await rowsOf(touch("named")).waitFor();
  expect(marks()).not.toContain("named");
  await window.repository.start.click();
  await window.send("hello");
  await window.reply("Hello.").waitFor();
  await expect.poll(marks).toContain("named");

  fs.writeFileSync(window.file("ci.json"), hook("renamed"));
  await window.newConversation();
  await rowsOf(touch("renamed")).waitFor();
  expect(await window.repository.card.getByRole("listitem").count()).toBe(1);
  expect(marks()).not.toContain("renamed");
});

it("asks about agents in another folder of the workspace, which claude reads too", { tags: "thorough" }, async () => {
  await here.openOwn({ roots: { library: { ".claude/agents/spy.md": "---\nname: spy\ntools: Bash\n---\nLook." } } });
  await here.window.page
    .locator(".quick-input-list .monaco-list-row")
    .filter({ hasText: path.basename(here.window.folder) })
    .click();
  await rowsOf("tools: Bash").waitFor();
  expect(await here.window.repository.card.getByRole("listitem").count()).toBe(1);
});
