import type { TurnItem } from "../../../shared/contract/items.ts";

/** The end of a turn as its result frame reports it. */
export interface TurnEnding {
  readonly item: TurnItem;
  readonly output: string;
  readonly structuredOutput: unknown;
  /** Undefined where the result names no reason. */
  readonly stopReason: string | undefined;
}
