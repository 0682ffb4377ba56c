import { expect, it } from "vitest";
import type { ExternalServerConfig } from "../../../../../extension/core/protocol/requests/mcpConfig.ts";
import { FakeClock } from "../../../../fakes/fakeClock.ts";
import { begin } from "../conversationSetup.ts";
import { ManualProbe, settled } from "./manualProbe.ts";

const prepared = (servers: Record<string, ExternalServerConfig>) => ({
  servers,
  rules: { allow: [], ask: [], deny: [] },
});
const [one, two, slow] = [{ command: "one" }, { command: "two" }, { command: "slow" }];

async function start(launched: Record<string, ExternalServerConfig> = {}, version = "2.1.329") {
  const probe = new ManualProbe();
  const clock = new FakeClock();
  const world = await begin({ servers: prepared(launched), probe, version, clock });
  await settled();
  world.answers["mcp_set_servers"] = { added: [], removed: [], errors: {} };
  const { servers } = world.conversation.controls;
  const sent = () =>
    world.cli().received.flatMap(({ request }) => (request?.subtype === "mcp_set_servers" ? [request.servers] : []));
  const rows = () =>
    (world.conversation.state.servers ?? []).map(({ name, status, isWithheld }) => [name, status, isWithheld === true]);
  return { ...world, probe, clock, servers, sent, rows };
}

it("passes each new server after its answer, and other changes at once", async () => {
  const { servers, probe, sent, rows } = await start({ one });
  const applying = servers.applyServers(prepared({ two, slow }));
  await settled();
  // The server that left is removed before any other one answers.
  expect(sent()).toEqual([{ one: expect.objectContaining({ type: "http" }) }, {}]);
  expect(rows()).toEqual([
    ["two", "pending", true],
    ["slow", "pending", true],
  ]);
  await probe.answer("two");
  expect(sent().slice(2)).toEqual([{ two }]);
  await probe.answer("slow");
  expect(sent().slice(3)).toEqual([{ two, slow }]);
  expect(await applying).toMatchObject({ removed: ["one"], withheld: [] });
});

it("adds a server that answers while another one is added", async () => {
  const { servers, probe, sent, answers, cli } = await start();
  delete answers["mcp_set_servers"];
  const applying = servers.applyServers(prepared({ one, two }));
  await probe.answer("one");
  await probe.answer("two");
  expect(sent()).toEqual([{ one }]);
  answers["mcp_set_servers"] = { added: ["two"], removed: [], errors: {} };
  const request = cli().received.find((frame) => frame["request"]?.subtype === "mcp_set_servers");
  cli().write({
    type: "control_response",
    response: {
      subtype: "success",
      request_id: request?.["request_id"],
      response: { added: ["one"], removed: [], errors: {} },
    },
  });
  expect(await applying).toMatchObject({ added: ["one", "two"], withheld: [] });
  expect(sent()).toEqual([{ one }, { one, two }]);
});

it.each([0, 1, 2, 3])(
  "shows a server added while its state is requested, %i steps before the answer",
  async (steps) => {
    const { conversation, servers, probe, answers, cli } = await start();
    delete answers["mcp_set_servers"];
    const applying = servers.applyServers(prepared({ one }));
    await settled();
    await probe.answer("one");
    delete answers["mcp_status"];
    cli().write({ type: "system", subtype: "commands_changed", commands: [] });
    await settled();
    const answer = (name: string, response: object): void => {
      const request_id = cli().received.findLast(({ request }) => request?.subtype === name)?.["request_id"];
      cli().write({ type: "control_response", response: { subtype: "success", request_id, response } });
    };
    answer("mcp_set_servers", { added: ["one"], removed: [], errors: {} });
    for (let step = 0; step < steps; step++) await Promise.resolve();
    answers["mcp_status"] = { mcpServers: [{ name: "one", status: "connected" }] };
    answer("mcp_status", answers["mcp_status"]);
    await applying;
    expect(conversation.state.servers).toMatchObject([{ name: "one", status: "connected" }]);
  },
);

it("reports a server that is too slow, and probes it again only on request", async () => {
  const { servers, probe, clock, rows } = await start();
  const applying = servers.applyServers(prepared({ one, slow }));
  await probe.answer("one");
  clock.advance(29_999);
  await settled();
  expect([rows(), probe.stopped]).toEqual([[["slow", "pending", true]], []]);
  clock.advance(1);
  expect(await applying).toMatchObject({ withheld: ["slow"], needRestart: [] });
  expect([rows(), probe.stopped]).toEqual([[["slow", "failed", true]], ["slow"]]);

  const other = servers.applyServers(prepared({ one, slow, two }));
  await probe.answer("two");
  expect([(await other)?.withheld, probe.opened]).toEqual([["slow"], ["one", "slow", "two"]]);
});

it("adds a server on reconnect, even in a version that cannot reconnect", async () => {
  const { servers, probe, clock, sent, rows } = await start({}, "2.0.77");
  const applying = servers.applyServers(prepared({ slow }));
  await settled();
  clock.advance(30_000);
  await applying;
  const silent = servers.reconnect("slow");
  await settled();
  expect(rows()).toEqual([["slow", "pending", true]]);
  clock.advance(30_000);
  expect([await silent, sent()]).toEqual([{ code: "silent" }, []]);
  const answered = servers.reconnect("slow");
  await probe.answer("slow");
  expect([await answered, sent(), rows()]).toEqual([{ code: "done" }, [{ slow }], []]);
});

it("counts only the last of several changes, and keeps a probe that it still needs", async () => {
  const { servers, probe, sent } = await start();
  const first = servers.applyServers(prepared({ one, slow }));
  await settled();
  const last = servers.applyServers(prepared({ slow, two: { command: "two", args: ["--new"] } }));
  await settled();
  expect([probe.opened, probe.stopped]).toEqual([["one", "slow", "two --new"], ["one"]]);
  await probe.answer("two --new");
  await probe.answer("slow");
  expect((await first)?.withheld).toContain("one");
  expect((await last)?.withheld).toEqual([]);
  expect(sent()).toEqual([
    { two: { command: "two", args: ["--new"] } },
    { slow, two: { command: "two", args: ["--new"] } },
  ]);
});

it("keeps the order of changes when the first one takes longer to prepare", async () => {
  const { servers, probe, sent } = await start();
  let enter = (_servers: ReturnType<typeof prepared>): void => {};
  const first = servers.applyServers(new Promise((resolve) => (enter = resolve)));
  const last = servers.applyServers(Promise.resolve(prepared({ two })));
  await settled();
  await probe.answer("two");
  enter(prepared({ one }));
  expect([await first, await last]).toMatchObject([undefined, { withheld: [] }]);
  expect([sent(), probe.opened]).toEqual([[{ two }], ["two"]]);
});

it("probes a changed definition, but never one that the process has", async () => {
  const { servers, probe } = await start({ one });
  const applying = servers.applyServers(prepared({ one, two }));
  await probe.answer("two");
  await applying;
  await servers.applyServers(prepared({ one, two }));
  expect(probe.opened).toEqual(["two"]);
  const changed = servers.applyServers(prepared({ one, two: { command: "two", args: ["--new"] } }));
  await probe.answer("two --new");
  await changed;
  expect(probe.opened).toEqual(["two", "two --new"]);
});

it("does not probe a server that needs a restart", async () => {
  const { servers, probe } = await start({ one }, "2.0.77");
  expect(await servers.applyServers(prepared({ one: two }))).toMatchObject({ needRestart: ["one"], withheld: [] });
  expect(probe.opened).toEqual([]);
});

it("reconnects and enables a server of the settings only if it answers", async () => {
  const { servers, probe, cli, clock, answers } = await start({ one });
  const requested = () =>
    cli().received.flatMap(({ request }) => (/mcp_(reconnect|toggle)/.test(request?.subtype) ? [request.subtype] : []));
  const silent = servers.reconnect("one");
  await settled();
  clock.advance(30_000);
  expect([await silent, requested()]).toEqual([{ code: "silent" }, []]);
  answers["mcp_toggle"] = {};
  const enabled = servers.setEnabled("one", true);
  await settled();
  expect(requested()).toEqual([]);
  await probe.answer("one");
  expect(await enabled).toEqual({ code: "done" });
  // A server is disabled without a connection.
  expect(await servers.setEnabled("one", false)).toEqual({ code: "done" });
  expect([requested(), probe.opened]).toEqual([
    ["mcp_toggle", "mcp_toggle"],
    ["one", "one"],
  ]);
});

it("reconnects a known server of claude's own files only if it answers", async () => {
  const { servers, probe, cli, clock, answers } = await start();
  probe.files["theirs"] = slow;
  const requested = () =>
    cli().received.flatMap(({ request }) => (request?.subtype === "mcp_reconnect" ? [request.serverName] : []));
  const silent = servers.reconnect("theirs");
  await settled();
  expect(probe.opened).toEqual(["slow"]);
  clock.advance(30_000);
  expect([await silent, requested()]).toEqual([{ code: "silent" }, []]);
  answers["mcp_reconnect"] = {};
  const answered = servers.reconnect("theirs");
  await settled();
  await probe.answer("slow");
  expect([await answered, await servers.reconnect("of a plugin"), requested()]).toEqual([
    { code: "done" },
    { code: "done" },
    ["theirs", "of a plugin"],
  ]);
});

it("stops all probes with the process, and removes their servers", async () => {
  const { servers, conversation, probe, rows, sent } = await start();
  const applying = servers.applyServers(prepared({ slow }));
  await settled();
  await conversation.rest();
  expect([await applying, probe.stopped, rows(), sent()]).toEqual([
    expect.objectContaining({ withheld: ["slow"] }),
    ["slow"],
    [],
    [],
  ]);
});
