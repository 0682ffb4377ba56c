import { expect, it } from "vitest";
import { WaitingRequests } from "../../../../extension/core/conversations/requests/waitingRequests.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { settled } from "../protocol/setup.ts";
import { ask, getPrompts, openWindow } from "./setup.ts";

async function two() {
  const window = openWindow();
  const waiting = new WaitingRequests(window.conversations, window.clock, silentLogger);
  const [a, b] = [window.conversations.create(), window.conversations.create()];
  await a.open();
  await b.open();
  return { ...window, waiting, a, b, cliA: window.clis[0]!, cliB: window.clis[1]! };
}

it("keeps two conversations apart: prompts, streams, deaths", async () => {
  const { conversations, a, b, cliA, cliB } = await two();
  const heard: string[] = [];
  conversations.changes.onDidChangeView(({ id }) => heard.push(id));
  a.conversation.submit("to a");
  cliA.write({ type: "assistant", uuid: "x", message: { id: "m", content: [{ type: "text", text: "from a" }] } });
  expect(new Set(heard)).toEqual(new Set([a.id]));
  b.conversation.submit("to b");
  expect([getPrompts(cliA), getPrompts(cliB)]).toEqual([["to a"], ["to b"]]);
  cliA.end();
  expect([a.conversation.state.status, b.conversation.state.status]).toEqual(["ended", "working"]);
  expect(b.conversation.transcript.lastReply).toBeUndefined();
});

it("lists every open request in order of arrival, across conversations", async () => {
  const { waiting, clock, a, b, cliA, cliB } = await two();
  for (const [cli, id] of [
    [cliB, "r1"],
    [cliA, "r1"],
    [cliB, "r2"],
  ] as const) {
    clock.advance(10);
    cli.write(ask(id));
    await settled();
  }
  const listed = () => waiting.all.map(({ conversation, view }) => [conversation === a.id ? "a" : "b", view.id]);
  expect(listed()).toEqual([
    ["b", "r1"],
    ["a", "r1"],
    ["b", "r2"],
  ]);
  expect(waiting.all.map(({ arrivedAt }) => arrivedAt)).toEqual([1_000_010, 1_000_020, 1_000_030]);
  b.conversation.permissions.decide("r1", 0, { kind: "allow" });
  expect(listed()).toEqual([
    ["a", "r1"],
    ["b", "r2"],
  ]);
  cliB.end();
  await settled();
  expect(listed()).toEqual([["a", "r1"]]);
});

it("counts content as seen only while it is on the screen of its conversation", async () => {
  const { waiting, a, b, cliA, cliB } = await two();
  cliA.write(ask("r1"));
  cliB.write(ask("r1"));
  await settled();
  const seen = () => waiting.all.map(({ isSeen }) => isSeen);
  waiting.markSeen(a.id, "r1", 0);
  expect(seen()).toEqual([true, false]);
  waiting.markSeen(b.id, "r1", 7);
  expect(seen()).toEqual([true, false]);
  waiting.markHidden(a.id);
  expect(seen()).toEqual([false, false]);
});

it("ends and forgets one conversation, and leaves the other", async () => {
  const { conversations, store, a, b, cliA, cliB } = await two();
  a.draft = "of a";
  b.draft = "of b";
  await conversations.remove(a.id);
  expect(cliA.isInputEnded).toBe(true);
  expect(cliB.isInputEnded).toBe(false);
  expect([store.texts.has(a.id), store.texts.has(b.id)]).toEqual([false, true]);
  expect(conversations.all).toEqual([b]);
});

it("restores the conversation that was shown last, with its draft", async () => {
  const { conversations, store, b } = await two();
  conversations.show(b.id);
  b.draft = "mine";
  const again = openWindow({ store });
  expect(again.conversations.restore()).toMatchObject({ id: b.id, draft: "mine" });
});

it("continues when a listener throws", async () => {
  const { conversations, a } = await two();
  const heard: string[] = [];
  conversations.changes.onDidChangeView(() => {
    throw new Error("a broken listener");
  });
  conversations.changes.onDidChangeView(({ id }) => heard.push(id));
  a.conversation.submit("still");
  expect(heard.length).toBeGreaterThan(0);
});

it("restores every conversation when the window's own state is damaged", async () => {
  const first = openWindow();
  const shown = first.conversations.restore();
  shown.draft = "precious";
  await first.conversations.close();
  first.store.texts.set("window", "{");
  first.store.texts.set("../odd", "{}");
  const second = openWindow({ store: first.store });
  expect(second.conversations.restore()).toMatchObject({ id: shown.id, draft: "precious" });
  expect(second.conversations.all).toHaveLength(1);
});
