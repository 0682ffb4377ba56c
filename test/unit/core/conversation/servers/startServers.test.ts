import { expect, it } from "vitest";
import type { FileServer } from "../../../../../extension/core/conversation/ports/ports.ts";
import { type Failure, failures } from "../../../../../extension/shared/base/failure.ts";
import { begin } from "../conversationSetup.ts";
import { ManualProbe, settled } from "./manualProbe.ts";

const [one, two, slow] = [{ command: "one" }, { command: "two" }, { command: "slow" }];
const prepared = (servers: Record<string, typeof one>) => ({ servers, rules: { allow: [], ask: [], deny: [] } });

interface Start {
  readonly version: string;
  readonly failure?: Failure;
  readonly files?: Readonly<Record<string, FileServer>>;
  readonly refusesServers?: boolean;
}

/** Begins to start a process with these servers, which answers `initialize` once the test says so. */
async function start(servers: Record<string, typeof one>, { version, failure, files = {}, refusesServers }: Start) {
  const probe = new ManualProbe();
  probe.listed = files;
  const world = await begin({ servers: prepared(servers), probe, version, isAnswered: false, failure, refusesServers });
  Object.assign(world.answers, {
    mcp_status: { mcpServers: [] },
    mcp_set_servers: { added: [], removed: [], errors: {} },
    get_settings: {},
  });
  await settled();
  const { conversation } = world;
  const answer = async () => {
    const request_id = world.cli().received[0]?.["request_id"];
    world.cli().write({ type: "control_response", response: { subtype: "success", request_id, response: {} } });
    await settled();
  };
  const sent = () =>
    world.cli().received.flatMap(({ request }) => (request?.subtype === "mcp_set_servers" ? [request.servers] : []));
  const prompts = () => world.cli().received.filter(({ type }) => type === "user").length;
  const rows = () => (conversation.state.servers ?? []).map(({ name, status }) => `${name} ${status}`);
  return { ...world, probe, answer, sent, prompts, rows };
}

it.each([
  ["2.0.77", 0],
  ["2.1.50", 0],
  ["2.1.200", 0],
  ["2.1.329", 1],
])("starts claude %s without a probe, and sends an early message only if it reads", async (version, early) => {
  const { conversation, probe, answer, prompts } = await start({ one, slow }, { version });
  conversation.submit("hello");
  await settled();
  expect([probe.opened, prompts(), conversation.state.status]).toEqual([
    [],
    early,
    early === 1 ? "working" : "starting",
  ]);
  await answer();
  expect([prompts(), conversation.state.status]).toEqual([1, "working"]);
});

it("stops a start that waits for servers, keeps the message, and can start again", async () => {
  const { conversation, allClis, cli, starting } = await start({ slow }, { version: "2.1.50" });
  conversation.submit("hello");
  await settled();
  const ended = allClis()[0];
  const stopping = conversation.stop();
  expect([conversation.state.status, conversation.state.queue.map(({ text, isHeld }) => [text, isHeld])]).toEqual([
    "resting",
    [["hello", true]],
  ]);
  await stopping;
  expect([await starting, ended?.isInputEnded]).toEqual([false, true]);
  expect(conversation.state.problem).toBeUndefined();
  void conversation.start();
  await settled();
  expect([allClis().length, cli() === ended]).toEqual([2, false]);
});

it("adds servers that were set while claude started", async () => {
  const { conversation, probe, sent, answer } = await start({ one }, { version: "2.1.50" });
  const applying = conversation.controls.servers.applyServers(prepared({ one, two }));
  await settled();
  expect([sent(), probe.opened]).toEqual([[], []]);
  await answer();
  expect([conversation.state.status, sent(), probe.opened]).toEqual(["idle", [], ["two"]]);
  await probe.answer("two");
  expect([await applying, sent()]).toEqual([expect.objectContaining({ withheld: [], needRestart: [] }), [{ two }]]);
});

it("leaves changed servers to the next start when this one fails", async () => {
  const { conversation, probe } = await start(
    { one },
    { version: "2.1.50", failure: failures.cliNotStartable("claude", "no") },
  );
  expect(await conversation.controls.servers.applyServers(prepared({ two }))).toBeUndefined();
  expect([conversation.state.status, probe.opened]).toEqual(["ended", []]);
});

it.each(["2.1.50", "2.1.329"])(
  "starts claude %s without servers if the organization manages all, and shows them as forbidden",
  async (version) => {
    const files = { ofProject: { config: one, scope: "project", isForbidden: true } } as const;
    const { conversation, probe, sent, rows, answer } = await start({ two }, { version, files, refusesServers: true });
    await answer();
    const { servers } = conversation.controls;
    expect([probe.opened, conversation.state.status, rows()]).toEqual([
      [],
      "idle",
      ["ofProject forbidden", "two forbidden"],
    ]);
    await servers.applyServers(prepared({ two: one, later: one }));
    const changes = await servers.setExtra({ slow });
    await settled();
    expect([...(changes?.errors ?? [])]).toEqual([["slow", "The organization's policy doesn't allow this server."]]);
    expect([sent(), probe.opened, rows()]).toEqual([
      [],
      [],
      ["ofProject forbidden", "slow forbidden", "two forbidden", "later forbidden"],
    ]);
  },
);
