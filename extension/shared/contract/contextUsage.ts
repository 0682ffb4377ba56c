import type { PlanLimitKind } from "./usage.ts";

/** Usage of the context window in tokens, as `claude` counts it. */
export interface ContextUsage {
  readonly used: number;
  readonly window: number;
  /** Usage by kind, largest first; excludes the free space. */
  readonly parts: readonly ContextPart[];
  /** Memory files and loaded tools of MCP servers, largest first. */
  readonly largest: readonly ContextPart[];
}

/** A usage limit of a subscription. */
export interface PlanLimit {
  readonly kind: PlanLimitKind;
  /** Used share in percent, as `claude` reports it. */
  readonly percent: number;
  /** Milliseconds since the epoch. */
  readonly resetsAt?: number;
}

export interface ContextPart {
  readonly name: string;
  readonly tokens: number;
}
