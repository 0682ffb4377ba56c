import { expect, it } from "vitest";
import { toCsv, toJson } from "../../../../../extension/core/conversation/usage/exportUsage.ts";
import { type CountedTurn, summarizeUsage } from "../../../../../extension/core/conversation/usage/summary.ts";
import type { TurnItem } from "../../../../../extension/shared/contract/items.ts";
import { getUsageContent } from "../../../../../extension/shared/pages/usagePage.ts";
import { turnsOf } from "./recorded.ts";

const opus = { model: "opus", input: 10, output: 5, cacheRead: 100, cacheWrite: 30, cacheWrite1h: 30, costUsd: 0.5 };
const haiku = { model: "haiku", input: 1, output: 2, cacheRead: 0, cacheWrite: 0, webSearches: 1, costUsd: 0.1 };
const turn = (id: string, more: Partial<TurnItem>): TurnItem => ({ kind: "turn", id, outcome: "done", ...more });
const counted: readonly CountedTurn[] = [
  {
    item: turn("a", { durationMs: 2_000, costUsd: 0.6, usage: { models: [opus, haiku], apiMs: 1_500, steps: 3 } }),
    prompt: { text: " Say it,\n twice ", at: 0 },
  },
  { item: turn("b", { durationMs: 10 }) },
  {
    item: turn("c", {
      outcome: "failed",
      durationMs: 1_000,
      usage: { models: [{ ...opus, cacheWrite1h: 0 }], isSaved: true },
    }),
    prompt: { text: '=1+"1"' },
  },
];

it("adds up the turns that used a model, per model and in total", () => {
  const { turns, models, totals, hasSavedTurns } = summarizeUsage(counted);
  expect(turns.map(({ number, prompt, isSaved }) => [number, prompt, isSaved])).toEqual([
    [1, "Say it,", false],
    [2, '=1+"1"', true],
  ]);
  expect(models).toEqual([
    { model: "opus", input: 20, output: 10, cacheRead: 200, cacheWrite: 60, cacheWrite1h: 30, costUsd: 1 },
    haiku,
  ]);
  expect(totals).toEqual({
    input: 21,
    output: 12,
    cacheRead: 200,
    cacheWrite: 60,
    cacheWrite1h: 30,
    webSearches: 1,
    costUsd: 0.6,
    durationMs: 3_000,
    apiMs: 1_500,
  });
  expect(hasSavedTurns).toBe(true);
});

it("writes a row of CSV per turn and model, without formulas for a spreadsheet", () => {
  const lines = toCsv(summarizeUsage(counted)).split("\r\n");
  expect(lines[0]).toBe(
    "turn,started,outcome,model,input_tokens,output_tokens,cache_read_tokens,cache_write_tokens,cache_write_5m_tokens,cache_write_1h_tokens,web_searches,model_cost_usd,turn_cost_usd,duration_ms,api_ms,steps,prompt",
  );
  expect(lines.slice(1)).toEqual([
    '1,1970-01-01T00:00:00.000Z,done,opus,10,5,100,30,,30,,0.5,0.6,2000,1500,3,"Say it,"',
    '1,1970-01-01T00:00:00.000Z,done,haiku,1,2,0,0,,,1,0.1,0.6,2000,1500,3,"Say it,"',
    `2,,failed,opus,10,5,100,30,,0,,0.5,,1000,,,"'=1+""1"""`,
    "",
  ]);
});

it("writes the same as JSON", () => {
  const { turns, totals } = JSON.parse(toJson(summarizeUsage(counted)));
  expect([turns.length, turns[0].models[1].model, totals.costUsd]).toEqual([2, "haiku", 0.6]);
});

it("shows known usage on the page, and marks what is unknown", () => {
  const shown = {
    name: "T",
    costUsd: 2,
    hasOlder: true,
    plan: { plan: "max", limits: [{ kind: "fiveHours", percent: 42 }], linesAdded: 3 },
    now: 0,
    models: [{ value: "opus", label: "Opus", description: "", efforts: [], version: "claude-opus-5-5" }],
  } as const;
  const content = getUsageContent({ ...shown, summary: summarizeUsage(counted) });
  const facts = new Map(content.facts.map(({ label, value }) => [label, value]));
  expect([
    facts.get("Cost"),
    facts.get("Tokens"),
    facts.get("Cache write, 1 h"),
    facts.get("Cache write"),
    facts.get("Plan"),
  ]).toEqual(["$2.00", "293", "30", "30", "max"]);
  expect(content.gaps).toHaveLength(2);
  expect(content.limits).toEqual([{ label: "5 hours", percent: 42, text: "42% used" }]);
  expect(content.turns.rows.map(({ cells }) => cells.slice(-3))).toEqual([
    ["2.0 s", "1.5 s", "3"],
    ["1.0 s", "–", "–"],
  ]);
  expect(content.models.rows.map(({ cells }) => cells[0])).toEqual([
    { text: "Opus 5.5", title: "opus" },
    { text: "haiku", title: "haiku" },
  ]);
  expect(content.turns.rows[0]?.cells[3]).toEqual({ text: "Opus 5.5, haiku", title: "opus, haiku" });
  for (const table of [content.turns, content.models])
    for (const { cells } of table.rows) expect(cells).toHaveLength(table.columns.length);
  expect(getUsageContent(undefined)).toMatchObject({ note: expect.stringContaining("Open a conversation"), bars: [] });
  expect(getUsageContent({ ...shown, summary: summarizeUsage([]) })).toMatchObject({
    facts: [],
    note: expect.stringContaining("No turn"),
  });
});

it("reads the same tokens from recorded turns as their sum", () => {
  const { totals } = summarizeUsage(turnsOf("cache-2.1.50").map((item) => ({ item })));
  expect(totals).toMatchObject({ input: 1_800, output: 120, cacheRead: 8_000, cacheWrite: 1_400, cacheWrite1h: 1_400 });
});
