import { stripControl } from "../base/invisible.ts";
import { readNumber, readObject, readString } from "../base/read.ts";
import type { ContextPart, ContextUsage, PlanLimit } from "../contract/contextUsage.ts";
import type { ControlRequestAnswer } from "../protocol/controlRequests.ts";

/** Maximum number of named parts (files and tools) that are shown beside the categories. */
const maxNamed = 8;

/**
 * Reads the answer to `get_context_usage` (2.1.329). Leaves out free space, the reserved buffer, and what is not loaded: deferred tools take no
 * space.
 */
export function readContextUsage(answer: ControlRequestAnswer<"get_context_usage">): ContextUsage {
  const { totalTokens = 0, maxTokens = 0, categories = [], memoryFiles = [], mcpTools = [] } = answer;
  const taken = categories.filter(({ kind, isDeferred }) => !isDeferred && kind !== "free" && kind !== "buffer");
  const named = [...memoryFiles.map(({ path, tokens }) => ({ name: path, tokens })), ...mcpTools.filter(({ isLoaded }) => isLoaded !== false)];
  return { used: totalTokens, window: maxTokens, parts: largest(taken), largest: largest(named).slice(0, maxNamed) };
}

function largest(parts: readonly { readonly name?: string | undefined; readonly tokens?: number | undefined }[]): readonly ContextPart[] {
  const known = parts.flatMap(({ name, tokens }) => (name !== undefined && tokens ? [{ name: stripControl(name), tokens }] : []));
  return known.sort((a, b) => b.tokens - a.tokens);
}

const limitNames: readonly (readonly [name: string, kind: PlanLimit["kind"]])[] = [
  ["five_hour", "fiveHours"],
  ["seven_day", "sevenDays"],
  ["seven_day_opus", "sevenDaysOpus"],
  ["seven_day_sonnet", "sevenDaysSonnet"],
];

/** Reads the answer to `get_usage` (2.1.329). It has limits for subscribers only. Times are seconds since the epoch or text. */
export function readPlanLimits(answer: unknown): readonly PlanLimit[] {
  const limits = readObject(answer, "rate_limits");
  return limitNames.flatMap(([name, kind]): readonly PlanLimit[] => {
    const limit = readObject(limits, name);
    const percent = readNumber(limit, "utilization");
    if (percent === undefined) return [];
    const seconds = readNumber(limit, "resets_at");
    const resetsAt = seconds === undefined ? Date.parse(readString(limit, "resets_at") ?? "") : seconds * 1_000;
    return [{ kind, percent: Math.round(percent), ...(Number.isNaN(resetsAt) ? {} : { resetsAt }) }];
  });
}
