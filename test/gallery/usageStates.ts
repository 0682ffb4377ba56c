import { summarizeUsage } from "../../extension/core/conversation/usage/summary.ts";
import type { ConversationState } from "../../extension/shared/contract/conversationState.ts";
import type { ModelUsage } from "../../extension/shared/contract/usage.ts";
import { getUsageContent } from "../../extension/shared/pages/usagePage.ts";
import { at } from "./items.ts";
import type { GalleryStates } from "./state.ts";

const opus = (size: number): ModelUsage => ({
  model: "claude-opus-5-5",
  input: 40 * size,
  output: 60 * size,
  cacheRead: 900 * size,
  cacheWrite: 210 * size,
  cacheWrite5m: 10 * size,
  cacheWrite1h: 200 * size,
  webSearches: size % 3,
  costUsd: size / 50,
});
const haiku = (size: number): ModelUsage => ({
  model: "claude-haiku-4-5-20251001",
  input: 12 * size,
  output: size,
  cacheRead: 0,
  cacheWrite: 0,
  costUsd: size / 900,
});
const sizes = [3, 14, 8, 41, 22, 5, 60, 33, 12, 18, 2, 27];
const messages = [
  "Why does the second read fail?",
  "Make the greeting warmer, and add a test for each language that the greeter knows",
  "Go on",
];
const turns = sizes.map((size, index) => ({
  item: {
    kind: "turn" as const,
    id: `t${index}`,
    outcome: "done" as const,
    durationMs: size * 2_100,
    ...(index < 2 ? {} : { costUsd: size / 48 }),
    usage: {
      models: [opus(size), ...(index % 3 === 0 ? [haiku(size)] : [])].map(({ costUsd, ...model }) =>
        index < 2 ? model : { ...model, costUsd: costUsd ?? 0 },
      ),
      ...(index < 2 ? { isSaved: true as const } : { apiMs: size * 1_500 }),
      steps: size,
    },
  },
  prompt: { text: messages[index % messages.length] ?? "", at: at + index * 400_000 },
}));
const plan = {
  plan: "max",
  limits: [
    { kind: "fiveHours", percent: 42, resetsAt: at + 3_600_000 },
    { kind: "sevenDays", percent: 91, resetsAt: at + 259_200_000 },
    { kind: "extraUsage", percent: 3 },
  ],
  linesAdded: 412,
  linesRemoved: 37,
} as const;
const models = [
  { value: "opus", label: "Opus", description: "", efforts: [], version: "claude-opus-5-5" },
] satisfies ConversationState["models"];
const shown = { name: "Why the reader fails when it is opened for the second time", costUsd: 4.9, now: at, models };

/** States of the page "Usage". */
export const usageStates: GalleryStates = {
  "page-usage": {
    page: {
      type: "content",
      kind: "usage",
      content: getUsageContent({ ...shown, summary: summarizeUsage(turns), hasOlder: true, plan }),
    },
  },
  "page-usage-cost": {
    page: {
      type: "content",
      kind: "usage",
      content: getUsageContent({ ...shown, summary: summarizeUsage(turns.slice(2)), hasOlder: false, plan: undefined }),
    },
    steps: [{ choose: "Cost" }],
  },
  "page-usage-empty": {
    page: {
      type: "content",
      kind: "usage",
      content: getUsageContent({ ...shown, costUsd: 0, summary: summarizeUsage([]), hasOlder: true, plan: undefined }),
    },
  },
  "page-usage-nothing": { page: { type: "content", kind: "usage", content: getUsageContent(undefined) } },
};
