import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { panelText } from "../../extension/shared/text/panel.ts";
import { say } from "../model/replies.ts";
import { pressCommand } from "./boundCommands.mjs";
import { listFiles, readText } from "./filesInUse.ts";
import { oneEditor } from "./oneEditor.ts";
import { findInArguments } from "./processes.mjs";
import { openList, runCommand } from "./workbench.mjs";

const secret = `s3cret-${process.pid}-${Date.now()}`;
const server = fileURLToPath(new URL("../cli/stdioServer.mjs", import.meta.url));
const vault = { command: process.execPath, args: [server], alwaysLoad: true, tools: { peek: "allow" } };
const servers = {
  vault: { ...vault, env: { VAULT_SECRET: "${secret:VAULT}" } },
  wrong: { command: 5 },
  exposed: { command: "run", args: ["--key=${secret:VAULT}"] },
};
const here = oneEditor({ settings: { "tandem.mcpServers": servers } });

const box = () => here.window.page.locator(".quick-input-widget input[type=password]");
const input = () => here.window.page.locator(".quick-input-widget input[type=text]");
const row = (text: string | RegExp) =>
  here.window.page.locator(".quick-input-list .monaco-list-row", { hasText: text });
const notice = (text: string | RegExp) =>
  here.window.page.locator(".notification-list-item-message", { hasText: text }).first();
/**
 * Waits until something is said, above the message field or in a notification while the page is not there yet, and
 * closes it above the field, where it would take the room of a card.
 */
const said = async (text: RegExp) => {
  const banner = here.window.banner(text);
  await Promise.any([notice(text).waitFor(), banner.waitFor()]);
  if ((await banner.count()) === 0) return;
  await banner.getByRole("button", { name: panelText.close() }).click();
  await banner.waitFor({ state: "detached" });
};
const press = (key: string) => here.window.page.keyboard.press(key);
/** Answers a question of the form: waits for it, types, and goes on. */
const answer = async (question: string, text: string) => {
  await here.window.page.locator(".quick-input-message", { hasText: question }).waitFor();
  await input().fill(text);
  await press("Enter");
};
/** Takes a row of a list with the arrow keys. */
const take = async (name: RegExp) => {
  const option = here.window.page.locator(".quick-input-list").getByRole("option", { name });
  await option.waitFor();
  for (let presses = 0; !(await option.getAttribute("class"))?.includes("focused"); presses++) {
    if (presses > 10) throw new Error(`${name} is not reached`);
    await press("ArrowDown");
  }
  await press("Enter");
};

/** Returns the files of the editor, the extension and claude that contain the secret. */
const findSecret = () => findFiles(/./).filter((file) => readText(file).includes(secret));
/** Returns the files of the editor, the extension and claude with these names. */
const findFiles = (name: RegExp) => listFiles(here.world.place.root).filter((file) => name.test(path.basename(file)));
/** Returns the text of the files with these names. */
const readFiles = (name: RegExp) => findFiles(name).map(readText).join("\n");

it("asks once for a secret and gives it only to its server, beside wrong servers", async () => {
  here.world.scripts.set("peek", () => [{ blocks: [{ tool: "mcp__vault__peek", input: {} }] }, say("I peeked.")]);
  // The question for the secret takes the focus as soon as the chat is open.
  await here.openOwn({ isChatClosed: true });
  await press("Control+Escape");
  await box().waitFor();
  await here.window.page.locator(".quick-input-title", { hasText: "Secret VAULT" }).waitFor();
  await box().fill(secret);
  await press("Enter");
  await box().waitFor({ state: "hidden" });
  await said(/tandem\.mcpServers\.wrong \(.*settings\.json, line \d+\): command: /);
  await said(/tandem\.mcpServers\.exposed \(.*settings\.json, line \d+\): \$\{secret:VAULT\} can't be used in args/);
  await here.window.send("peek");
  await here.window.reply("I peeked.").waitFor();
  expect(here.world.sentMessages()).toContain(`length ${secret.length}`);
  // A server that is added while claude runs gets the secret in a frame, which a trace records.
  await runCommand(here.window.page, "Tandem: Record Protocol Trace");
  await here.window.page.getByRole("dialog").getByRole("button", { name: "Record", exact: true }).click();
  await here.window.button("Recording trace").waitFor();
  here.world.changeSettings({ "tandem.mcpServers": { ...servers, second: servers.vault } });
  await expect.poll(() => readFiles(/^trace-/)).toMatch(/"added":\["second"\]/);
  here.world.scripts.set("peek again", () => [
    { blocks: [{ tool: "mcp__second__peek", input: {} }] },
    say("I peeked again."),
  ]);
  await here.window.send("peek again");
  // Its policies apply after a restart.
  await here.window.card.allow.click();
  await here.window.reply("I peeked again.").waitFor();
  await here.window.button("Recording trace").click();
  await notice("Saved the protocol trace").waitFor();
  expect(readFiles(/^trace-/)).toContain(`length ${secret.length}`);
  expect(readFiles(/^trace-/)).toContain('"VAULT_SECRET":"***"');
  here.world.changeSettings({ "tandem.mcpServers": servers });
  // Another start finds the secret in the store.
  await here.window.newConversation();
  await here.window.send("peek");
  await here.window.reply("I peeked.").waitFor();
  expect(await box().isVisible()).toBe(false);
  expect(findInArguments(secret)).toEqual([]);
  expect(findSecret()).toEqual([]);
  expect(JSON.stringify(here.world.model.requests)).not.toContain(secret);
});

it("adds a server by keyboard, and imports the editor's servers after showing them whole", {
  tags: "thorough",
}, async () => {
  const long = `--option=${"x".repeat(200)}`;
  const tools = {
    type: "stdio",
    command: "npx",
    args: ["-y", "tools", long],
    env: { TOKEN: "${input:token}" },
    envFile: ".env",
  };
  const inputs = [{ id: "token", type: "promptString", password: true }];
  await here.begin({ ".vscode/mcp.json": JSON.stringify({ servers: { tools }, inputs }) });
  await openList(here.window.page, "Tandem: Add MCP Server…");
  await row("Program (stdio)").waitFor();
  await press("Enter");
  await take(/^Workspace settings/);
  await answer("Name of the server", "own vault");
  await answer("Program to start", process.execPath);
  await answer("Arguments, separated by spaces", `"${server}" --key=\${secret:NO}`);
  await here.window.page.locator(".quick-input-message", { hasText: "Other users of this computer" }).waitFor();
  await input().fill(`"${server}"`);
  await press("Enter");
  await take(/Add environment variable…/);
  await answer("Name of the environment variable", "VAULT_SECRET");
  await row("Kept in the editor's secret storage").waitFor();
  await press("Enter");
  await here.window.page.locator(".quick-input-message", { hasText: "Name of the secret" }).waitFor();
  await press("Enter");
  await take(/\bSave$/);
  await box().waitFor();
  await box().fill(secret);
  await press("Enter");
  await notice("own vault was added to the workspace settings.").waitFor();
  const added = { command: process.execPath, args: [server], env: { VAULT_SECRET: "${secret:VAULT_SECRET}" } };
  await expect
    .poll(() => JSON.parse(here.window.read(".vscode/settings.json"))["tandem.mcpServers"])
    .toEqual({ "own vault": added });

  await pressCommand(here.window.page, "tandem.mcp.import");
  await row("tools").waitFor();
  await press("Enter");
  await row("User settings").waitFor();
  await press("Enter");
  const dialog = here.window.page.getByRole("dialog").filter({ hasText: "Import the MCP server tools?" });
  await dialog.waitFor();
  for (const part of [long, "TOKEN: ${secret:token}", "envFile is not included", "The input token becomes a secret"])
    expect(await dialog.textContent()).toContain(part);
  await dialog.getByRole("button", { name: "Import" }).click();
  await box().waitFor();
  await press("Escape");
  // The editor writes to the user settings of the machine where these define the value.
  const userServers = () =>
    ["User", "Machine"].map(
      (scope) =>
        JSON.parse(fs.readFileSync(path.join(here.world.place.root, "user-data", scope, "settings.json"), "utf8"))[
          "tandem.mcpServers"
        ],
    );
  const imported = { type: "stdio", command: "npx", args: ["-y", "tools", long], env: { TOKEN: "${secret:token}" } };
  await expect.poll(userServers).toContainEqual({ ...servers, tools: imported });
  expect(findSecret()).toEqual([]);
});
