/** What fills the context, in tokens, as the CLI counts it. */
export interface ContextUsage {
  readonly used: number;
  readonly window: number;
  /** By kind, the largest first; without what is free. */
  readonly parts: readonly ContextPart[];
  /** Files of memory and the tools of servers that are loaded, the largest first. */
  readonly largest: readonly ContextPart[];
}

/** A limit of a subscription. */
export interface PlanLimit {
  readonly kind: "fiveHours" | "sevenDays" | "sevenDaysOpus" | "sevenDaysSonnet";
  /** Percent that is used, as the CLI says it. */
  readonly percent: number;
  /** Milliseconds since the epoch. */
  readonly resetsAt?: number;
}

export interface ContextPart {
  readonly name: string;
  readonly tokens: number;
}
