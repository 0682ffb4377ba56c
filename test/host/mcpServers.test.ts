import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { startHttpServer } from "../fakes/mcp/http.mjs";
import { oneEditor } from "./oneEditor.ts";
import { McpPage } from "./page/mcpPage.ts";
import { getTab, runCommand } from "./workbench.mjs";

const stdio = fileURLToPath(new URL("../fakes/mcp/stdio.mjs", import.meta.url));
const program = (mode: string) => ({ command: process.execPath, args: [stdio, mode] });
const web = {
  http: await startHttpServer({ header: "k3y" }),
  sse: await startHttpServer({ kind: "sse" }),
  door: await startHttpServer({ needsSignIn: true }),
};
afterAll(() => Promise.all(Object.values(web).map(({ close }) => close())));
const remote = {
  http: { type: "http", url: web.http.url, headers: { "x-key": "k3y" } },
  sse: { type: "sse", url: web.sse.url },
  door: { type: "http", url: web.door.url },
};
const servers = { ...remote, weather: program("works"), broken: program("crashesAtStart"), slow: program("hangs") };
const here = oneEditor({ settings: { "tandem.mcpServers": servers } });

/** Adds servers to the user's settings. */
function addServers(added: object): void {
  here.world.changeSettings({ "tandem.mcpServers": { ...servers, ...added } });
}

it("shows every server, acts on it by keyboard, and follows settings during a conversation", {
  tags: "thorough",
}, async () => {
  here.world.scripts.set("hello", () => [{ blocks: [{ text: "Hello." }] }]);
  await here.begin();
  const { page } = here.window;
  // A hanging server does not hold up the first message, and a failed one shows without the page.
  await here.window.send("hello");
  await here.window.reply("Hello.").waitFor();
  await here.window.button("1 MCP server failed").waitFor();
  await here.window.expectAccessible("a failed server");
  await here.window.message.focus();
  await page.keyboard.type("/mcp ");
  await page.keyboard.press("Enter");
  const mcp = new McpPage(getTab(page));
  await mcp.status("weather").filter({ hasText: "connected" }).waitFor();
  await mcp.status("slow").filter({ hasText: "pending" }).waitFor();
  await mcp.server("broken").getByText("cannot open the weather database").waitFor();
  expect(await mcp.server("weather").innerText()).toContain("user settings · stdio · weather 1.2.3");

  await mcp.button("weather", "3 tools").focus();
  await page.keyboard.press("Enter");
  await mcp.server("weather").getByText("read-only").waitFor();
  await mcp.server("weather").getByText("destructive").waitFor();
  await mcp.button("weather", "Disable").focus();
  await page.keyboard.press("Enter");
  await mcp.status("weather").filter({ hasText: "disabled" }).waitFor();
  await mcp.button("weather", "Enable").focus();
  await page.keyboard.press("Enter");
  await mcp.status("weather").filter({ hasText: "connected" }).waitFor();
  await mcp.button("weather", "Reconnect").click();
  await mcp.button("broken", "Show log").click();
  await mcp.server("broken").getByRole("region", { name: "Log" }).waitFor();

  for (const name of ["http", "sse"]) await mcp.status(name).filter({ hasText: "connected" }).waitFor();
  await mcp.status("door").filter({ hasText: "needs sign-in" }).waitFor();
  const opening = page.context().waitForEvent("page");
  await mcp.button("door", "Sign in").click();
  const browser = await opening;
  // This browser reaches neither a forwarded port nor the name "localhost": the page that it was sent to signs in at
  // once, and returns to claude.
  const { pathname, search } = new URL(browser.url());
  await browser.close();
  expect((await fetch(new URL(`${pathname.replace(/^\/proxy\/\d+/, "")}${search}`, web.door.url))).status).toBe(200);
  await mcp.status("door").filter({ hasText: "connected" }).waitFor();

  const names = () => mcp.list.getByRole("heading").allInnerTexts();
  addServers({ added: program("works") });
  await mcp.status("added").filter({ hasText: "connected" }).waitFor();
  addServers({});
  await expect
    .poll(async () => (await names()).sort())
    .toEqual(["broken", "door", "editor", "http", "slow", "sse", "weather"]);
  await here.window.button(/^[12] MCP servers? failed$/).waitFor();
});

it("shows without the page that a server failed which had worked", { tags: "thorough" }, async () => {
  here.world.scripts.set("let it fall", () => [
    { blocks: [{ tool: "mcp__later__fall", input: {} }] },
    { blocks: [{ text: "It fell." }] },
  ]);
  await here.begin();
  const { page } = here.window;
  await runCommand(page, "Tandem: Manage MCP Servers…");
  const mcp = new McpPage(getTab(page));
  const mark = path.join(here.world.place.root, "fallen");
  const { command, args } = program("crashesForGood");
  addServers({ later: { command, args: [...args, mark] } });
  await mcp.status("later").filter({ hasText: "connected" }).waitFor();
  await runCommand(page, "View: Close Editor");
  await here.window.button("1 MCP server failed").waitFor();
  await here.window.send("let it fall");
  await here.window.card.allow.click();
  await here.window.reply("It fell.").waitFor();
  const row = here.window.panel.getByRole("group", { name: "mcp__later__fall" });
  await row.getByText("failed", { exact: true }).waitFor();
  await here.window.button("2 MCP servers failed").waitFor();
  addServers({});
});
