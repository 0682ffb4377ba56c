/** Tokens of requests to one model, as `claude` counts them. */
export interface ModelUsage {
  readonly model: string;
  /** Input tokens that were neither read from the cache nor written to it. */
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** Parts of `cacheWrite` by how long they are kept; undefined where `claude` does not report them. */
  readonly cacheWrite5m?: number;
  readonly cacheWrite1h?: number;
  readonly webSearches?: number;
  /** Cost in US dollars; undefined for a saved turn, since no transcript has it. */
  readonly costUsd?: number;
}

/** Usage of a turn. */
export interface TurnUsage {
  /** Models in the order in which they were first used. */
  readonly models: readonly ModelUsage[];
  /** Time that the requests to models took, in milliseconds. */
  readonly apiMs?: number;
  /** Number of steps: requests to the main model, each with the calls that it made. */
  readonly steps?: number;
  /**
   * Read back from a saved transcript, which has neither costs and API time nor the requests of subagents and helpers.
   */
  readonly isSaved?: true;
}

/** Names of the limits of a subscription. */
export const planLimitKinds = [
  "fiveHours",
  "sevenDays",
  "sevenDaysOpus",
  "sevenDaysSonnet",
  "sevenDaysWithExtra",
  "extraUsage",
] as const;
export type PlanLimitKind = (typeof planLimitKinds)[number];

/** A plan limit as it was when `claude` reported it. */
export interface LimitReport {
  /** Undefined if `claude` did not name the limit, or named one that is not known here. */
  readonly limit?: PlanLimitKind;
  /** Used share in percent. */
  readonly percent?: number;
  /** Time when the limit is reset, in seconds since the epoch. */
  readonly resetsAt?: number;
  /** Requests go on and are paid as extra usage. */
  readonly isUsingExtra?: true;
  /** Reason why no extra usage is possible: the code of `claude`, such as "out_of_credits". */
  readonly noExtra?: string;
}

/**
 * Returns the cost of the turns that a conversation has now. What was paid for removed turns counts for limits, not
 * here.
 */
export function getCurrentCost({
  costUsd,
  rewoundCostUsd = 0,
}: {
  readonly costUsd: number;
  readonly rewoundCostUsd?: number;
}): number {
  return Math.max(0, costUsd - rewoundCostUsd);
}
