import { expect, it } from "vitest";
import { getTruncationDeltas } from "../../../../../extension/core/conversation/rewind/truncation.ts";
import { ConversationStore } from "../../../../../extension/core/conversation/view/conversationStore.ts";
import { createEmptyState } from "../../../../../extension/shared/contract/conversationState.ts";
import { mainThread } from "../../../../../extension/shared/contract/ids.ts";
import type { Item } from "../../../../../extension/shared/contract/items.ts";
import { getCurrentCost } from "../../../../../extension/shared/contract/usage.ts";
import { begin, result } from "../conversationSetup.ts";

type Begun = Awaited<ReturnType<typeof begin>>;

/** Runs a turn, at whose end `claude` reports this cost so far. Returns the id of its prompt. */
function runTurn({ conversation, cli }: Begun, text: string, total: number): string {
  conversation.submit(text);
  cli().write({ type: "system", subtype: "init", session_id: "s1" });
  cli().write({ ...result(), total_cost_usd: total });
  return conversation.transcript.prompts.loaded[0]?.id ?? expect.fail();
}

const costs = ({ conversation: { state } }: Begun) => [state.costUsd, getCurrentCost(state)];

it.each([
  // This version counts on from the original of a copy, the older one from the start of its process.
  ["2.1.329", 9],
  ["2.1.50", 2],
])("shows the cost of the remaining turns, and keeps the total paid: claude %s", async (version, next) => {
  const one = await begin({ version });
  runTurn(one, "first", 1);
  const second = runTurn(one, "second", 3);
  runTurn(one, "third", 7);
  expect(costs(one)).toEqual([7, 7]);
  const { rewinds } = one.conversation;
  const before = rewinds.getPosition(undefined);
  expect(await one.conversation.start({ cutBefore: second })).toBe(true);
  rewinds.truncateBefore(second);
  expect(costs(one)).toEqual([7, 1]);
  const again = runTurn(one, "another", next);
  expect(costs(one)).toEqual([9, 3]);
  // A second rewind, and the undo of the first.
  rewinds.truncateBefore(again);
  expect(costs(one)).toEqual([9, 1]);
  rewinds.showState(before);
  expect(costs(one)).toEqual([9, 7]);
  rewinds.truncateBefore(one.conversation.transcript.prompts.loaded.at(-1)?.id ?? "");
  expect(costs(one)).toEqual([9, 0]);
});

it("remembers the cost of removed turns", async () => {
  const one = await begin();
  runTurn(one, "first", 1);
  one.conversation.rewinds.truncateBefore(runTurn(one, "second", 3));
  const again = await begin({ remembered: one.conversation.remembered });
  expect(costs(again)).toEqual([3, 1]);
});

it("returns to the cost, context and mode at a prompt, also after a reload", async () => {
  const one = await begin();
  const setMode = (permissionMode: string) => one.cli().write({ type: "system", subtype: "status", permissionMode });
  const answer = (tokens: number) =>
    one.cli().write({ type: "assistant", message: { id: `m${tokens}`, content: [], usage: { input_tokens: tokens } } });
  runTurn(one, "first", 1);
  answer(500);
  setMode("plan");
  const second = runTurn(one, "second", 3);
  answer(900);
  setMode("acceptEdits");
  expect([one.conversation.state.contextTokens, one.conversation.state.reported.permissionMode]).toEqual([
    900,
    "acceptEdits",
  ]);
  const again = await begin({ remembered: structuredClone(one.conversation.remembered) });
  const { rewinds } = again.conversation;
  expect([rewinds.modeAt(second), rewinds.isKnown(second)]).toEqual(["plan", true]);
  rewinds.truncateBefore(second);
  expect([...costs(again), again.conversation.state.contextTokens]).toEqual([3, 1, 500]);
});

it("subtracts the turns that it removes where the cost at the prompt is unknown", () => {
  const store = new ConversationStore({ ...createEmptyState("/w"), costUsd: 8, rewoundCostUsd: 1 });
  const put = (item: Item) => store.apply({ deltas: [{ kind: "put", thread: mainThread, item }] });
  for (const [id, costUsd] of [
    ["one", 1],
    ["two", 2],
    ["three", 4],
  ] as const) {
    put({ kind: "prompt", id, text: id });
    put({ kind: "turn", id: `end of ${id}`, outcome: "done", costUsd });
  }
  store.apply({ deltas: getTruncationDeltas(store, "two") });
  expect([store.state.costUsd, getCurrentCost(store.state)]).toEqual([8, 1]);
});
