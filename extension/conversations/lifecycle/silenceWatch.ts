import type { Clock } from "../../base/clock.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import type { ConversationState } from "../../contract/conversationState.ts";
import type { ConversationId } from "../../contract/ids.ts";
import type { StateDelta } from "../../contract/stateDeltas.ts";
import type { ConversationEvent, Conversations } from "../conversations.ts";

/** How often it is looked whether something was heard. */
const tickMs = 10_000;
/** How long a turn may say nothing, and how long one whose call runs: a command can say nothing until it ends. */
const limitMs = 120_000;
const callLimitMs = 600_000;

/** What changes in the state without a word of `claude`. */
const ofOthers: ReadonlySet<keyof ConversationState> = new Set<keyof ConversationState>([
  ...(["queue", "attachments", "unsaved", "title", "externalUse", "changedFiles", "silentSince", "requestedMode"] as const),
  ...(["isThinkingOff", "isFastRequested"] as const),
]);

/** What was heard of a turn that runs. */
interface Turn {
  heardAt: number;
  /** Calls that run, by id. */
  readonly calls: Set<string>;
}

/**
 * Shows since when a running turn has said nothing, once that is long ago. A turn that waits for the user is silent for a reason. One
 * timer for all conversations runs while one works; a change costs no timer.
 */
export class SilenceWatch implements Disposable {
  readonly #conversations: Conversations;
  readonly #clock: Clock;
  readonly #store = new DisposableStore();
  readonly #turns = new Map<ConversationId, Turn>();
  #timer: Disposable | undefined;

  constructor(conversations: Conversations, clock: Clock) {
    this.#conversations = conversations;
    this.#clock = clock;
    this.#store.add(conversations.onDidChange((change) => this.#follow(change)));
    this.#store.defer(() => this.#timer?.dispose());
  }

  dispose(): void {
    this.#store.dispose();
  }

  #follow({ id, changes }: ConversationEvent): void {
    if (!changes.some(isHeard)) return;
    const conversation = this.#conversations.get(id)?.conversation;
    if (!conversation) return;
    if (conversation.state.silentSince !== undefined) conversation.set({ silentSince: null });
    if (conversation.state.status !== "working") return void this.#turns.delete(id);
    const turn = this.#turns.get(id) ?? { heardAt: 0, calls: new Set<string>() };
    turn.heardAt = this.#clock.now();
    for (const change of changes) {
      if (change.kind !== "put" || change.item.kind !== "tool") continue;
      if (change.item.state === "running") turn.calls.add(change.item.id);
      else turn.calls.delete(change.item.id);
    }
    this.#turns.set(id, turn);
    this.#timer ??= this.#clock.after(tickMs, () => this.#look());
  }

  #look(): void {
    this.#timer = undefined;
    for (const [id, { heardAt, calls }] of this.#turns) {
      const conversation = this.#conversations.get(id)?.conversation;
      if (!conversation) this.#turns.delete(id);
      else if (conversation.state.silentSince === undefined && conversation.state.requests.length === 0)
        if (this.#clock.now() - heardAt >= (calls.size > 0 ? callLimitMs : limitMs)) conversation.set({ silentSince: heardAt });
    }
    if (this.#turns.size > 0) this.#timer = this.#clock.after(tickMs, () => this.#look());
  }
}

function isHeard(change: StateDelta): boolean {
  return change.kind !== "state" || Object.keys(change.set).some((key) => !ofOthers.has(key as keyof ConversationState));
}
