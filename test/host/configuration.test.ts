import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { sandboxText } from "../../extension/shared/text/settings/sandbox.ts";
import { say, use } from "../model/replies.ts";
import { writeFiles } from "./editorWorld.ts";
import { oneEditor } from "./oneEditor.ts";
import { McpPage } from "./page/mcpPage.ts";
import { StatusPage } from "./page/statusPage.ts";
import { getTab, openList, runCommand } from "./workbench.mjs";

// Stand-ins: this machine may lack the tools of the sandbox. They let claude start; no command runs in them.
const tools = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-tools-"));
for (const tool of ["bwrap", "socat"]) fs.writeFileSync(path.join(tools, tool), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
afterAll(() => fs.rmSync(tools, { recursive: true }));

const stdio = fileURLToPath(new URL("../fakes/mcp/stdio.mjs", import.meta.url));
const searching = (PATH: string) => ({ environment: { PATH } });
const here = oneEditor({
  settings: { "tandem.profiles": { bare: searching("/nowhere"), tools: searching(`${tools}:${process.env["PATH"]}`) } },
});

const row = (text: string) => here.window.page.locator(".quick-input-list .monaco-list-row").filter({ hasText: text });

it("applies settings of a workspace folder to running conversations of that folder only", {
  tags: "thorough",
}, async () => {
  const settings = (values: object) => JSON.stringify(values);
  const files = { ".vscode/settings.json": settings({ "tandem.model": "opus" }) };
  await here.openOwn({ folderSettings: { "tandem.model": "haiku" }, roots: { library: files } });
  const { window } = here;
  const greet = async () => {
    await window.send("hello");
    await window.reply("Hello.").waitFor();
  };
  await row(path.basename(window.folder)).click();
  here.world.scripts.set("hello", () => [say("Hello.")]);
  await greet();
  await window.composer.model("Haiku").waitFor();
  await openList(window.page, "Tandem: New Conversation");
  await row("library").click();
  await window.transcript.empty.waitFor();
  await greet();
  await window.composer.model("Opus").waitFor();
  fs.writeFileSync(
    window.file(".vscode/settings.json"),
    settings({ "tandem.model": "sonnet", "tandem.permissionMode": "plan" }),
  );
  await runCommand(window.page, "Tandem: Continue Last Conversation");
  await window.composer.model("Sonnet").waitFor();
  await window.composer.mode("plan").waitFor();
  expect(await window.composer.model("Sonnet").getAttribute("title")).toContain("From settings (folder)");
  await runCommand(window.page, "Tandem: Continue Last Conversation");
  await window.composer.model("Opus").waitFor();
  await window.composer.mode("default").waitFor();
});

it("applies changed folders, thinking budget and MCP servers while a turn runs", {
  tags: "thorough",
}, async () => {
  const look = "mcp__weather__look";
  const added = path.join(here.world.place.root, "added");
  writeFiles(added, { "note.txt": "A note." });
  here.world.scripts.set("begin", () => [
    use("Bash", { command: "touch begun" }),
    use(look, {}),
    use("Read", { file_path: path.join(added, "note.txt") }),
    say("It is sunny."),
  ]);
  here.world.scripts.set("go on", () => [say("Gone on.")]);
  await here.openOwn({ folderSettings: { "tandem.model": "claude-haiku-4-5-20251001" } });
  const { window } = here;
  const { page, card } = window;
  const openPage = async (command: string) => {
    await runCommand(page, command);
    return getTab(page);
  };
  await window.send("begin");
  await card.of("Bash", "touch begun").waitFor();
  here.world.changeSettings({
    "tandem.additionalDirectories": [added],
    "tandem.maxThinkingTokens": 3_000,
    "tandem.mcpServers": { weather: { command: process.execPath, args: [stdio, "works"] } },
  });
  const servers = new McpPage(await openPage("Tandem: Manage MCP Servers…"));
  await servers.status("weather").filter({ hasText: "connected" }).waitFor();
  // An older claude restarts for the folder and for the resources of the server, and offers its tools from the next
  // turn on.
  const isOld = here.world.isOldCli;
  const note = servers
    .server("weather")
    .getByText("can't read the resources of a server that was added while claude was running");
  await note.waitFor({ state: isOld ? "visible" : "detached" });
  await window.composer.restartToApply.waitFor({ state: isOld ? "visible" : "detached" });
  await card.allow.click();
  await card.by(isOld ? "Read" : look).waitFor();
  await card.allow.click();
  await window.reply("It is sunny.").waitFor();
  expect(here.world.sentMessages()).toContain("A note.");
  expect(await window.transcript.notice("").allInnerTexts()).toEqual([]);

  await window.send("go on");
  await window.reply("Gone on.").waitFor();
  expect(here.world.model.requests.at(-1).thinking).toMatchObject({ budget_tokens: 3_000 });
  const status = new StatusPage(await openPage("Tandem: Show Status"));
  await status
    .row("Conversation", "Added folders")
    .filter({ hasText: isOld ? "" : added })
    .waitFor();
  expect(await status.row("Settings", "maxThinkingTokens").innerText()).toMatch(/3000 requested\s+User settings/);
  here.world.changeSettings({
    "tandem.additionalDirectories": [],
    "tandem.maxThinkingTokens": null,
    "tandem.mcpServers": {},
  });
});

it("starts a conversation that never asks only with a working sandbox, and shows it", {
  tags: "thorough",
}, async () => {
  await here.openOwn({ folderSettings: { "tandem.profile": "bare" } });
  const { page } = here.window;
  const profile = (name: string) => here.window.header.profile(name);
  await profile("bare").waitFor();
  await runCommand(page, "Tandem: New Sandboxed Conversation…");
  await here.window.banner("The sandbox needs programs that aren't installed: bwrap, socat.").waitFor();
  fs.writeFileSync(here.window.file(".vscode/settings.json"), JSON.stringify({ "tandem.profile": "tools" }));
  await profile("tools").waitFor();
  const question = page.getByRole("dialog").filter({ hasText: sandboxText.question() });
  await runCommand(page, "Tandem: New Sandboxed Conversation…");
  await question.waitFor();
  for (const part of ["no network", "Not in the sandbox: claude's file tools, hooks, and MCP servers."])
    expect(await question.textContent()).toContain(part);
  await question.getByRole("button", { name: sandboxText.start() }).click();
  await here.window.header.sandboxed.waitFor();
  await here.window.composer.mode("bypassPermissions").waitFor();
  here.world.scripts.set("write it", () => [
    { blocks: [{ tool: "Write", input: { file_path: here.window.file("alone.txt"), content: "done" } }] },
    say("Written."),
  ]);
  await here.window.send("write it");
  await here.window.reply("Written.").waitFor();
  expect(here.window.read("alone.txt")).toBe("done");
  const { tools: offered } = here.world.model.requests.find(({ messages }) =>
    JSON.stringify(messages).includes("write it"),
  );
  expect(offered.map(({ name }: { name: string }) => name)).not.toContain("WebFetch");
  await here.window.expectAccessible("a sandboxed conversation");
  await here.window.newConversation();
  await here.window.header.sandboxed.waitFor({ state: "detached" });
});

it("offers to move MCP servers out of a settings file, where claude ignores them", {
  tags: "thorough",
}, async () => {
  const servers = { tools: { command: "tools" } };
  await here.begin({
    ".claude/settings.json": JSON.stringify({ mcpServers: servers, cleanupPeriodDays: 42 }, undefined, 2),
  });
  const { page } = here.window;
  await page.keyboard.press("Control+p");
  await page.locator(".quick-input-widget input[type=text]").fill(".claude/settings.json");
  await row("settings.json").first().click();
  await page.locator(".squiggly-warning").first().waitFor();
  await page.locator(".view-line span").getByText('"mcpServers"', { exact: true }).click();
  // The editor shows it once it has the focus and knows the actions at the cursor.
  await page.locator('.lightBulbWidget.codicon, [class*="codicon-gutter-lightbulb"]').first().waitFor();
  await page.keyboard.press("Control+.");
  await page.getByRole("option", { name: "Move MCP servers to .mcp.json" }).click();
  await expect
    .poll(() => fs.existsSync(here.window.file(".mcp.json")) && JSON.parse(here.window.read(".mcp.json")))
    .toEqual({ mcpServers: servers });
  await expect.poll(() => JSON.parse(here.window.read(".claude/settings.json"))).toEqual({ cleanupPeriodDays: 42 });
});
