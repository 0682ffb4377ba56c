import { expect, it } from "vitest";
import { type Failure, failures } from "../../../../extension/base/failure.ts";
import type { ExternalServerConfig } from "../../../../extension/protocol/mcpConfig.ts";
import type { FileServer } from "../../../../extension/session/ports.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { begin } from "../conversationSetup.ts";
import { ManualProbe, settled } from "./manualProbe.ts";

const [one, two, slow] = [{ command: "one" }, { command: "two" }, { command: "slow" }];

/** Begins to start a process that would pass these servers. */
async function start(
  servers: Record<string, ExternalServerConfig>,
  version: string,
  extra?: Record<string, ExternalServerConfig>,
  failure?: Failure,
  files: Readonly<Record<string, FileServer>> = {},
  hasExclusive = false,
) {
  const probe = new ManualProbe();
  Object.assign(probe, { listed: files, hasExclusive });
  const clock = new FakeClock();
  const prepared = { servers: { ...servers, ...extra }, extra, rules: { allow: [], ask: [], deny: [] } };
  const world = await begin({ servers: prepared, probe, version, clock, isSelective: true, isAnswered: false, failure });
  Object.assign(world.answers, { initialize: {}, mcp_status: { mcpServers: [] }, mcp_set_servers: { added: [], removed: [], errors: {} }, get_settings: {} });
  await settled();
  const { conversation } = world;
  const sent = () => world.cli().received.flatMap(({ request }) => (request?.subtype === "mcp_set_servers" ? [request.servers] : []));
  const rows = () => (conversation.state.servers ?? []).map(({ name, status, isWithheld }) => [name, status, isWithheld === true]);
  const waiting = () => conversation.state.activity;
  return { ...world, probe, clock, sent, rows, waiting };
}

it.each(["2.0.77", "2.1.50", "2.1.200"])("starts claude %s once its servers have answered", async (version) => {
  const { conversation, probe, allClis, waiting, sent, rows } = await start({ one, two }, version);
  conversation.submit("hello");
  expect([waiting(), probe.opened]).toEqual([{ code: "waitingForServers", names: ["one", "two"] }, ["one", "two"]]);
  await probe.answer("one");
  expect(allClis()).toEqual([]);
  await probe.answer("two");
  expect([waiting(), conversation.state.status, sent(), rows()]).toEqual([undefined, "working", [], []]);
  const sentFirst = allClis()[0]?.received.map(({ type, request }) => request?.subtype ?? type);
  expect(sentFirst).toContain("user");
});

it("starts without a server that has not answered for five seconds, and adds it when it does", async () => {
  const { conversation, probe, clock, allClis, waiting, sent, rows } = await start({ one, slow }, "2.1.50");
  await probe.answer("one");
  clock.advance(4_999);
  await settled();
  expect(allClis()).toEqual([]);
  clock.advance(1);
  await settled();
  expect([waiting(), conversation.state.status, rows()]).toEqual([undefined, "idle", [["slow", "pending", true]]]);
  await probe.answer("slow");
  // It was probed once, although the start did not wait for it.
  expect([sent(), probe.opened, probe.stopped, rows()]).toEqual([[{ slow }], ["one", "slow"], [], []]);
});

it("waits longer for a server that is to be waited for, at most as long as claude", async () => {
  const { probe, clock, allClis, sent, rows } = await start({ one: { ...one, alwaysLoad: true }, slow }, "2.0.77");
  clock.advance(29_999);
  await settled();
  expect(allClis()).toEqual([]);
  clock.advance(1);
  await settled();
  expect([sent(), rows()]).toEqual([
    [],
    [
      ["one", "failed", true],
      ["slow", "failed", true],
    ],
  ]);
  expect(probe.stopped.sort()).toEqual(["one", "slow"]);
});

it("leaves the waiting to a version that takes input meanwhile", async () => {
  const { conversation, probe, waiting } = await start({ one: { ...one, alwaysLoad: true } }, "2.1.329");
  expect([conversation.state.status, waiting(), probe.opened]).toEqual(["idle", undefined, []]);
});

it("keeps the servers of the settings and of an extension apart", async () => {
  const { probe, clock, sent } = await start({ slow }, "2.1.50", { two });
  clock.advance(5_000);
  await settled();
  // The extension has none any more.
  await probe.answer("two");
  await probe.answer("slow");
  expect(sent()).toEqual([{ slow }]);
});

it("stops every probe when claude does not start", async () => {
  const { conversation, starting, probe, clock, rows } = await start({ slow }, "2.1.50", {}, failures.cliNotStartable("claude", "no"));
  clock.advance(5_000);
  expect(await starting).toBe(false);
  expect([conversation.state.status, probe.stopped, rows()]).toEqual(["ended", ["slow"], []]);
});

it("stops to wait when the conversation is closed, and starts nothing", async () => {
  const { conversation, starting, probe, allClis, waiting } = await start({ slow: { ...slow, alwaysLoad: true } }, "2.1.50");
  const closing = conversation.close();
  expect(await starting).toBe(false);
  await closing;
  expect([allClis(), probe.stopped, conversation.state.status, waiting()]).toEqual([[], ["slow"], "ended", undefined]);
});

it("gives claude the servers that the settings got while it started", async () => {
  const { conversation, probe, sent } = await start({ one }, "2.1.50");
  const applying = conversation.controls.servers.applyServers({ servers: { one, two }, rules: { allow: [], ask: [], deny: [] } });
  await probe.answer("one");
  await settled();
  expect([conversation.state.status, sent(), probe.opened]).toEqual(["idle", [], ["one", "two"]]);
  await probe.answer("two");
  expect([await applying, sent()]).toEqual([expect.objectContaining({ withheld: [], needRestart: [] }), [{ two }]]);
});

it("leaves changed servers to the next start when this one fails", async () => {
  const { conversation, probe } = await start({ one }, "2.1.50", undefined, failures.cliNotStartable("claude", "no"));
  const applying = conversation.controls.servers.applyServers({ servers: { two }, rules: { allow: [], ask: [], deny: [] } });
  await probe.answer("one");
  expect([await applying, conversation.state.status, probe.opened]).toEqual([undefined, "ended", ["one"]]);
});

const file = (command: string, scope = "project") => ({ config: { command }, scope });
const standIn = { type: "http", url: "http://127.0.0.1:1/" };

it("starts without a server of claude's own files that has not answered, and shows it with its place", async () => {
  const { conversation, probe, clock, allClis, standIns, waiting, rows, sent } = await start({ one }, "2.0.77", undefined, undefined, {
    two: file("two"),
    slow: file("slow", "user"),
    // A server of the settings wins.
    one: file("other"),
  });
  expect([waiting(), probe.opened]).toEqual([{ code: "waitingForServers", names: ["two", "slow", "one"] }, ["two", "slow", "one"]]);
  await probe.answer("one");
  await probe.answer("two");
  expect(allClis()).toEqual([]);
  clock.advance(5_000);
  await settled();
  expect([standIns, conversation.state.status, rows()]).toEqual([[{ slow: standIn }], "idle", [["slow", "pending", true]]]);
  expect(conversation.state.servers).toMatchObject([{ name: "slow", scope: "user" }]);
  await probe.answer("slow");
  // This version cannot connect it by its own definition.
  expect([sent(), rows()]).toEqual([[{ slow }], []]);
});

it.each(["project", "plugin"])("shows a server of a place that claude does not know any more with that place: %s", async (scope) => {
  const { conversation, probe, clock, answers, sent } = await start({}, "2.1.50", undefined, undefined, { slow: file("slow", scope) });
  answers["mcp_status"] = {
    mcpServers: [
      { name: "slow", status: "failed", scope: "dynamic" },
      { name: "slow", status: "connected", scope: "dynamic" },
    ],
  };
  clock.advance(5_000);
  await settled();
  expect(conversation.state.servers).toMatchObject([{ name: "slow", status: "pending", scope }]);
  await probe.answer("slow");
  expect(conversation.state.servers).toMatchObject([{ name: "slow", status: "connected", scope }]);
  // A later change of the settings keeps it, and does not connect it again.
  const applying = conversation.controls.servers.applyServers({ servers: { one }, rules: { allow: [], ask: [], deny: [] } });
  await settled();
  await probe.answer("one");
  expect([await applying, sent(), probe.opened]).toEqual([expect.objectContaining({ withheld: [] }), [{ slow }, { slow, one }], ["slow", "one"]]);
});

it("reports a server of claude's own files that never answers, and adds it when the user asks", async () => {
  const { conversation, probe, clock, rows, sent } = await start({}, "2.1.50", undefined, undefined, { slow: file("slow") });
  clock.advance(5_000);
  await settled();
  clock.advance(25_000);
  await settled();
  expect([rows(), probe.stopped]).toEqual([[["slow", "failed", true]], ["slow"]]);
  const reconnecting = conversation.controls.servers.reconnect("slow");
  await settled();
  await probe.answer("slow");
  expect([await reconnecting, sent()]).toEqual([{ code: "done" }, [{ slow }]]);
});

it("adds a server that failed at the start when the user reconnects it, in a version that would not give its tools to a turn", async () => {
  const { conversation, probe, answers, cli, sent } = await start({ one }, "2.1.50", undefined, undefined, { two: file("two") });
  answers["mcp_status"] = { mcpServers: ["one", "two"].map((name) => ({ name, status: "failed" })) };
  answers["mcp_reconnect"] = {};
  await probe.answer("one");
  await probe.answer("two");
  for (const name of ["one", "two"]) {
    const reconnecting = conversation.controls.servers.reconnect(name);
    await settled();
    await probe.answer(name);
    expect(await reconnecting).toEqual({ code: "done" });
  }
  const reconnected = cli().received.flatMap(({ request }) => (request?.subtype === "mcp_reconnect" ? [request.serverName] : []));
  // The second one has another definition in the request, so claude does not remember that it failed.
  expect([sent(), reconnected]).toEqual([[{ one }, { two, one }], ["one"]]);
});

it.each(["2.1.50", "2.1.329"])("starts claude %s without any server where an organization decides about all, and shows them as forbidden", async (version) => {
  const files = { ofProject: { config: one, scope: "project", isForbidden: true } } as const;
  const { conversation, probe, sent, rows } = await start({ two }, version, undefined, undefined, files, true);
  const { servers } = conversation.controls;
  await settled();
  expect([probe.opened, conversation.state.status, rows()]).toEqual([
    [],
    "idle",
    [
      ["ofProject", "forbidden", false],
      ["two", "forbidden", false],
    ],
  ]);
  await servers.applyServers({ servers: { two: one, later: one }, rules: { allow: [], ask: [], deny: [] } });
  const changes = await servers.setExtra({ slow });
  await settled();
  expect([...(changes?.errors ?? [])]).toEqual([["slow", "The organization's policy doesn't allow this server."]]);
  expect([sent(), probe.opened, rows().map(([name, status]) => `${name} ${status}`)]).toEqual([
    [],
    [],
    ["ofProject forbidden", "slow forbidden", "two forbidden", "later forbidden"],
  ]);
});
