import { expect, it } from "vitest";
import { failures } from "../../../../../extension/shared/base/failure.ts";
import { settled } from "../../protocol/setup.ts";
import { begin, result } from "../conversationSetup.ts";

const init = {
  type: "system",
  subtype: "init",
  session_id: "s1",
  capabilities: ["msg_lifecycle_v1", "interrupt_cancel_queued_v1"],
};

/** A turn that runs, with a queued message; `capabilities` as the CLI says them. */
async function working(capabilities: readonly string[] = init.capabilities) {
  const world = await begin();
  const { conversation, cli } = world;
  world.answers["interrupt"] = {};
  conversation.submit("first");
  cli().write({ ...init, capabilities });
  cli().write({ type: "system", subtype: "session_state_changed", state: "running" });
  conversation.submit("second");
  const id = conversation.state.queue[0]!.id;
  const prompts = () => world.allClis().flatMap((each) => each.received.filter((frame) => frame["type"] === "user"));
  const requests = () => cli().received.flatMap((frame) => (frame["request"] ? [frame["request"]] : []));
  const lifecycle = (state: string, command_uuid = id) =>
    cli().write({ type: "command_lifecycle", command_uuid, state });
  const texts = () => world.items().flatMap((item) => (item.kind === "prompt" ? [item.text] : []));
  return { ...world, id, prompts, requests, lifecycle, texts };
}

it("sends a message into the running turn, and shows it once the turn reads it", async () => {
  const { conversation, id, prompts, requests, lifecycle, texts, cli } = await working();
  await conversation.delivery.sendNow(id);
  expect(prompts().at(-1)).toMatchObject({ uuid: id, priority: "next", message: { content: [{ text: "second" }] } });
  expect(requests()).not.toContainEqual(expect.objectContaining({ subtype: "interrupt" }));
  lifecycle("queued");
  expect([texts(), conversation.state.queue]).toEqual([["first"], [{ id, text: "second", isJoining: true }]]);
  lifecycle("started");
  expect([texts(), conversation.state.queue]).toEqual([["first", "second"], []]);
  cli().write(result());
  cli().write({ type: "system", subtype: "session_state_changed", state: "idle" });
  expect(prompts()).toHaveLength(2);
});

it("begins the next turn with a message that the current turn did not read", async () => {
  const { conversation, id, prompts, lifecycle, texts, cli, clock } = await working();
  conversation.submit("third");
  await conversation.delivery.sendNow(id);
  cli().write(result({ queued_turn_count: 1 }));
  clock.advance(5_000);
  lifecycle("started");
  expect([texts(), conversation.state.status, conversation.state.turnStartedAt]).toEqual([
    ["first", "second"],
    "working",
    clock.now(),
  ]);
  expect(prompts()).toHaveLength(2);
  cli().write(result());
  cli().write({ type: "system", subtype: "session_state_changed", state: "idle" });
  expect(texts()).toEqual(["first", "second", "third"]);
});

it("sends nothing while a message that missed its turn waits to begin the next", async () => {
  const { conversation, id, prompts, lifecycle, cli } = await working();
  conversation.submit("third");
  await conversation.delivery.sendNow(id);
  cli().write(result());
  cli().write({ type: "system", subtype: "session_state_changed", state: "idle" });
  expect([prompts().length, conversation.canRest]).toEqual([2, false]);
  lifecycle("started");
  expect(conversation.state).toMatchObject({ status: "working", queue: [{ text: "third" }] });
});

it.each([[[]], [["msg_lifecycle_v2"]]])(
  "interrupts the turn where the version does not report the fate of a message (%s)",
  async (capabilities) => {
    const { conversation, id, prompts, requests, texts, cli } = await working(capabilities);
    await conversation.delivery.sendNow(id);
    expect([requests().at(-1)?.subtype, prompts().length]).toEqual(["interrupt", 1]);
    cli().write(result({ terminal_reason: "aborted_streaming" }));
    cli().write({ type: "system", subtype: "session_state_changed", state: "idle" });
    expect(texts()).toEqual(["first", "second"]);
  },
);

it("interrupts the turn when a message that already joins it is sent again", async () => {
  const { conversation, id, prompts, requests } = await working();
  await conversation.delivery.sendNow(id);
  await conversation.delivery.sendNow(id);
  expect([requests().at(-1), prompts().length]).toEqual([{ subtype: "interrupt" }, 2]);
});

it("holds a message after a stop that the turn did not read, with another uuid", async () => {
  const { conversation, id, prompts, requests, lifecycle, cli } = await working();
  await conversation.delivery.sendNow(id);
  await conversation.stop();
  expect(requests().at(-1)).toEqual({ subtype: "interrupt", cancel_queued: true });
  lifecycle("cancelled");
  cli().write(result({ terminal_reason: "aborted_tools" }));
  cli().write({ type: "system", subtype: "session_state_changed", state: "idle" });
  expect(conversation.state).toMatchObject({ status: "idle", queue: [{ text: "second", isHeld: true }] });
  await conversation.delivery.sendNow(id);
  expect(prompts()).toHaveLength(3);
  expect(prompts().at(-1)?.["uuid"]).not.toBe(id);
});

it.each([
  ["not read", undefined, true],
  ["read", "started", false],
])("keeps one copy of a message after a crash: one that was %s", async (_, state, isQueued) => {
  const { conversation, id, prompts, lifecycle, texts, cli } = await working();
  await conversation.delivery.sendNow(id);
  if (state) lifecycle(state);
  cli().end(failures.cliExited(null, "SIGKILL", ""));
  await conversation.start();
  const queued = conversation.state.queue.map(({ text, isHeld, isJoining }) => ({ text, isHeld, isJoining }));
  expect(queued).toEqual(isQueued ? [{ text: "second", isHeld: true }] : []);
  expect(texts()).toEqual(isQueued ? ["first"] : ["first", "second"]);
  expect(prompts()).toHaveLength(2);
  expect(conversation.state.queue.some((entry) => entry.id === id)).toBe(false);
});

it("saves messages of a running turn with the uuids of the transcript", async () => {
  const { conversation, id, lifecycle } = await working();
  await conversation.delivery.sendNow(id);
  expect(conversation.remembered.unsent?.slice(1)).toEqual([{ id, text: "second" }]);
  lifecycle("started");
  expect(conversation.remembered.unsent?.map(({ text }) => text)).toEqual(["first", "second"]);
  await conversation.close();
  expect(conversation.remembered.unsent?.at(-1)).toEqual({ id, text: "second" });
});

it("takes a message back from the turn unless it was read", async () => {
  const { conversation, id, answers, lifecycle, requests } = await working();
  await conversation.delivery.sendNow(id);
  answers["cancel_async_message"] = { cancelled: false };
  expect(await conversation.delivery.recall(id)).toBe(false);
  expect(conversation.state.queue).toMatchObject([{ isJoining: true }]);
  answers["cancel_async_message"] = { cancelled: true };
  lifecycle("cancelled");
  expect(await conversation.delivery.recall(id)).toBe(true);
  expect(conversation.queue.remove(id)).toMatchObject({ text: "second" });
  expect(requests().at(-1)).toEqual({ subtype: "cancel_async_message", message_uuid: id });
});

it("sends a message after reading its mentions, even if the turn ended meanwhile", async () => {
  let read = (): void => {};
  const mentions = {
    read: () =>
      new Promise<never>((resolve) => (read = () => resolve({ contents: [], paths: [], unread: [] } as never))),
  };
  const { conversation, cli, allClis } = await begin({ mentions });
  conversation.submit("first");
  cli().write(init);
  conversation.submit("look at @problems");
  await conversation.delivery.sendNow(conversation.state.queue[0]!.id);
  const sent = () => allClis().flatMap((each) => each.received.filter((frame) => frame["type"] === "user"));
  expect([sent().length, conversation.state.queue]).toMatchObject([1, [{ isUrgent: true, isReading: true }]]);
  read();
  await settled();
  expect(sent().at(-1)).toMatchObject({ priority: "next" });
});
