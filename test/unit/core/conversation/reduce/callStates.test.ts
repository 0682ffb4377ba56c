import { expect, it } from "vitest";
import { settleAll } from "../../../../../extension/core/conversation/reduce/reduceResult.ts";
import type { ToolItem } from "../../../../../extension/shared/contract/items.ts";
import { assistant, call, reading, results } from "../reading.ts";

const getCalls = (items: readonly { readonly kind: string }[]) =>
  items.filter((item): item is ToolItem => item.kind === "tool");
const getStates = (items: readonly { readonly kind: string }[]) => getCalls(items).map(({ state }) => state);

/** Calls of one reply, each in a frame of its own, as all versions write them. */
const replied = (...ids: string[]) => ids.map((id) => assistant([call(id, "Bash", { command: id })]));

it("queues the calls of a reply behind the first one until it has its result, where no hook reports their starts", () => {
  const { read, items } = reading();
  read(...replied("a", "b", "c"));
  expect(getStates(items())).toEqual(["running", "queued", "queued"]);
  expect(getCalls(items()).map(({ startedAt }) => startedAt)).toEqual([1_000, undefined, undefined]);
  read(results("a"));
  expect(getStates(items())).toEqual(["done", "running", "queued"]);
  read(results("b"), results("c"));
  expect(getStates(items())).toEqual(["done", "done", "done"]);
});

it("runs the calls that hooks report, in any order, and no others", () => {
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

it("gives no time to a call that never ran", () => {
  const { store, read, items } = reading();
  read(...replied("a", "b"));
  store.apply({ deltas: settleAll(store, 9_000) });
  expect(getCalls(items()).map(({ state, elapsedMs }) => [state, elapsedMs])).toEqual([
    ["stopped", 8_000],
    ["stopped", undefined],
  ]);
});

it("counts a call of a subagent by its own thread", () => {
  const { read, items } = reading();
  read(
    assistant([call("agent", "Agent", { prompt: "look" })]),
    assistant([call("a", "Bash", { command: "a" })], "agent"),
  );
  read(assistant([call("b", "Bash", { command: "b" })], "agent"));
  expect([getStates(items()), getStates(items("agent"))]).toEqual([["running"], ["running", "queued"]]);
});
