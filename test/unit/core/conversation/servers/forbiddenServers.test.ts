import { expect, it } from "vitest";
import type { FileServer } from "../../../../../extension/core/conversation/ports/ports.ts";
import { begin } from "../conversationSetup.ts";
import { ManualProbe, settled } from "./manualProbe.ts";

const [one, two] = [{ command: "one" }, { command: "two" }];

/** Starts with these servers, of which `claude` reports some, and which a policy may forbid. */
async function start(
  version: string,
  reported: readonly string[],
  policy: object,
  files: Readonly<Record<string, FileServer>> = {},
) {
  const probe = new ManualProbe();
  probe.listed = files;
  const world = await begin({
    servers: { servers: { one, two }, rules: { allow: [], ask: [], deny: [] } },
    probe,
    version,
    isAnswered: false,
  });
  const status = (names: readonly string[]) => ({ mcpServers: names.map((name) => ({ name, status: "connected" })) });
  const get_settings = {
    sources: [
      { source: "userSettings", settings: { deniedMcpServers: [{ serverName: "one" }] } },
      { source: "policySettings", settings: policy },
    ],
  };
  Object.assign(world.answers, { initialize: {}, mcp_status: status(reported), get_settings });
  const [initialize] = world.cli().received;
  world.cli().write({
    type: "control_response",
    response: { subtype: "success", request_id: initialize?.["request_id"], response: {} },
  });
  await world.starting;
  await settled();
  const rows = () =>
    (world.conversation.state.servers ?? []).map((server) => [server.name, server.status, server.scope]);
  const asked = () => world.cli().received.filter(({ request }) => request?.subtype === "get_settings").length;
  const report = async (names: readonly string[]) => {
    world.answers["mcp_status"] = status(names);
    world.cli().write({ type: "system", subtype: "commands_changed", commands: [] });
    await settled();
  };
  return { ...world, probe, rows, asked, report };
}

it("shows a server that a policy forbids, which claude does not report", async () => {
  const { rows, asked, report } = await start("2.1.329", ["one"], { deniedMcpServers: [{ serverCommand: ["two"] }] });
  expect(rows()).toEqual([
    ["one", "connected", undefined],
    ["two", "forbidden", "dynamic"],
  ]);
  // The same servers are missing, so nothing is asked again.
  await report(["one"]);
  expect([rows().length, asked()]).toEqual([2, 1]);
  await report(["one", "two"]);
  expect(rows()).toEqual([
    ["one", "connected", undefined],
    ["two", "connected", undefined],
  ]);
});

it("does not show a server as forbidden that is missing for another reason", async () => {
  expect((await start("2.1.329", ["two"], {})).rows()).toEqual([["two", "connected", undefined]]);
  expect((await start("2.1.329", ["two"], { allowedMcpServers: [{ serverName: "one" }] })).rows()).toEqual([
    ["two", "connected", undefined],
  ]);
});

it.each(["2.0.77", "2.1.50"])(
  "shows servers of claude's own files that this machine's policy forbids, under claude %s",
  async (version) => {
    const { rows, asked } = await start(
      version,
      ["one", "two"],
      {},
      { theirs: { config: one, scope: "project", isForbidden: true }, fine: { config: two, scope: "user" } },
    );
    expect(rows()).toEqual([
      ["one", "connected", undefined],
      ["two", "connected", undefined],
      ["theirs", "forbidden", "project"],
    ]);
    expect(asked()).toBe(0);
  },
);

it("asks for no policy again when the same servers are missing in another order", async () => {
  const { conversation, asked, report } = await start("2.1.329", [], {});
  expect(asked()).toBe(1);
  const { servers } = conversation.controls;
  await servers.applyServers({ servers: { two, one }, rules: { allow: [], ask: [], deny: [] } });
  await report([]);
  expect(asked()).toBe(1);
});

it("shows no server as forbidden that is no longer configured when the next process starts", async () => {
  const { conversation, probe, rows } = await start(
    "2.1.329",
    ["one", "two"],
    {},
    { theirs: { config: one, scope: "project", isForbidden: true } },
  );
  expect(rows()).toContainEqual(["theirs", "forbidden", "project"]);
  probe.listed = {};
  await conversation.start();
  await settled();
  expect(rows().map(([name]) => name)).toEqual(["one", "two"]);
});
