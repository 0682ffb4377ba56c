import type { Clock } from "../../base/clock.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import type { ConversationState } from "../../contract/conversationState.ts";
import type { ConversationId } from "../../contract/ids.ts";
import type { StateDelta } from "../../contract/stateDeltas.ts";
import type { ConversationChange } from "../../session/changeEvents.ts";
import type { Conversations } from "../conversations.ts";

/** Interval in ms of the checks. */
const tickMs = 10_000;
/** Maximum silence in ms of a turn, and of a turn with a running tool call: a command can be silent until it ends. */
const limitMs = 120_000;
const callLimitMs = 600_000;

/** Fields of the state that change without a message from `claude`. */
const ofOthers: ReadonlySet<keyof ConversationState> = new Set<keyof ConversationState>([
  ...(["queue", "attachments", "unsaved", "title", "externalUse", "changedFiles", "silentSince", "requestedMode"] as const),
  ...(["settings", "needsRestart", "isRestartPlanned"] as const),
]);

/** The last activity of a running turn. */
interface Turn {
  heardAt: number;
  /** Ids of running tool calls. */
  readonly calls: Set<string>;
}

/**
 * Sets `silentSince` on a running turn after a long silence. A turn that waits for the user does not count. One timer serves all conversations while
 * at least one works; a change never starts another.
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
    this.#store.add(conversations.changes.onDidChangeView((change) => this.#follow(change)));
    this.#store.defer(() => this.#timer?.dispose());
  }

  dispose(): void {
    this.#store.dispose();
  }

  #follow({ id, changes }: ConversationChange): void {
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
  if (change.kind !== "state") return true;
  for (const name in change.set) if (!ofOthers.has(name as keyof ConversationState)) return true;
  return false;
}
