import { expect, it } from "vitest";
import type { OpenConversation } from "../../../../../extension/core/conversations/openConversation.ts";
import { settled } from "../../protocol/setup.ts";
import { openWindow } from "../setup.ts";

const getStates = (all: readonly OpenConversation[]) =>
  all.map(({ conversation: { state } }) => state.problem?.code ?? state.status);

/** A window with room for some processes, and conversations that the panel shows one after the other. */
async function openRunning(room: number, count: number, { isSlow = false } = {}) {
  const limit = { room };
  /** Let the processes exit that were asked to end and do not do it at once. */
  const exits: (() => void)[] = [];
  const exit = (): Promise<void> =>
    isSlow ? new Promise((resolve) => void exits.push(() => resolve())) : Promise.resolve();
  const window = openWindow({ maxProcesses: () => limit.room, exit });
  window.conversations.places.setPanelVisible(true);
  const opened: OpenConversation[] = [];
  const openNext = (): { readonly open: OpenConversation; readonly started: Promise<void> } => {
    const open = window.conversations.create({ draft: "", folder: "/w" });
    opened.push(open);
    window.conversations.show(open.id);
    return { open, started: open.open() };
  };
  for (let index = 0; index < count; index++) await openNext().started;
  /** Ends the process of a conversation once it was asked to end. */
  const endAsked = async (index: number): Promise<void> => {
    await expect.poll(() => window.clis[index]?.isInputEnded).toBe(true);
    window.clis[index]?.end();
  };
  const work = (index: number): void => opened[index]?.submit("go on");
  const finish = (index: number): void =>
    window.clis[index]?.write({ type: "result", subtype: "success", is_error: false, result: "" });
  return { ...window, exits, limit, opened, openNext, endAsked, work, finish };
}

it("pauses the idle conversation that was used longest ago, without a question", async () => {
  const { conversations, opened, openNext, endAsked } = await openRunning(3, 3);
  conversations.show(opened[0]?.id as OpenConversation["id"]);
  const { started } = openNext();
  await endAsked(1);
  await started;
  expect(getStates(opened)).toEqual(["idle", "resting", "idle", "idle"]);
});

it("pauses none that works, even if it was used longest ago", async () => {
  const { opened, openNext, endAsked, work } = await openRunning(2, 2);
  work(0);
  const { started } = openNext();
  await endAsked(1);
  await started;
  expect(getStates(opened)).toEqual(["working", "resting", "idle"]);
});

it("keeps a message waiting while all others work, and starts it once one finishes", async () => {
  const { opened, openNext, endAsked, work, finish, clis } = await openRunning(1, 1);
  work(0);
  const { open, started } = openNext();
  open.submit("second");
  await started;
  expect(getStates(opened)).toEqual(["working", "tooMany"]);
  expect(open.conversation.state.queue.map(({ text }) => text)).toEqual(["second"]);
  finish(0);
  await endAsked(0);
  await expect.poll(() => getStates(opened)).toEqual(["resting", "working"]);
  expect(JSON.stringify(clis[1]?.received)).toContain("second");
});

it("counts an ending process until it has exited, also that of a closed conversation", async () => {
  const { conversations, opened, openNext, exits, clis } = await openRunning(1, 1, { isSlow: true });
  const resting = opened[0]?.rest();
  const second = openNext();
  await settled();
  expect(getStates(opened)).toEqual(["resting", "starting"]);
  expect(clis).toHaveLength(1);
  exits[0]?.();
  await Promise.all([resting, second.started]);
  expect(getStates(opened)).toEqual(["resting", "idle"]);
  const removed = conversations.remove(second.open.id);
  const third = openNext();
  await settled();
  expect(clis).toHaveLength(2);
  exits[1]?.();
  await Promise.all([removed, third.started]);
  expect(getStates(opened.slice(2))).toEqual(["idle"]);
});

it("starts nothing for a conversation that is stopped while it waits for such an end", async () => {
  const { opened, openNext, exits, clis } = await openRunning(1, 1, { isSlow: true });
  const resting = opened[0]?.rest();
  const { open, started } = openNext();
  await settled();
  await open.conversation.stop();
  exits[0]?.();
  await Promise.all([resting, started]);
  expect(getStates(opened)).toEqual(["resting", "resting"]);
  expect(clis).toHaveLength(1);
});

it("gives the room of one process to one conversation, although two wait for its end", async () => {
  const { opened, exits, limit, clis } = await openRunning(3, 3, { isSlow: true });
  const resting = opened.map((open) => open.rest());
  await settled();
  for (const exit of exits.slice(0, 2)) exit();
  await Promise.all(resting.slice(0, 2));
  limit.room = 1;
  opened[0]?.submit("first");
  opened[1]?.submit("second");
  await settled();
  exits[2]?.();
  await resting[2];
  await settled();
  expect(getStates(opened)).toEqual(["working", "tooMany", "resting"]);
  expect(clis).toHaveLength(4);
});

it("restarts a conversation whose own process is above the limit", async () => {
  const { conversations, opened, openNext, work, clis, endAsked } = await openRunning(1, 1);
  work(0);
  const { open, started } = openNext();
  await started;
  await conversations.room.startAnyway(open);
  expect(getStates(opened)).toEqual(["working", "idle"]);
  const restarted = open.restart();
  await endAsked(1);
  await restarted;
  expect(getStates(opened)).toEqual(["working", "idle"]);
  expect(clis).toHaveLength(3);
});

it("starts a waiting conversation when the limit was raised", async () => {
  const { conversations, limit, opened, openNext, work } = await openRunning(1, 1);
  work(0);
  await openNext().started;
  limit.room = 2;
  conversations.room.startNext();
  await expect.poll(() => getStates(opened)).toEqual(["working", "idle"]);
});

it("starts a waiting conversation when another is closed, and when the user says so", async () => {
  const { conversations, opened, openNext, work, clis } = await openRunning(1, 1);
  work(0);
  await openNext().started;
  await openNext().started;
  expect(getStates(opened)).toEqual(["working", "tooMany", "tooMany"]);
  const third = opened[2] as OpenConversation;
  const began = clis.length;
  await Promise.all([conversations.room.startAnyway(third), conversations.room.startAnyway(third)]);
  await conversations.room.startAnyway(third);
  expect(clis.length - began).toBe(1);
  expect(getStates(opened)).toEqual(["working", "tooMany", "idle"]);
  await conversations.remove(opened[0]?.id as OpenConversation["id"]);
  await conversations.remove(opened[2]?.id as OpenConversation["id"]);
  await expect.poll(() => getStates(opened.slice(1, 2))).toEqual(["idle"]);
});

it("starts a waiting conversation once, even if the user starts it anyway several times", async () => {
  const { conversations, opened, openNext, exits, finish, work, clis } = await openRunning(1, 1, { isSlow: true });
  work(0);
  const { open, started } = openNext();
  await started;
  finish(0);
  await settled();
  expect(getStates(opened)).toEqual(["resting", "tooMany"]);
  await Promise.all([conversations.room.startAnyway(open), conversations.room.startAnyway(open)]);
  expect(getStates(opened)).toEqual(["resting", "idle"]);
  exits[0]?.();
  await settled();
  await conversations.room.startAnyway(open);
  expect(getStates(opened)).toEqual(["resting", "idle"]);
  expect(clis).toHaveLength(2);
});
