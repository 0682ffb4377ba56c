import type { ConversationEvent } from "./conversationEvents.ts";

type Outcome = Extract<ConversationEvent, { readonly kind: "toolInvoked" }>["outcome"];

/** Counts the calls of the running turn by their outcome. */
export class CallCounts {
  #counts = new Map<Outcome, number>();
  #isEnded = false;

  note(event: ConversationEvent): void {
    if (this.#isEnded) this.#counts = new Map();
    this.#isEnded = event.kind === "turnEnded";
    if (event.kind === "toolInvoked") this.#counts.set(event.outcome, (this.#counts.get(event.outcome) ?? 0) + 1);
  }

  /** The counts for a line of the log, such as ", calls: 12 done, 1 failed"; empty where there was no call. */
  get summary(): string {
    const parts = [...this.#counts].map(([outcome, count]) => `${count} ${outcome}`);
    return parts.length === 0 ? "" : `, calls: ${parts.join(", ")}`;
  }
}
