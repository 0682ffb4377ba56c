/** Usage of a turn or a conversation so far. */
export interface UsageCount {
  /** New tokens: input without cache reads, plus output. */
  readonly tokens: number;
  /** US dollars; undefined where `claude` has not reported them yet. */
  readonly costUsd: number | undefined;
}

/** Usage of the running turn and of the conversation, subagents included. */
export interface UsageReader {
  readonly turn: UsageCount;
  readonly conversation: UsageCount;
  beginTurn(): void;
  /** Asks `claude` for exact numbers, where it has them. Never rejects, and waits only a short time. */
  refresh(): Promise<void>;
}
