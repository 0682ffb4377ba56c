import { expect, it } from "vitest";
import { SilenceWatch } from "../../../../../extension/core/conversations/lifecycle/silenceWatch.ts";
import type { Frame } from "../../../../../extension/core/protocol/frames/decode.ts";
import { settled } from "../../protocol/setup.ts";
import { ask, end, getPrompts, openWindow } from "../setup.ts";

async function begin() {
  const window = openWindow();
  const open = window.conversations.restore();
  await open.open();
  const watch = new SilenceWatch(window.conversations, window.clock);
  const pendingBefore = window.clock.pending;
  open.submit("go");
  await settled();
  const cli = window.clis[0]!;
  const say = async (frame: object): Promise<void> => {
    cli.write(frame);
    await settled();
  };
  return { ...window, open, watch, cli, say, pendingBefore, since: () => open.conversation.state.silentSince };
}
const text = (id: string) => ({
  type: "assistant",
  uuid: id,
  message: { id, content: [{ type: "text", text: "Working." }] },
});
const call = {
  type: "assistant",
  uuid: "c",
  message: { id: "c", content: [{ type: "tool_use", id: "t", name: "Bash", input: { command: "make" } }] },
};
const result = {
  type: "user",
  uuid: "u",
  message: { content: [{ type: "tool_result", tool_use_id: "t", content: "made" }] },
};

it("shows since when a turn is silent, and clears that at the next output", async () => {
  const { clock, since, say } = await begin();
  await say(text("a"));
  const heardAt = clock.now();
  clock.advance(119_000);
  expect(since()).toBeUndefined();
  clock.advance(11_000);
  expect(since()).toBe(heardAt);
  await say(text("b"));
  expect(since()).toBeUndefined();
});

it("waits longer while a call runs, and as before once it ended", async () => {
  const { clock, since, say } = await begin();
  await say(call);
  clock.advance(590_000);
  expect(since()).toBeUndefined();
  await say(result);
  clock.advance(130_000);
  expect(since()).toBe(clock.now() - 130_000);
});

it("is quiet while a request waits for the user", async () => {
  const { clock, since, cli } = await begin();
  cli.write(ask("r", "Write", { file_path: "/w/a.txt", content: "x" }));
  await settled();
  clock.advance(3_600_000);
  expect(since()).toBeUndefined();
});

it("does not count an action of the user as output of claude", async () => {
  const { clock, since, say, open } = await begin();
  await say(text("a"));
  const heardAt = clock.now();
  clock.advance(100_000);
  open.submit("also this");
  clock.advance(30_000);
  expect(since()).toBe(heardAt);
});

it("counts no recording, notice or answer as a sign of life", async () => {
  const { clock, since, say, open } = await begin();
  await say(text("a"));
  const heardAt = clock.now();
  clock.advance(100_000);
  open.conversation.managed.setRecording(true);
  open.conversation.notice("info", { code: "nothingSaved" });
  await open.conversation.controls.servers.refresh();
  await say({ type: "keep_alive" });
  clock.advance(30_000);
  expect(since()).toBe(heardAt);
  open.conversation.managed.setRecording(false);
  expect(since()).toBe(heardAt);
});

it("counts a call of a hook or a host's tool as a sign of life", async () => {
  const { clock, since, say } = await begin();
  clock.advance(130_000);
  expect(since()).toBeDefined();
  await say({
    type: "control_request",
    request_id: "m",
    request: { subtype: "mcp_message", server_name: "x", message: { jsonrpc: "2.0", method: "ping" } },
  });
  expect(since()).toBeUndefined();
  clock.advance(110_000);
  expect(since()).toBeUndefined();
});

it("counts from the answer of the user", async () => {
  const { clock, since, cli, open } = await begin();
  cli.write(ask("r", "Write", { file_path: "/w/a.txt", content: "x" }));
  await settled();
  clock.advance(3_600_000);
  const [request] = open.conversation.state.requests;
  await open.conversation.permissions.decide(request!.id, request!.revision, { kind: "allow" });
  clock.advance(590_000);
  expect(since()).toBeUndefined();
});

it("shows no silence in a recorded trace", () => {
  const { conversations, clock } = openWindow();
  const watch = new SilenceWatch(conversations, clock);
  const { conversation } = conversations.createReplay("trace");
  conversation.saved.replay({ type: "system", subtype: "session_state_changed", state: "running" } as Frame, 0);
  expect(conversation.state.status).toBe("working");
  clock.advance(700_000);
  expect(conversation.state.silentSince).toBeUndefined();
  watch.dispose();
});

it.each([
  ["a first message is written", true, "working", 130_000],
  ["nothing was sent", false, "starting", 80_000],
] as const)("replaces a claude that never answers, when %s", async (_, isSent, status, ms) => {
  const { conversations, clock, clis } = openWindow({
    onCli: (cli) => {
      if (clis[0] === cli || clis.length === 0) cli.onLine = () => {};
    },
  });
  const watch = new SilenceWatch(conversations, clock);
  const open = conversations.restore();
  void open.open();
  if (isSent) open.submit("go");
  await settled();
  const { conversation } = open;
  clis[0]?.writeBytes(new TextEncoder().encode("noise\n"));
  for (let passed = 20_000; passed < ms; passed += 10_000) clock.advance(10_000);
  expect([conversation.state.status, conversation.state.silentSince]).toEqual([status, undefined]);
  clock.advance(20_000);
  expect(conversation.state.silentSince).toBeDefined();
  await Promise.all([open.restart(), open.restart()]);
  await settled();
  expect([conversation.state.silentSince, clis.length]).toEqual([undefined, 2]);
  expect(getPrompts(clis[1])).toEqual(isSent ? ["go"] : []);
  watch.dispose();
});

it("shows that nothing starts, as with a folder whose disk does not answer", async () => {
  const { conversations, clock } = openWindow({ launch: () => new Promise(() => {}) });
  const watch = new SilenceWatch(conversations, clock);
  const open = conversations.restore();
  void open.open();
  await settled();
  clock.advance(110_000);
  expect(open.conversation.state.silentSince).toBeUndefined();
  clock.advance(20_000);
  expect(open.conversation.state).toMatchObject({ status: "starting", silentSince: expect.any(Number) });
  watch.dispose();
});

it("keeps one timer while a turn runs, whatever it writes, and none afterwards", async () => {
  const { clock, say, pendingBefore, since } = await begin();
  for (const id of ["a", "b", "c"]) await say(text(id));
  expect(clock.pending).toBe(pendingBefore + 1);
  clock.advance(130_000);
  await say(end);
  expect(since()).toBeUndefined();
  clock.advance(10_000);
  expect(clock.pending).toBe(pendingBefore);
});
