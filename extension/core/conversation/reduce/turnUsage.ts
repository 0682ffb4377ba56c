import { stripControl } from "../../../shared/base/invisible.ts";
import type { ModelUsage, TurnUsage } from "../../../shared/contract/usage.ts";
import type { ModelUsageFields, ResultFrame, Usage } from "../../protocol/frames/frames.ts";

/**
 * Usage that the running process has counted so far. Undefined where that is unknown: a process that resumes a
 * conversation counts what came before it too (2.1.329), so its first totals are no turn's.
 */
export interface ProcessUsage {
  readonly models: ReadonlyMap<string, ModelUsage> | undefined;
  /** Time that requests took, in milliseconds. */
  readonly apiMs: number | undefined;
}

/** Returns the usage of the turn that a result ends, and what the process has counted with it. */
export function getTurnUsage(
  frame: ResultFrame,
  before: ProcessUsage,
  model: string | undefined,
): { readonly usage: TurnUsage | undefined; readonly counted: ProcessUsage } {
  const totals = readModels(frame.modelUsage ?? {});
  const models = withCacheTimes(getModels(frame, before, totals, model), frame.usage);
  const apiMs = getApiMs(frame.duration_api_ms, before.apiMs);
  const counted = {
    models: frame.modelUsage === undefined ? before.models : new Map(totals.map((each) => [each.model, each])),
    apiMs: frame.duration_api_ms || before.apiMs,
  };
  if (models.length === 0) return { usage: undefined, counted };
  const steps = frame.num_turns;
  return { usage: { models, ...(apiMs ? { apiMs } : {}), ...(steps ? { steps } : {}) }, counted };
}

function getModels(
  frame: ResultFrame,
  before: ProcessUsage,
  totals: readonly ModelUsage[],
  model: string | undefined,
): readonly ModelUsage[] {
  if (frame.model_usage_since_last_result !== undefined)
    return readModels(frame.model_usage_since_last_result).filter(isUsed);
  if (frame.modelUsage !== undefined && before.models !== undefined) return getDifference(totals, before.models);
  const own = frame.usage && fromUsage(model ?? "", frame.usage);
  return own && isUsed(own) ? [own] : [];
}

/** Returns what was added to cumulative totals. Totals that shrank were reset, as by `/clear` (2.1.329). */
function getDifference(totals: readonly ModelUsage[], before: ReadonlyMap<string, ModelUsage>): readonly ModelUsage[] {
  const isReset = [...before].some(
    ([name, each]) => (totals.find(({ model }) => model === name)?.output ?? 0) < each.output,
  );
  return totals.map((total) => subtract(total, isReset ? undefined : before.get(total.model))).filter(isUsed);
}

function subtract(total: ModelUsage, before: ModelUsage | undefined): ModelUsage {
  if (before === undefined) return total;
  return {
    model: total.model,
    input: total.input - before.input,
    output: total.output - before.output,
    cacheRead: total.cacheRead - before.cacheRead,
    cacheWrite: total.cacheWrite - before.cacheWrite,
    ...optional("cacheWrite5m", total.cacheWrite5m, before.cacheWrite5m),
    ...optional("cacheWrite1h", total.cacheWrite1h, before.cacheWrite1h),
    ...optional("webSearches", total.webSearches, before.webSearches),
    ...optional("costUsd", total.costUsd, before.costUsd),
  };
}

function optional<K extends string>(key: K, value: number | undefined, before = 0): { readonly [P in K]?: number } {
  return (value === undefined ? {} : { [key]: value - before }) as { readonly [P in K]?: number };
}

function isUsed({ input, output, cacheRead, cacheWrite }: ModelUsage): boolean {
  return input + output + cacheRead + cacheWrite > 0;
}

/** Returns the usage by model as a result reports it. */
export function readModels(models: Readonly<Record<string, ModelUsageFields>>): readonly ModelUsage[] {
  return Object.entries(models).map(([model, fields]) => ({
    model: stripControl(model),
    input: fields.inputTokens ?? 0,
    output: fields.outputTokens ?? 0,
    cacheRead: fields.cacheReadInputTokens ?? 0,
    cacheWrite: fields.cacheCreationInputTokens ?? 0,
    ...optional("cacheWrite5m", fields.cacheCreationEphemeral5mInputTokens),
    ...optional("cacheWrite1h", fields.cacheCreationEphemeral1hInputTokens),
    ...optional("webSearches", fields.webSearchRequests),
    ...optional("costUsd", fields.costUSD),
  }));
}

/** Returns the usage of one model's requests in the form of the Messages API. */
export function fromUsage(model: string, usage: Usage): ModelUsage {
  return {
    model: stripControl(model),
    input: usage.input_tokens ?? 0,
    output: usage.output_tokens ?? 0,
    cacheRead: usage.cache_read_input_tokens ?? 0,
    cacheWrite: usage.cache_creation_input_tokens ?? 0,
    ...optional("cacheWrite5m", usage.cache_creation?.ephemeral_5m_input_tokens),
    ...optional("cacheWrite1h", usage.cache_creation?.ephemeral_1h_input_tokens),
    ...optional("webSearches", usage.server_tool_use?.web_search_requests),
  };
}

/**
 * Adds how long written tokens are kept, where only the main model's own counts tell (2.0.77, 2.1.50): to the model
 * that wrote as many.
 */
function withCacheTimes(models: readonly ModelUsage[], usage: Usage | undefined): readonly ModelUsage[] {
  const { cache_creation: kept, cache_creation_input_tokens: written } = usage ?? {};
  if (!kept || !written) return models;
  const own = models.find((each) => each.cacheWrite === written && each.cacheWrite5m === undefined);
  const times = {
    ...optional("cacheWrite5m", kept.ephemeral_5m_input_tokens),
    ...optional("cacheWrite1h", kept.ephemeral_1h_input_tokens),
  };
  return own ? models.map((each) => (each === own ? { ...each, ...times } : each)) : models;
}

/**
 * Returns the part of a cumulative time that a turn added; a result without a request reports 0 (2.1.329, recorded in
 * `commands`).
 */
function getApiMs(total: number | undefined, before: number | undefined): number | undefined {
  if (!total || before === undefined) return undefined;
  return total >= before ? total - before : total;
}
