import type { Clock } from "../../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";

const minuteMs = 60_000;
/**
 * Time in ms after which a hidden conversation releases most of its items from memory, and number of items that it
 * keeps.
 */
const trimMs = minuteMs;
const keptItems = 10;

/** Releases resources of hidden conversations: first the memory of data that is on disk, later the process. */
export class IdleRest implements Disposable {
  readonly #conversations: Conversations;
  readonly #clock: Clock;
  readonly #minutes: () => number;
  readonly #resting = new Map<ConversationId, Disposable>();
  readonly #trimming = new Map<ConversationId, Disposable>();
  readonly #store = new DisposableStore();

  /** `minutes` is called when a conversation becomes idle; 0 means never. */
  constructor(conversations: Conversations, clock: Clock, minutes: () => number) {
    this.#conversations = conversations;
    this.#clock = clock;
    this.#minutes = minutes;
    this.#store.add(
      conversations.changes.onDidChangeState(["status", "background", "requests", "queue"], ({ id }) =>
        this.#follow(id),
      ),
    );
    this.#store.add(conversations.places.onDidChange(() => this.#followAll()));
    this.#store.add(conversations.onDidChangeList(() => this.#followAll()));
    for (const timers of [this.#resting, this.#trimming])
      this.#store.defer(() => timers.forEach((timer) => void timer.dispose()));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #followAll(): void {
    const followed = [
      ...this.#resting.keys(),
      ...this.#trimming.keys(),
      ...this.#conversations.all.map((open) => open.id),
    ];
    for (const id of new Set(followed)) this.#follow(id);
  }

  #follow(id: ConversationId): void {
    const open = this.#conversations.get(id);
    const hidden = open && !this.#conversations.places.isVisible(id) ? open : undefined;
    const isHidden = (): boolean => !this.#conversations.places.isVisible(id);
    const trim = (): void =>
      hidden && this.#conversations.inBackground(hidden.trim(keptItems, isHidden), "releasing items");
    this.#keep(this.#trimming, id, hidden, trimMs, trim);
    const minutes = hidden?.canRest ? this.#minutes() : 0;
    const idle = minutes > 0 ? hidden : undefined;
    this.#keep(
      this.#resting,
      id,
      idle,
      minutes * minuteMs,
      () => idle && this.#conversations.inBackground(idle.rest(), "letting a process go"),
    );
  }

  /** Keeps a timer running for as long as there is a reason for it. */
  #keep(
    timers: Map<ConversationId, Disposable>,
    id: ConversationId,
    reason: OpenConversation | undefined,
    ms: number,
    action: () => void,
  ): void {
    if (!reason) {
      timers.get(id)?.dispose();
      timers.delete(id);
    } else if (!timers.has(id)) {
      const run = (): void => {
        timers.delete(id);
        action();
      };
      timers.set(id, this.#clock.after(ms, run));
    }
  }
}
