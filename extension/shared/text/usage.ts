import { t } from "@vscode/l10n";
import type { TurnItem } from "../contract/items.ts";
import type { ModelUsage } from "../contract/usage.ts";
import { formatCount, formatDollars, formatDuration, formatTokens } from "./numbers.ts";

/** Labels of token counts, of the usage of a turn and of a conversation. */
export const usageText = {
  usage: () => t("Usage"),
  usageOfTurn: () => t("Usage of this turn"),
  model: () => t("Model"),
  input: () => t("Input"),
  output: () => t("Output"),
  cacheRead: () => t("Cache read"),
  cacheWrite: () => t("Cache write"),
  cacheWrite5m: () => t("Cache write, 5 min"),
  cacheWrite1h: () => t("Cache write, 1 h"),
  webSearches: () => t("Web searches"),
  cost: () => t("Cost"),
  steps: () => t("Steps"),
  duration: () => t("Duration"),
  waitedTime: () => t("Waited for you"),
  apiTime: () => t("API time"),
  saved: () => t("Loaded from the saved conversation, which has no costs, API time, or subagent requests."),
  deniedCalls: (count: number) => (count === 1 ? t("1 denied tool call") : t("{0} denied tool calls", count)),
  structuredOutput: () => t("Structured output"),
} as const;

/** Returns the facts on the line that ends a turn. */
export function formatTurnFacts({ outcome, isEndedByHook, durationMs, waitedMs, costUsd, tokens }: TurnItem): string[] {
  return [
    ...(outcome === "stopped" ? [t("Stopped")] : []),
    ...(isEndedByHook ? [t("Ended by a hook")] : []),
    ...(durationMs === undefined ? [] : [formatDuration(durationMs)]),
    ...(waitedMs === undefined ? [] : [t("waited {0} for you", formatDuration(waitedMs))]),
    ...(costUsd === undefined ? [] : [formatDollars(costUsd)]),
    ...(tokens === undefined ? [] : [t("{0} in, {1} out", formatTokens(tokens.input), formatTokens(tokens.output))]),
  ];
}

/** One count of a model: its label and its value. */
export interface UsageFact {
  readonly label: string;
  readonly value: string;
}

/** Returns the counts of a model that are not zero; input and output always. */
export function getModelFacts(usage: ModelUsage): readonly UsageFact[] {
  const { cacheWrite5m = 0, cacheWrite1h = 0 } = usage;
  const counted = (label: string, count: number | undefined): readonly UsageFact[] =>
    count ? [{ label, value: formatCount(count) }] : [];
  const unsplit = usage.cacheWrite - cacheWrite5m - cacheWrite1h;
  return [
    { label: usageText.input(), value: formatCount(usage.input) },
    { label: usageText.output(), value: formatCount(usage.output) },
    ...counted(usageText.cacheRead(), usage.cacheRead),
    ...counted(usageText.cacheWrite5m(), cacheWrite5m),
    ...counted(usageText.cacheWrite1h(), cacheWrite1h),
    ...counted(usageText.cacheWrite(), unsplit),
    ...counted(usageText.webSearches(), usage.webSearches),
    ...(usage.costUsd === undefined ? [] : [{ label: usageText.cost(), value: formatDollars(usage.costUsd) }]),
  ];
}
