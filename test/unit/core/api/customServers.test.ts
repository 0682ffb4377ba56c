import fc from "fast-check";
import { expect, it } from "vitest";
import { getServerName } from "../../../../extension/core/api/customTools.ts";
import type { McpServers } from "../../../../extension/core/api/tandem.d.ts";
import type { FakeCli } from "../../../fakes/memoryPair.ts";
import { fuzzRuns } from "../../../fuzz/runs.ts";
import { settled } from "../protocol/setup.ts";
import { caller, errorOf, openApi } from "./setup.ts";

const shop = { command: "shop", args: ["--serve"] };
const web = { type: "http", url: "https://acme.example/mcp", headers: { key: "k3y" } } as const;
const tool = { name: "length", description: "", input: { type: "object" }, run: () => 1 };
const getCalls = (cli: FakeCli | undefined) =>
  (cli?.received ?? [])
    .filter((frame) => frame["request"]?.subtype === "mcp_set_servers")
    .map((frame) => frame["request"].servers);

async function begin(options: Parameters<typeof openApi>[0] & { mcpServers?: McpServers; version?: string } = {}) {
  const answers = {
    interrupt: {},
    mcp_set_servers: { added: ["extension-acme-helper-web"], removed: ["mine"], errors: {} },
  };
  const window = openApi({ ...options, answers });
  const { mcpServers = {} } = options;
  const session = await window.api.createSession(caller, { mcpServers, customTools: [tool] });
  const run = async () => {
    session.send("one").result.catch(() => {});
    await settled();
  };
  return { ...window, session, run, open: () => window.conversations.all.at(-1)! };
}

it("starts a process with the servers of the extension, under names of its own", async () => {
  const { starts, run } = await begin({ mcpServers: { shop } });
  await run();
  expect(starts[0]?.servers).toEqual({ "extension-acme-helper-shop": shop });
});

it("replaces the servers in the running process, and keeps its own functions", async () => {
  const { session, run, clis } = await begin();
  await run();
  expect(await session.setMcpServers({ web })).toEqual({ added: ["web"], removed: [], errors: {} });
  expect(getCalls(clis[0])).toEqual([
    { "extension-acme-helper-web": web, "extension-acme-helper": { type: "sdk", name: "extension-acme-helper" } },
  ]);
});

it("says which server has not answered, and adds it to no process", async () => {
  const { session, run, clis } = await begin({
    probe: { limitMs: 1_000, connect: async () => false, find: async () => undefined, list: async () => ({}) },
  });
  await run();
  expect(await session.setMcpServers({ web })).toEqual({
    added: [],
    removed: [],
    errors: { web: expect.stringContaining("did not answer") },
  });
  expect(getCalls(clis[0])).toEqual([]);
});

it("keeps them for the first process", async () => {
  const { session, run, starts, clis } = await begin({ mcpServers: { shop } });
  expect(await session.setMcpServers({ web })).toEqual({ added: ["web"], removed: ["shop"], errors: {} });
  await run();
  expect(Object.keys(starts[0]?.servers ?? {})).toEqual(["extension-acme-helper-web"]);
  expect(getCalls(clis[0])).toEqual([]);
});

it("removes them when the extension ends and the user continues the conversation", async () => {
  const { session, run, open, clis } = await begin({ mcpServers: { web } });
  await run();
  open().submit("from the user");
  clis[0]?.write({ type: "result", subtype: "success", session_id: "s1", uuid: "u1" });
  clis[0]?.write({ type: "system", subtype: "session_state_changed", state: "idle" });
  await settled();
  await session.close();
  await settled();
  expect(open().conversation.controls.servers.extra).toEqual({});
});

it("gives no two extensions the same name of a server", () => {
  const part = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,4}$/);
  const server = fc.option(fc.stringMatching(/^\w[\w-]{0,4}$/), { nil: undefined });
  const seen = new Map<string, string>();
  fc.assert(
    fc.property(part, part, server, (publisher, name, own) => {
      const whole = `${getServerName(`${publisher}.${name}`)}${own === undefined ? "" : `-${own}`}`;
      const meant = JSON.stringify([publisher, name, own]);
      expect(seen.get(whole) ?? meant).toBe(meant);
      seen.set(whole, meant);
    }),
    {
      numRuns: fuzzRuns(2_000),
      examples: [
        ["a", "b-c", "x"],
        ["a-b", "c", "x"],
        ["a", "b", "c-x"],
      ],
    },
  );
});

it.each([
  ["a wrong name", { "a b": shop }],
  ["a name that begins with a hyphen", { "-a": shop }],
  ["a placeholder", { web: { ...web, url: "https://evil.example/${ANTHROPIC_API_KEY}" } }],
  ["a placeholder in a header", { web: { ...web, headers: { key: "${ANTHROPIC_API_KEY}" } } }],
  ["another address", { web: { ...web, url: "file:///etc/passwd" } }],
  ["a server in this process", { own: { type: "sdk", name: "editor" } }],
])("refuses %s", async (_case, servers) => {
  const { session } = await begin();
  expect((await errorOf(session.setMcpServers(servers as unknown as McpServers))).code).toBe("invalidOptions");
});

it("changes nothing without trust, and nothing once the user withdrew the consent", async () => {
  const { session, user, run, clis, access } = await begin();
  await run();
  user.isTrusted = false;
  expect((await errorOf(session.setMcpServers({ shop }))).code).toBe("untrusted");
  user.isTrusted = true;
  user.answer = false;
  await access.setAllowed([]);
  expect((await errorOf(session.setMcpServers({ shop }))).code).toBe("notAllowed");
  expect(getCalls(clis[0])).toEqual([]);
});

it("says where a version cannot change the servers of its start", async () => {
  const { session, run } = await begin({ mcpServers: { shop }, version: "2.0.77" });
  await run();
  expect(await errorOf(session.setMcpServers({}))).toMatchObject({ code: "unsupported", data: { servers: ["shop"] } });
});

it("changes the servers of a query too, and rejects once it has ended", async () => {
  const { api, clis } = await begin();
  const query = api.query(caller, { prompt: "one", mcpServers: { shop } });
  await settled();
  expect((await query.setMcpServers({ web })).added).toEqual(["web"]);
  expect(getCalls(clis[0])).toHaveLength(2);
  await query.stop();
  expect((await errorOf(query.setMcpServers({ web }))).code).toBe("aborted");
  const failed = api.query(caller, { prompt: "one", cwd: "/elsewhere" });
  expect((await errorOf(failed.setMcpServers({}))).code).toBe("folderNotAllowed");
});
