import { expect, it } from "vitest";
import type { RelaySocket, SessionOptions, SpawnedProcess } from "../../../../extension/core/api/tandem.d.ts";
import { assistant, result } from "../conversation/conversationSetup.ts";
import { getPrompts } from "../conversations/setup.ts";
import { settled } from "../protocol/setup.ts";
import { caller, errorOf, openApi } from "./setup.ts";

const spawn = (): SpawnedProcess => {
  throw new Error("not started in this test");
};
const relay = { url: "wss://relay.example/", connect: (): RelaySocket => spawn() as never };
const tool = { name: "length", description: "", input: { type: "object" }, run: () => 1 };

async function begin(options: SessionOptions) {
  const window = openApi();
  const servers: string[] = [];
  window.conversations.addParticipant(() => ({
    name: "editor",
    servers: [{ name: "editor", create: () => ({ connect: async () => {}, close: async () => {} }) as never }],
  }));
  const session = await window.api.createSession(caller, { ...options, customTools: [tool] });
  const sent = session.send("one");
  sent.result.catch(() => {});
  await settled();
  const initialize = window.clis[0]?.received.find((frame) => frame["request"]?.subtype === "initialize");
  servers.push(...(initialize?.["request"].sdkMcpServers ?? []));
  const reply = async () => {
    for (const frame of [
      { type: "system", subtype: "init", session_id: "s1" },
      assistant([{ type: "text", text: "1" }]),
      result(),
    ])
      window.clis[0]?.write(frame);
    window.clis[0]?.write({ type: "system", subtype: "session_state_changed", state: "idle" });
    await settled();
  };
  return { ...window, session, sent, servers, reply };
}

it("starts where the extension chose, with its own functions only", async () => {
  const spawned = await begin({ spawn });
  expect([spawned.starts[0]?.elsewhere, spawned.servers]).toEqual([{ spawn }, ["extension-acme-helper"]]);
  const relayed = await begin({ relay });
  expect([relayed.starts[0]?.elsewhere, relayed.servers]).toEqual([{ relay }, ["extension-acme-helper"]]);
  const here = await begin({ runtime: "bun", runtimeArgs: ["--smol"] });
  const [start] = here.starts;
  expect([start?.elsewhere, start?.runtime, start?.runtimeArgs, here.servers]).toEqual([
    undefined,
    "bun",
    ["--smol"],
    ["editor", "extension-acme-helper"],
  ]);
});

it("starts on this machine again once the part of the extension has ended", async () => {
  const { session, reply, conversations, starts, clock } = await begin({ spawn });
  await reply();
  const count = (): number | undefined =>
    conversations.all.at(-1)?.conversation.transcript.page("", { kind: "end" }, 100).items.length;
  const before = count();
  await conversations.all.at(-1)?.trim(0, () => true);
  expect([count(), (before ?? 0) > 0]).toEqual([before, true]);
  // The session is saved in the other place, which is not a reason to keep the process.
  clock.advance(10_000);
  await settled();
  await session.close();
  await settled();
  const open = conversations.all.at(-1);
  expect(open?.conversation.state.status).toBe("resting");
  open?.submit("from the user");
  await settled();
  expect(starts.map(({ elsewhere }) => elsewhere)).toEqual([{ spawn }, undefined]);
});

it("continues a session in another place, whose transcript is not on this machine", async () => {
  const { session, reply, api, starts, clis } = await begin({ spawn });
  await reply();
  await session.close();
  await settled();
  const again = await api.resumeSession(caller, "s1", { spawn });
  again.send("two").result.catch(() => {});
  await settled();
  expect([starts[1]?.resume, starts[1]?.elsewhere, clis[1] && getPrompts(clis[1])]).toEqual(["s1", { spawn }, ["two"]]);
});

it("passes on stderr, and does not suffer from a callback that throws", async () => {
  const heard: string[] = [];
  const { clis, sent, reply } = await begin({
    stderr: (text) => {
      heard.push(text);
      throw new Error("oops");
    },
  });
  clis[0]?.writeStderr("a warning");
  await reply();
  expect([heard, (await sent.result).text]).toEqual([["a warning"], "1"]);
});

it.each([
  ["two places", { spawn, relay }],
  ["a place and a runtime", { spawn, runtime: "node" }],
  ["a place and arguments of a runtime", { relay, runtimeArgs: ["--smol"] }],
  ["another runtime", { runtime: "/tmp/evil" }],
  ["another address", { relay: { url: "file:///etc" } }],
])("refuses %s", async (_case, options) => {
  const { api } = openApi();
  expect((await errorOf(api.createSession(caller, options as SessionOptions))).code).toBe("invalidOptions");
});

it("starts nothing elsewhere without trust or consent", async () => {
  const started: string[] = [];
  const watched = { spawn: () => started.push("spawn") as never };
  for (const surroundings of [{ isTrusted: false }, { answer: false }]) {
    const { api } = openApi(surroundings);
    expect((await errorOf(api.query(caller, { prompt: "one", ...watched }))).code).toBe(
      "isTrusted" in surroundings ? "untrusted" : "notAllowed",
    );
  }
  expect(started).toEqual([]);
});
