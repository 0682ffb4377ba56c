import { expect, it } from "vitest";
import { begin } from "../conversationSetup.ts";

const weather = {
  name: "weather",
  status: "connected",
  scope: "dynamic",
  transport: "stdio",
  serverInfo: { name: "weather", version: "1.2.3" },
};
const tools = [
  { name: "look", description: "Reads\u202e it", annotations: { readOnly: true } },
  { name: "wipe", annotations: { destructive: true } },
];
const init = (...servers: object[]) => ({
  type: "system",
  subtype: "init",
  session_id: "s1",
  claude_code_version: "2.1.329",
  mcp_servers: servers,
});
const noRules = { allow: [], ask: [], deny: [] };
const prepared = (servers: Record<string, { command: string }>, rules: object = {}) => ({
  servers,
  rules: { ...noRules, ...rules },
});
const settled = () => new Promise((resolve) => setImmediate(resolve));

interface Surroundings {
  readonly servers?: object[];
  readonly launched?: Record<string, { command: string }>;
  readonly extra?: Record<string, { command: string }>;
  readonly version?: string;
}

async function start(options: Surroundings = {}) {
  const { launched = {}, extra, version = "2.1.329" } = options;
  const world = await begin({ servers: { ...prepared(launched), extra }, version, isAnswered: false });
  const reply = (mcpServers: object[]) => {
    world.answers["mcp_status"] = { mcpServers };
  };
  reply(options.servers ?? [weather]);
  world.answers["initialize"] = {};
  const [initialize] = world.cli().received;
  world.cli().write({
    type: "control_response",
    response: { subtype: "success", request_id: initialize?.["request_id"], response: {} },
  });
  await world.starting;
  await settled();
  const asked = (subtype: string) => world.cli().received.filter((frame) => frame["request"]?.subtype === subtype);
  const answer = (subtype: string, response: object) =>
    world.cli().write({
      type: "control_response",
      response: { request_id: asked(subtype).at(-1)?.["request_id"], ...response },
    });
  return {
    ...world,
    reply,
    asked,
    answer,
    servers: world.conversation.controls.servers,
    state: () => world.conversation.state.servers,
  };
}

it("shows the servers that claude reports, with their texts as data", async () => {
  const forbidden = { name: "shop", status: "failed", error: "Blocked by enterprise managed policy", scope: "user" };
  const { state } = await start({
    servers: [
      { ...weather, tools },
      forbidden,
      { name: "odd\u001b[1m", status: "sleeping" },
      { name: "door", status: "needs-auth" },
    ],
  });
  expect(state()).toEqual([
    {
      name: "weather",
      status: "connected",
      scope: "dynamic",
      transport: "stdio",
      software: { name: "weather", version: "1.2.3" },
      tools: [
        { name: "look", description: "Reads it", isReadOnly: true },
        { name: "wipe", isDestructive: true },
      ],
    },
    { name: "shop", status: "forbidden", error: "Blocked by enterprise managed policy", scope: "user" },
    expect.objectContaining({ status: "other", told: "sleeping" }),
    { name: "door", status: "needsSignIn" },
  ]);
});

it("uses the last of two entries of one server (2.1.50)", async () => {
  const { state } = await start({
    servers: [{ name: "twice", status: "failed" }, weather, { name: "twice", status: "connected" }],
  });
  expect(state()?.map(({ name, status }) => [name, status])).toEqual([
    ["twice", "connected"],
    ["weather", "connected"],
  ]);
});

it("requests the state again while a server connects, and not afterwards", async () => {
  const { clock, reply, asked, state } = await start({ servers: [{ name: "slow", status: "pending" }] });
  clock.advance(500);
  await settled();
  expect([asked("mcp_status").length, state()?.[0]?.status]).toEqual([2, "pending"]);
  reply([{ name: "slow", status: "connected" }]);
  clock.advance(1_000);
  await settled();
  expect([asked("mcp_status").length, state()?.[0]?.status]).toEqual([3, "connected"]);
  clock.advance(60_000);
  await settled();
  expect(asked("mcp_status")).toHaveLength(3);
});

it("requests the state when a turn reports something else or commands change", async () => {
  const { cli, reply, asked, state } = await start();
  cli().write(init({ name: "weather", status: "connected" }));
  await settled();
  expect(asked("mcp_status")).toHaveLength(1);
  reply([{ ...weather, status: "failed", error: "Connection closed" }]);
  cli().write(init({ name: "weather", status: "failed" }));
  await settled();
  expect(state()).toMatchObject([{ status: "failed", error: "Connection closed" }]);
  cli().write({ type: "system", subtype: "commands_changed", commands: [] });
  await settled();
  expect(asked("mcp_status")).toHaveLength(3);
});

it("keeps the last state after the process ended, without requests to it", async () => {
  const { conversation, clock, asked, state, servers } = await start({
    servers: [{ name: "slow", status: "pending" }],
  });
  await conversation.rest();
  clock.advance(60_000);
  await settled();
  expect([asked("mcp_status").length, state()?.length]).toEqual([1, 1]);
  expect([servers.can("toggle"), await servers.reconnect("slow")]).toEqual([false, { code: "notRunning" }]);
});

it("toggles and reconnects a server, and returns the reason for a failure", async () => {
  const { reply, asked, answer, servers, state } = await start();
  const switching = servers.setEnabled("weather", false);
  await settled();
  expect(asked("mcp_toggle").at(-1)?.["request"]).toEqual({
    subtype: "mcp_toggle",
    serverName: "weather",
    enabled: false,
  });
  reply([{ ...weather, status: "disabled" }]);
  answer("mcp_toggle", { subtype: "success" });
  expect([await switching, state()?.[0]?.status]).toEqual([{ code: "done" }, "disabled"]);
  const connecting = servers.reconnect("weather");
  await settled();
  answer("mcp_reconnect", { subtype: "error", error: "Connection \u001b[31mclosed" });
  const outcome = await connecting;
  expect(outcome).toMatchObject({ code: "failed", reason: expect.stringContaining("closed") });
  expect(JSON.stringify(outcome)).not.toContain("u001b");
});

it("does not offer actions that a version lacks", async () => {
  const { servers, asked } = await start({ version: "2.0.77" });
  expect([servers.can("reconnect"), servers.can("toggle"), servers.can("signIn")]).toEqual([false, false, false]);
  expect(await servers.reconnect("weather")).toEqual({ code: "unsupported" });
  expect(asked("mcp_reconnect")).toEqual([]);
});

it("follows a sign-in until the server is connected", async () => {
  const { clock, reply, answer, servers, state } = await start({ servers: [{ name: "door", status: "needs-auth" }] });
  clock.advance(60_000);
  const signing = servers.signIn("door");
  await settled();
  answer("mcp_authenticate", {
    subtype: "success",
    response: { authUrl: "https://door.example/authorize", requiresUserAction: true },
  });
  expect(await signing).toEqual({ outcome: { code: "done" }, page: "https://door.example/authorize" });
  reply([{ name: "door", status: "connected" }]);
  clock.advance(5_000);
  await settled();
  expect(state()?.[0]?.status).toBe("connected");
});

it("reads only the resources of a page that claude does not read itself", async () => {
  const { answer, asked, servers } = await start();
  expect(await servers.readResource("weather", "weather://today")).toBeUndefined();
  expect(asked("mcp_read_resource")).toEqual([]);
  const reading = servers.readResource("weather", "ui://card");
  await settled();
  answer("mcp_read_resource", {
    subtype: "success",
    response: { contents: [{ uri: "ui://card", text: "<b>sunny</b>" }, { blob: "AA==" }] },
  });
  expect(await reading).toBe("<b>sunny</b>");
});

const one = { command: "one" };
const two = { command: "two" };
const called = (frames: readonly Record<string, any>[]) => frames.map((frame) => frame["request"].servers);

it("adds a server to a running process, as pending, without naming those of the start", async () => {
  const { asked, answer, servers, state, reply } = await start({ launched: { one } });
  const applying = servers.applyServers(prepared({ one, two }));
  await settled();
  expect(called(asked("mcp_set_servers"))).toEqual([{ two }]);
  expect(state()?.find(({ name }) => name === "two")).toEqual({ name: "two", status: "pending" });
  reply([weather, { name: "two", status: "failed", error: "gone" }]);
  answer("mcp_set_servers", { subtype: "success", response: { added: ["two"], removed: [], errors: { two: "gone" } } });
  expect(await applying).toEqual({
    added: ["two"],
    removed: [],
    errors: new Map([["two", "gone"]]),
    needRestart: [],
    hasNewRules: false,
    withheld: [],
  });
  expect(state()?.at(-1)).toEqual({ name: "two", status: "failed", error: "gone", isAddedLive: true });
  expect(state()?.[0]?.isAddedLive).toBeUndefined();
});

it("removes a server of the start in two steps, and later ones in one", async () => {
  const { asked, answers, servers } = await start({ launched: { one, two } });
  answers["mcp_set_servers"] = { added: ["one"], removed: [], errors: { one: "unreachable" } };
  expect(await servers.applyServers(prepared({ two }))).toEqual({
    added: [],
    removed: ["one"],
    errors: new Map(),
    needRestart: [],
    hasNewRules: false,
    withheld: [],
  });
  expect(called(asked("mcp_set_servers"))).toEqual([
    { one: { type: "http", url: expect.stringContaining("127.0.0.1") } },
    {},
  ]);
  answers["mcp_set_servers"] = { added: [], removed: [], errors: {} };
  const changed = { command: "two", args: ["--now"] };
  await servers.applyServers(prepared({ two: changed }));
  await servers.applyServers(prepared({ two: changed }));
  await servers.applyServers(prepared({}));
  expect(called(asked("mcp_set_servers")).slice(2)).toEqual([{ two: changed }, {}]);
});

it("names servers that need a restart where claude keeps those of its start", async () => {
  const { asked, answers, servers } = await start({ launched: { one, two }, version: "2.0.77" });
  answers["mcp_set_servers"] = { added: ["three"], removed: [], errors: {} };
  const three = { command: "three" };
  expect(await servers.applyServers(prepared({ two: { command: "other" }, three }))).toMatchObject({
    added: ["three"],
    needRestart: ["one", "two"],
  });
  expect(called(asked("mcp_set_servers"))).toEqual([{ three }]);
});

it("reports that rules of tools need a restart", async () => {
  const { asked, servers } = await start({ launched: { one } });
  expect(await servers.applyServers(prepared({ one }, { deny: ["mcp__one__wipe"] }))).toMatchObject({
    needRestart: [],
    hasNewRules: true,
  });
  expect(asked("mcp_set_servers")).toEqual([]);
});

it("leaves servers to the next start if nothing runs", async () => {
  const { conversation, servers } = await start();
  await conversation.rest();
  expect(await servers.applyServers(prepared({ one }))).toBeUndefined();
});

it("keeps an extension's servers when the settings change, and the reverse", async () => {
  const { asked, answers, servers } = await start({ launched: { one } });
  answers["mcp_set_servers"] = { added: [], removed: [], errors: {} };
  await servers.setExtra({ two });
  await servers.applyServers(prepared({ one: { command: "other" } }));
  await servers.setExtra({});
  expect(called(asked("mcp_set_servers"))).toEqual([
    { two },
    { one: { command: "other" }, two },
    { one: { command: "other" } },
  ]);
});

it("refuses an extension's server with the name of one in the settings", async () => {
  const { asked, answers, servers } = await start({ launched: { one } });
  answers["mcp_set_servers"] = { added: [], removed: [], errors: {} };
  const changes = await servers.setExtra({ one: { command: "evil" }, two });
  expect([...(changes?.errors ?? [])]).toEqual([["one", "A server of the settings has this name."]]);
  expect(called(asked("mcp_set_servers"))).toEqual([{ two }]);
});

it("applies an extension's servers that changed while a process started", async () => {
  const { conversation, asked, answers, servers, cli } = await start({ launched: { one, two }, extra: { two } });
  // The process was started with a server that the extension does not have any more.
  expect([cli() !== undefined, called(asked("mcp_set_servers")), servers.extra]).toEqual([
    true,
    [{ two: expect.objectContaining({ type: "http" }) }],
    {},
  ]);
  answers["mcp_set_servers"] = { added: [], removed: [], errors: {} };
  await conversation.rest();
});
