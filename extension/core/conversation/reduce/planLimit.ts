import { stripControl } from "../../../shared/base/invisible.ts";
import type { LimitReport, PlanLimitKind } from "../../../shared/contract/usage.ts";
import type { RateLimitFrame } from "../../protocol/frames/frames.ts";
import { createPatchDelta, emptyReduction, type Reduction, type StoreView } from "./reduction.ts";

/** Limits by their names in `rate_limit_event` and `get_usage` (2.1.50, 2.1.329). */
export const limitNames: ReadonlyMap<string | undefined, PlanLimitKind> = new Map([
  ["five_hour", "fiveHours"],
  ["seven_day", "sevenDays"],
  ["seven_day_opus", "sevenDaysOpus"],
  ["seven_day_sonnet", "sevenDaysSonnet"],
  ["seven_day_overage_included", "sevenDaysWithExtra"],
  ["overage", "extraUsage"],
  ["extra_usage", "extraUsage"],
]);

/**
 * Reports a plan limit that is near or reached, or that extra usage is paid; else the status "allowed" ends the
 * activity.
 */
export function noteLimit({ state }: StoreView, { rate_limit_info: info }: RateLimitFrame): Reduction {
  const isUsingExtra = info.isUsingOverage === true;
  if ((info.status === undefined || info.status === "allowed") && !isUsingExtra)
    return state.activity?.code === "planLimit" ? createPatchDelta({ activity: null }) : emptyReduction;
  return createPatchDelta({
    activity: { code: "planLimit", isReached: info.status === "rejected" || isUsingExtra, ...readLimit(info) },
  });
}

function readLimit(info: RateLimitFrame["rate_limit_info"]): LimitReport {
  const isUsingExtra = info.isUsingOverage === true;
  const limit = limitNames.get(info.rateLimitType);
  // The share is a fraction, and may exceed 1 with extra usage.
  const percent = info.utilization === undefined ? undefined : Math.round(info.utilization * 100);
  const resetsAt = info.resetsAt ?? info.overageResetsAt;
  const noExtra = isUsingExtra ? undefined : info.overageDisabledReason;
  return {
    ...(limit === undefined ? {} : { limit }),
    ...(percent === undefined ? {} : { percent }),
    ...(resetsAt === undefined ? {} : { resetsAt }),
    ...(isUsingExtra ? { isUsingExtra } : {}),
    ...(noExtra === undefined || info.status !== "rejected" ? {} : { noExtra: stripControl(noExtra) }),
  };
}

/**
 * Returns the limit that ended a turn: as it was reported, else as far as the text names its end (2.0.77: "…limit
 * reached|SECONDS").
 */
export function getEndingLimit({ state: { activity } }: StoreView, words: string): LimitReport | undefined {
  if (activity?.code === "planLimit" && activity.isReached) {
    const { code: _code, isReached: _isReached, ...limit } = activity;
    return limit;
  }
  const seconds = /limit reached\|(\d{10})\b/.exec(words)?.[1];
  return seconds === undefined ? undefined : { resetsAt: Number(seconds) };
}
