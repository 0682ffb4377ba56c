import type { Item, TurnItem } from "../../../shared/contract/items.ts";
import type { ModelUsage } from "../../../shared/contract/usage.ts";
import { countTokens, type UsageOfTurn, type UsageSummary } from "../../../shared/contract/usageSummary.ts";

/** A turn with the message that began it. */
export interface CountedTurn {
  readonly item: TurnItem;
  readonly prompt?: { readonly text: string; readonly at?: number | undefined } | undefined;
}

/** A prompt as far as a summary shows it, or the end of a turn. */
export type TurnRow =
  | TurnItem
  | { readonly kind: "prompt"; readonly id: string; readonly text: string; readonly at?: number | undefined };

/** Returns the turns among items, oldest first, each with the prompt that began it. */
export function getTurns(items: readonly (Item | TurnRow)[]): readonly CountedTurn[] {
  const turns: CountedTurn[] = [];
  let prompt: CountedTurn["prompt"];
  for (const item of items) {
    if (item.kind === "prompt") prompt = item;
    if (item.kind !== "turn") continue;
    turns.push({ item, prompt });
    prompt = undefined;
  }
  return turns;
}

/** Summarizes the usage of turns, oldest first. Turns without a request to a model do not count. */
export function summarizeUsage(counted: readonly CountedTurn[]): UsageSummary {
  const turns = counted
    .filter(({ item }) => item.usage !== undefined)
    .map(({ item, prompt }, index): UsageOfTurn => {
      const { id, outcome, durationMs, costUsd, usage } = item;
      const { models = [], apiMs, steps, isSaved = false } = usage ?? {};
      const started = { prompt: getFirstLine(prompt?.text ?? ""), at: prompt?.at };
      return {
        id,
        number: index + 1,
        ...started,
        outcome,
        durationMs,
        apiMs,
        steps,
        costUsd,
        isSaved,
        models,
        total: addAll(models),
      };
    });
  const models = addByModel(turns.flatMap((turn) => turn.models)).sort((a, b) => countTokens(b) - countTokens(a));
  const costUsd = sum(turns.map((turn) => turn.costUsd));
  return {
    turns,
    models,
    totals: {
      ...addAll(models),
      ...(costUsd === undefined ? {} : { costUsd }),
      durationMs: sum(turns.map((turn) => turn.durationMs)) ?? 0,
      apiMs: sum(turns.map((turn) => turn.apiMs)) ?? 0,
    },
    hasSavedTurns: turns.some(({ isSaved }) => isSaved),
  };
}

/** Adds up usages of the same model, in the order of their first use. */
export function addByModel(usages: readonly ModelUsage[]): ModelUsage[] {
  const models = new Map<string, ModelUsage>();
  for (const each of usages) {
    const known = models.get(each.model);
    models.set(each.model, known ? add(known, each) : each);
  }
  return [...models.values()];
}

function addAll(models: readonly ModelUsage[]): Omit<ModelUsage, "model"> {
  const { model: _model, ...total } = models.reduce(add, {
    model: "",
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
  });
  return total;
}

function add(a: ModelUsage, b: ModelUsage): ModelUsage {
  const optional = <K extends "cacheWrite5m" | "cacheWrite1h" | "webSearches" | "costUsd">(
    key: K,
  ): { readonly [P in K]?: number } => {
    const total = sum([a[key], b[key]]);
    return (total === undefined ? {} : { [key]: total }) as { readonly [P in K]?: number };
  };
  return {
    model: a.model,
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    ...optional("cacheWrite5m"),
    ...optional("cacheWrite1h"),
    ...optional("webSearches"),
    ...optional("costUsd"),
  };
}

/** Returns the sum of the known numbers; undefined if none is known. */
function sum(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((each) => each !== undefined);
  return known.length === 0 ? undefined : known.reduce((total, each) => total + each, 0);
}

function getFirstLine(text: string): string {
  return text.trim().split("\n", 1)[0]?.trim() ?? "";
}
