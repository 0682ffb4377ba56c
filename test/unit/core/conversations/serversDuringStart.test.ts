import { expect, it } from "vitest";
import type { Servers } from "../../../../extension/core/conversation/ports/preparedServers.ts";
import type { Conversations } from "../../../../extension/core/conversations/conversations.ts";
import { applySettingsServers } from "../../../../extension/core/conversations/servers/applySettingsServers.ts";
import { SettingsFollower } from "../../../../extension/core/conversations/settingsFollower.ts";
import type { Layer } from "../../../../extension/core/options/resolve.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { begin } from "../conversation/conversationSetup.ts";
import { ManualProbe, settled } from "../conversation/servers/manualProbe.ts";

const [one, two] = [{ command: "one" }, { command: "two" }];
const rules = { allow: [], ask: [], deny: [] };
const layersOf = (mcpServers: Servers): readonly Layer[] => [
  { source: { kind: "setting", scope: "user" }, values: { mcpServers } },
];

/** Begins a first start with one server; it ends when the test answers `initialize`. */
async function start() {
  const probe = new ManualProbe();
  const world = await begin({
    servers: { servers: { one }, rules },
    layers: layersOf({ one }),
    probe,
    version: "2.1.50",
    isAnswered: false,
  });
  Object.assign(world.answers, {
    mcp_status: { mcpServers: [] },
    mcp_set_servers: { added: [], removed: [], errors: {} },
  });
  await settled();
  const { conversation } = world;
  let servers: Servers = { one };
  const open = { conversation } as ReturnType<Conversations["get"]>;
  const follower = new SettingsFollower({
    conversations: { all: [open] as Conversations["all"] },
    read: () => layersOf(servers),
    originIn: async () => "all",
    applyServers: (changed) => applySettingsServers(changed, Promise.resolve({ servers, rules }), silentLogger),
  });
  const change = async (next: Servers): Promise<void> => {
    servers = next;
    const applied = follower.refresh(() => true);
    await settled();
    return applied;
  };
  const sent = () =>
    world
      .cli()
      .received.flatMap(({ request }) =>
        request?.subtype === "mcp_set_servers" ? [Object.keys(request.servers)] : [],
      );
  const answer = async () => {
    const request_id = world.cli().received[0]?.["request_id"];
    world.cli().write({ type: "control_response", response: { subtype: "success", request_id, response: {} } });
    await settled();
  };
  return { conversation, probe, change, sent, answer };
}

it("needs no restart for a server that was added during a start", async () => {
  const { conversation, probe, change, sent, answer } = await start();
  expect(conversation.state.status).toBe("starting");
  const applied = change({ one, two });
  await settled();
  await answer();
  await settled();
  await probe.answer("two");
  await applied;
  expect([sent(), conversation.state.needsRestart]).toEqual([[["two"]], undefined]);
});

it("needs no restart for a server that was removed during the first start", async () => {
  const { conversation, change, sent, answer } = await start();
  const applied = change({});
  await settled();
  await answer();
  await applied;
  // A server of the start is named once before it is left out.
  expect([sent(), conversation.state.needsRestart]).toEqual([[["one"], []], undefined]);
});

it("applies the newest servers when they change twice during a start", async () => {
  const { conversation, change, sent, answer } = await start();
  const first = change({ one, two });
  await settled();
  const second = change({ one });
  await settled();
  await answer();
  await Promise.all([first, second]);
  expect([sent(), conversation.state.needsRestart]).toEqual([[], undefined]);
});
