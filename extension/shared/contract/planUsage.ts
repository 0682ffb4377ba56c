import type { PlanLimit } from "./contextUsage.ts";

/** The plan of a subscriber and its limits, and what `claude` counted besides tokens (2.1.329). */
export interface PlanUsage {
  /** Name of the plan, such as "max"; undefined without a subscription. */
  readonly plan?: string;
  readonly limits: readonly PlanLimit[];
  readonly linesAdded?: number;
  readonly linesRemoved?: number;
}
