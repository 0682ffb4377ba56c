import { expect, it } from "vitest";
import { result } from "../conversationSetup.ts";
import { reading } from "../reading.ts";

const usage = (window: number) => ({ inputTokens: 1, outputTokens: 1, contextWindow: window });

it.each([
  ["opus", { haiku: usage(100_000), opus: usage(200_000) }, 200_000],
  ["opus", { haiku: usage(100_000), "opus-20260101": usage(200_000) }, 200_000],
  ["opus[1m]", { haiku: usage(100_000), opus: usage(1_000_000) }, 1_000_000],
  ["opus", { "other-model": usage(300_000) }, 300_000],
  ["opus", { haiku: usage(100_000), sonnet: usage(200_000) }, undefined],
])("shows the context window of the current model, %s, not of a subagent's", (model, modelUsage, window) => {
  const { store, read } = reading();
  store.apply({ deltas: [{ kind: "state", set: { reported: { model } } }] });
  read(result({ modelUsage }));
  expect(store.state.contextWindow).toBe(window);
});
