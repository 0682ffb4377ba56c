import { afterEach, expect, it } from "vitest";
import { LiveServerActions } from "../../../../extension/core/conversations/servers/liveServerActions.ts";
import { ServerDetails } from "../../../../extension/core/conversations/servers/serverDetails.ts";
import { toDisposable } from "../../../../extension/shared/base/disposable.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { maskSecrets } from "../../../../extension/shared/base/maskSecrets.ts";
import { McpPage } from "../../../../extension/vscode/pages/mcpPage.ts";
import { setup } from "../../core/conversations/actionsSetup.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));
const pages: McpPage[] = [];
afterEach(() => {
  for (const page of pages.splice(0)) page.dispose();
});

async function open(servers: object[]) {
  const answers: Record<string, object> = { mcp_status: { mcpServers: servers }, mcp_toggle: {}, mcp_reconnect: {} };
  const world = await setup({ answers });
  const edits: unknown[] = [];
  const note =
    (name: string) =>
    async (...given: unknown[]): Promise<void> =>
      void edits.push([name, ...given]);
  const editing = {
    add: note("add"),
    edit: note("edit"),
    remove: note("remove"),
    replaceSecret: note("replaceSecret"),
    removeSecret: note("removeSecret"),
    setToolPolicy: note("setToolPolicy"),
    setAlwaysLoad: note("setAlwaysLoad"),
  };
  const details = new ServerDetails({
    store: { list: async () => ({ servers: [{ name: "weather", place: { kind: "user" }, value: { command: "x" } }] }) },
    rules: { read: async () => [], add: async () => {}, remove: async () => {} },
    editing,
    trust: { acknowledge: async () => {} },
    onDidChange: () => toDisposable(() => {}),
  });
  const page = new McpPage({
    conversations: world.conversations,
    live: new LiveServerActions({
      conversations: world.conversations,
      dialogs: { showOutcome: () => {}, askCallback: async () => undefined },
      openLink: async () => undefined,
    }),
    editing,
    importServers: note("import"),
    details,
    logs: {
      read: async ({ folder }, server) => ({
        text: `log of ${server} in ${folder}, key given-secret`,
        stderr: `${server} has no database at db://me:given-secret@host`,
      }),
    },
    mask: (text) => maskSecrets(text, ["given-secret"]),
    openSettings: () => edits.push("settings"),
    clock: world.clock,
    logger: silentLogger,
  });
  pages.push(page);
  await settled();
  return { ...world, page, edits, answers };
}

it("shows the end of a failed server's error output, and its log on request", async () => {
  const { page } = await open([{ name: "weather", status: "failed", error: "Connection closed (given-secret)" }]);
  expect(page.read().servers[0]).toMatchObject({
    name: "weather",
    error: "Connection closed (***)\nweather has no database at db://me:***@host",
    waits: false,
  });
  await page.act({ type: "act", action: "showLog", target: "weather" });
  expect(page.read().servers[0]?.log).toBe("log of weather in /w, key ***");
  await page.act({ type: "act", action: "hideLog", target: "weather" });
  expect(page.read().servers[0]?.log).toBeUndefined();
});

it("looks at the servers again while it is open", async () => {
  const { page, answers, clock } = await open([{ name: "weather", status: "connected" }]);
  answers["mcp_status"] = { mcpServers: [{ name: "weather", status: "failed" }] };
  clock.advance(5_000);
  await settled();
  expect(page.read().servers[0]?.statusText).toBe("failed");
  page.dispose();
  answers["mcp_status"] = { mcpServers: [] };
  clock.advance(60_000);
  await settled();
  expect(page.read().servers).toHaveLength(1);
});

it("passes each action on, checked, and none twice at once", async () => {
  const { page, edits, cli } = await open([{ name: "weather", status: "connected" }]);
  await Promise.all([
    page.act({ type: "act", action: "disable", target: "weather" }),
    page.act({ type: "act", action: "disable", target: "weather" }),
  ]);
  expect(cli.received.filter((frame) => frame["request"]?.subtype === "mcp_toggle")).toHaveLength(1);
  await page.act({ type: "act", action: "remove", target: "weather" });
  await page.act({ type: "act", action: "setWait", target: "weather", values: { wait: "yes" } });
  await page.act({ type: "act", action: "setPolicy", target: "weather", values: { tool: "look", policy: "nonsense" } });
  await page.act({ type: "act", action: "rm -rf", target: "weather" });
  await page.act({ type: "act", action: "import" });
  await page.act({ type: "act", action: "openSettings" });
  const target = { folder: "/w", name: "weather" };
  expect(edits).toEqual([
    ["remove", target],
    ["setAlwaysLoad", target, true],
    ["setToolPolicy", { ...target, place: "user" }, "look", undefined],
    ["import", "/w"],
    "settings",
  ]);
});
