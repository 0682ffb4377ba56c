import { describe, expect, it } from "vitest";
import { settleAll } from "../../../../../extension/core/conversation/reduce/reduceResult.ts";
import { startTool } from "../../../../../extension/core/conversation/reduce/toolItems.ts";
import { mainThread } from "../../../../../extension/shared/contract/ids.ts";
import type { ToolItem } from "../../../../../extension/shared/contract/items.ts";
import { assistant, call, reading, results } from "../reading.ts";

const getCalls = (items: readonly { readonly kind: string }[]) =>
  items.filter((item): item is ToolItem => item.kind === "tool");
const getStates = (items: readonly { readonly kind: string }[]) => getCalls(items).map(({ state }) => state);

/** Calls of one reply, each in a frame of its own, as all versions write them. */
const replied = (...ids: string[]) => ids.map((id) => assistant([call(id, "Bash", { command: id })]));

it("queues the calls of a reply behind the first one where no hook reports starts", () => {
  const { read, items } = reading();
  read(...replied("a", "b", "c"));
  expect(getStates(items())).toEqual(["running", "queued", "queued"]);
  expect(getCalls(items()).map(({ startedAt }) => startedAt)).toEqual([1_000, undefined, undefined]);
  read(results("a"));
  expect(getStates(items())).toEqual(["done", "running", "queued"]);
  read(results("b"), results("c"));
  expect(getStates(items())).toEqual(["done", "done", "done"]);
});

it("marks only calls that hooks report as running, in any order", () => {
  const { store, read, items } = reading();
  read(...replied("a", "b", "c"));
  store.apply(store.starts.note(store, "a", 1_000));
  store.apply(store.starts.note(store, "c", 2_000));
  expect(getStates(items())).toEqual(["running", "queued", "running"]);
  read(results("a"));
  expect(getStates(items())).toEqual(["done", "queued", "running"]);
  // The hook of a call can come before the call.
  store.apply(store.starts.note(store, "d", 3_000));
  read(...replied("d", "e"));
  expect(getCalls(items()).map(({ state, startedAt }) => [state, startedAt])).toEqual([
    ["done", 1_000],
    ["queued", undefined],
    ["running", 2_000],
    ["running", 3_000],
    ["queued", undefined],
  ]);
  store.beginProcess({ isResumed: true, version: "2.1.329" });
  expect(store.starts.isReported).toBe(false);
});

it("shows no time for a call that never ran", () => {
  const { store, read, items } = reading();
  read(...replied("a", "b"));
  store.apply({ deltas: settleAll(store, 9_000) });
  expect(getCalls(items()).map(({ state, elapsedMs }) => [state, elapsedMs])).toEqual([
    ["stopped", 8_000],
    ["stopped", undefined],
  ]);
});

describe("a call whose result was lost", () => {
  const reply = (id: string, ...calls: string[]) =>
    calls.map((each) => ({
      type: "assistant",
      uuid: `u ${each}`,
      message: { id, model: "opus", content: [call(each, "Bash", { command: each })] },
    }));
  const start = (id: string) => ({
    type: "stream_event",
    uuid: `u ${id}`,
    event: { type: "message_start", message: { id } },
  });

  it.each([
    ["streamed", (id: string, ...calls: string[]) => [start(id), ...reply(id, ...calls)]],
    ["not streamed", reply],
  ])("does not delay calls of a later reply, %s", (_name, begin) => {
    const { store, read, items } = reading();
    read(...begin("m1", "a", "b"));
    expect(getStates(items())).toEqual(["running", "queued"]);
    // The model replies only when it has all results.
    read(...begin("m2", "c", "d"));
    expect(getStates(items())).toEqual(["running", "queued", "running", "queued"]);
    read(results("c"));
    expect(getStates(items())).toEqual(["running", "queued", "done", "running"]);
    read(results("a", "d"));
    expect(getStates(items())).toEqual(["done", "queued", "done", "done"]);
    store.apply({ deltas: settleAll(store, 9_000) });
    expect(getStates(items())).toEqual(["done", "stopped", "done", "done"]);
  });

  it("is not assumed after a permission request or before claude's own reply", () => {
    const { store, read, items } = reading();
    store.apply(startTool(store, { id: "a", tool: "Bash", thread: mainThread, input: { command: "a" }, now: 1_000 }));
    read(...reply("m1", "a", "b"));
    expect(getStates(items())).toEqual(["running", "queued"]);
    read({
      type: "assistant",
      uuid: "u",
      message: { id: "m2", model: "<synthetic>", content: [{ type: "text", text: "note" }] },
    });
    read(results("a"));
    expect(getStates(items())).toEqual(["done", "running"]);
  });
});

it("queues calls of a subagent in its own thread", () => {
  const { read, items } = reading();
  read(
    assistant([call("agent", "Agent", { prompt: "look" })]),
    assistant([call("a", "Bash", { command: "a" })], "agent"),
  );
  read(assistant([call("b", "Bash", { command: "b" })], "agent"));
  expect([getStates(items()), getStates(items("agent"))]).toEqual([["running"], ["running", "queued"]]);
});

describe("a reply of claude's own between the frames of a reply", () => {
  const reply = (id: string, block: object, model = "opus") => ({
    type: "assistant",
    uuid: `u ${id} ${JSON.stringify(block)}`,
    message: { id, model, content: [block] },
  });
  const say = (id: string, text: string, model?: string) => reply(id, { type: "text", text }, model);
  const note = say("n1", "note", "<synthetic>");
  const stream = (event: object) => ({ type: "stream_event", uuid: "u", event });
  const getTexts = (items: readonly { readonly kind: string }[]) =>
    items.flatMap((item) => ("text" in item ? [item.text] : []));

  it("lets no queued call run", () => {
    const { read, items } = reading();
    read(
      reply("m1", call("a", "Bash", { command: "a" })),
      note,
      reply("m1", call("b", "Bash", { command: "b" })),
      note,
      reply("m1", call("c", "Bash", { command: "c" })),
    );
    expect(getStates(items())).toEqual(["running", "queued", "queued"]);
  });

  it("replaces no text of the reply", () => {
    const { read, items } = reading();
    read(say("m1", "one"), note, say("m1", "two"), say("n1", "more", "<synthetic>"), say("m1", "three"));
    expect(getTexts(items())).toEqual(["one", "note", "two", "more", "three"]);
  });

  it("settles no text that streams", () => {
    const { read, items } = reading();
    read(
      stream({ type: "message_start", message: { id: "m1" } }),
      stream({ type: "content_block_start", index: 0, content_block: { type: "text", text: "on" } }),
      note,
      say("m1", "one"),
    );
    expect(getTexts(items())).toEqual(["one", "note"]);
  });
});
