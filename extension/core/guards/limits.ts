import type { LimitMeter } from "../../shared/contract/requests/guards.ts";

/** The limits that the user set; 0 means none. */
export interface LimitSettings {
  readonly deadlineMinutes: number;
  readonly maxTokens: number;
  readonly maxCostUsd: number;
  readonly conversationMaxTokens: number;
  readonly conversationMaxCostUsd: number;
}

/** Usage so far; an undefined cost is unknown. */
export interface LimitUsage {
  readonly minutes: number;
  readonly turn: { readonly tokens: number; readonly costUsd: number | undefined };
  readonly conversation: { readonly tokens: number; readonly costUsd: number | undefined };
}

/** Limits that the user raised, by `getLimitKey`; infinite for those that were lifted. */
export type RaisedLimits = ReadonlyMap<string, number>;

/** Share of a limit at which a notice is shown. */
const nearShare = 0.8;

export function getLimitKey({ scope, unit }: Pick<LimitMeter, "scope" | "unit">): string {
  return `${scope} ${unit}`;
}

/**
 * Returns the limits in effect, in the order in which they are asked about. A limit whose use is unknown is left out.
 */
export function getMeters(settings: LimitSettings, used: LimitUsage, raised: RaisedLimits): readonly LimitMeter[] {
  const { turn, conversation } = used;
  const all: readonly (readonly [LimitMeter["scope"], LimitMeter["unit"], used: number | undefined, max: number])[] = [
    ["turn", "minutes", used.minutes, settings.deadlineMinutes],
    ["turn", "tokens", turn.tokens, settings.maxTokens],
    ["turn", "usd", turn.costUsd, settings.maxCostUsd],
    ["conversation", "tokens", conversation.tokens, settings.conversationMaxTokens],
    ["conversation", "usd", conversation.costUsd, settings.conversationMaxCostUsd],
  ];
  return all.flatMap(([scope, unit, amount, set]) => {
    if (!(set > 0) || amount === undefined) return [];
    const max = Math.max(set, raised.get(getLimitKey({ scope, unit })) ?? 0);
    return Number.isFinite(max) ? [{ scope, unit, used: amount, max }] : [];
  });
}

export function isReached({ used, max }: LimitMeter): boolean {
  return used >= max;
}

export function isNear({ used, max }: LimitMeter): boolean {
  return used >= max * nearShare;
}

/** Returns the milliseconds until a running limit of minutes is near; at most 0 if it is. */
export function getMsUntilNear({ used, max }: LimitMeter): number {
  return (max * nearShare - used) * 60_000;
}

/**
 * Returns the limit after "Raise": twice what is used, in two digits, so that the next call does not reach it at once.
 */
export function getRaised({ used, max }: LimitMeter): number {
  return Number((2 * Math.max(used, max)).toPrecision(2));
}
