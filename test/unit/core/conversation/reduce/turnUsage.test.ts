import { expect, it } from "vitest";
import type { TurnItem } from "../../../../../extension/shared/contract/items.ts";
import { assistant, reading } from "../reading.ts";
import { turnsOf } from "../usage/recorded.ts";

const counts = (model: string) => ({
  model,
  input: 900,
  output: 60,
  cacheRead: 4_000,
  cacheWrite: 700,
  cacheWrite5m: 0,
  cacheWrite1h: 700,
  webSearches: 0,
});

it("counts each turn of 2.1.332 by model, with one-hour cache writes", () => {
  const [first, second] = turnsOf("cache");
  for (const turn of [first, second])
    expect(turn?.usage?.models).toEqual([{ ...counts("claude-opus-5-5"), costUsd: expect.closeTo(0.0112) }]);
  expect([first?.usage?.apiMs, second?.usage?.apiMs]).toEqual([42, 14]);
  expect([first?.usage?.steps, second?.usage?.steps]).toEqual([1, 1]);
});

it("counts each turn of 2.1.50 as the difference of totals, with its cache durations", () => {
  const [first, second] = turnsOf("cache-2.1.50");
  for (const turn of [first, second])
    expect(turn?.usage?.models).toEqual([{ ...counts("claude-sonnet-4-6"), costUsd: expect.closeTo(0.012375) }]);
  expect([first?.usage?.apiMs, second?.usage?.apiMs]).toEqual([239, 48]);
});

it("counts helper models of 2.0.77 in their turn, and no unused models", () => {
  const [first, second] = turnsOf("cache-2.0.77");
  expect(first?.usage?.models.map(({ model, input }) => [model, input])).toEqual([
    ["claude-haiku-4-5-20251001", 1_200],
    ["claude-sonnet-4-5-20250929", 3_300],
  ]);
  expect(second?.usage?.models).toEqual([
    { ...counts("claude-sonnet-4-5-20250929"), costUsd: expect.closeTo(0.007425) },
  ]);
  expect(second?.usage?.apiMs).toBe(42);
});

it.each(["max-budget", "max-budget-2.0.77", "max-budget-2.1.50"])(
  "counts a turn that the cost limit ended without counts of its own (%s)",
  (recording) => {
    const [turn] = turnsOf(recording);
    expect(turn).toMatchObject({ outcome: "failed", failure: "budget", tokens: { output: expect.any(Number) } });
    expect(turn?.usage?.models.at(-1)?.output).toBeGreaterThan(0);
  },
);

const usage = (output: number, model = "opus") => ({
  [model]: { inputTokens: 1, outputTokens: output, cacheReadInputTokens: 0, cacheCreationInputTokens: 0 },
});
const result = (more: object) => ({ type: "result", subtype: "success", uuid: `r${Math.random()}`, ...more });

it("shows no usage for a turn without a request to a model", () => {
  const { read, items } = reading();
  read(result({ modelUsage: usage(5) }), result({ modelUsage: usage(5), duration_api_ms: 0 }));
  expect(items().map((item) => (item as TurnItem).usage?.models.length)).toEqual([1, undefined]);
});

it("starts to count again after the totals were reset", () => {
  const { read, items } = reading();
  read(result({ modelUsage: usage(50), duration_api_ms: 90 }), result({ modelUsage: usage(20), duration_api_ms: 30 }));
  expect(items().map((item) => (item as TurnItem).usage)).toMatchObject([
    { models: [{ output: 50 }], apiMs: 90 },
    { models: [{ output: 20 }], apiMs: 30 },
  ]);
});

it("does not count the totals of a resumed conversation as a turn", () => {
  const { store, read, items } = reading();
  store.beginProcess({ isResumed: true, version: "2.1.329" });
  const own = { input_tokens: 3, output_tokens: 4, server_tool_use: { web_search_requests: 2 } };
  // A version between that does not count since the last result.
  read(result({ modelUsage: usage(500), duration_api_ms: 9_000, usage: own }));
  read(result({ modelUsage: usage(520), duration_api_ms: 9_300, usage: own }));
  const [first, second] = items().map((item) => (item as TurnItem).usage);
  expect(first).toEqual({ models: [{ model: "", input: 3, output: 4, cacheRead: 0, cacheWrite: 0, webSearches: 2 }] });
  expect(second).toMatchObject({ models: [{ model: "opus", output: 20 }], apiMs: 300 });
});

it("counts from zero when a process of an older version resumes", () => {
  const { store, read, items } = reading();
  read(result({ modelUsage: usage(50), duration_api_ms: 90 }));
  store.beginProcess({ isResumed: true, version: "2.1.50" });
  read(result({ modelUsage: usage(60), duration_api_ms: 100 }));
  expect(items().map((item) => (item as TurnItem).usage?.models[0]?.output)).toEqual([50, 60]);
  expect((items().at(-1) as TurnItem).usage?.apiMs).toBe(100);
});

it("handles odd numbers and names safely", () => {
  const { read, items } = reading();
  read(
    result({
      modelUsage: { "\u001b[31mop\u202eus": { inputTokens: "many", outputTokens: 3 }, __proto__: { outputTokens: 1 } },
    }),
    assistant([]),
  );
  expect((items()[0] as TurnItem).usage?.models).toEqual([
    { model: "opus", input: 0, output: 3, cacheRead: 0, cacheWrite: 0 },
  ]);
});
