import type { TrustDecisions, TrustStore } from "../../extension/core/conversations/repositoryTrust.ts";

/** Decisions about repositories in memory, which several windows can share. */
export class MemoryTrust implements TrustStore {
  decisions: TrustDecisions;

  constructor(decisions: Partial<TrustDecisions> = {}) {
    this.decisions = { known: [], off: [], without: [], ...decisions };
  }

  read(): TrustDecisions {
    return this.decisions;
  }

  async change(update: (now: TrustDecisions) => TrustDecisions | undefined): Promise<void> {
    this.decisions = update(this.decisions) ?? this.decisions;
  }
}
