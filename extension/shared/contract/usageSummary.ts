import type { TurnItem } from "./items.ts";
import type { ModelUsage } from "./usage.ts";

/** One turn in the usage of a conversation. */
export interface UsageOfTurn {
  readonly id: string;
  /** Position in the loaded conversation, 1-based. */
  readonly number: number;
  /** First line of the message that began the turn; empty if none did. */
  readonly prompt: string;
  /** Start in milliseconds since the epoch. */
  readonly at?: number | undefined;
  readonly outcome: TurnItem["outcome"];
  readonly durationMs?: number | undefined;
  readonly apiMs?: number | undefined;
  readonly steps?: number | undefined;
  readonly costUsd?: number | undefined;
  readonly isSaved: boolean;
  readonly models: readonly ModelUsage[];
  /** Sum over the models. */
  readonly total: Omit<ModelUsage, "model">;
}

/** Usage of a conversation, as far as it is known. */
export interface UsageSummary {
  /** Turns that used a model, oldest first. */
  readonly turns: readonly UsageOfTurn[];
  /** Totals of the turns per model, the one with the most tokens first. */
  readonly models: readonly ModelUsage[];
  readonly totals: Totals;
  /** Some turns were read back from a transcript, which does not have all of their usage. */
  readonly hasSavedTurns: boolean;
}

export interface Totals extends Omit<ModelUsage, "model"> {
  readonly durationMs: number;
  readonly apiMs: number;
}

/** Returns the number of tokens of all kinds. */
export function countTokens({ input, output, cacheRead, cacheWrite }: Omit<ModelUsage, "model">): number {
  return input + output + cacheRead + cacheWrite;
}
