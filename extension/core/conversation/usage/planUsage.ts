import { stripControl } from "../../../shared/base/invisible.ts";
import { readNumber, readObject, readString } from "../../../shared/base/read.ts";
import type { PlanLimit } from "../../../shared/contract/contextUsage.ts";
import type { PlanUsage } from "../../../shared/contract/planUsage.ts";
import { limitNames } from "../reduce/planLimit.ts";

/** Reads the answer to `get_usage` (2.1.329). It has limits for subscribers only. */
export function readPlanUsage(answer: unknown): PlanUsage {
  const plan = readString(answer, "subscription_type");
  const session = readObject(answer, "session");
  const [linesAdded, linesRemoved] = [
    readNumber(session, "total_lines_added"),
    readNumber(session, "total_lines_removed"),
  ];
  return {
    ...(plan === undefined ? {} : { plan: stripControl(plan) }),
    limits: readPlanLimits(answer),
    ...(linesAdded === undefined ? {} : { linesAdded }),
    ...(linesRemoved === undefined ? {} : { linesRemoved }),
  };
}

/** Reads the limits; times are seconds since the epoch or text. */
function readPlanLimits(answer: unknown): readonly PlanLimit[] {
  const limits = readObject(answer, "rate_limits");
  return [...limitNames].flatMap(([name = "", kind]): readonly PlanLimit[] => {
    const limit = readObject(limits, name);
    const percent = readNumber(limit, "utilization");
    if (percent === undefined) return [];
    const seconds = readNumber(limit, "resets_at");
    const resetsAt = seconds === undefined ? Date.parse(readString(limit, "resets_at") ?? "") : seconds * 1_000;
    return [{ kind, percent: Math.round(percent), ...(Number.isNaN(resetsAt) ? {} : { resetsAt }) }];
  });
}
