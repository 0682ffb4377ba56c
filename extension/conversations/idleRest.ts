import type { Clock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { ConversationId } from "../contract/ids.ts";
import type { Conversations } from "./conversations.ts";

/** Lets the processes of conversations go that are idle, and that nobody looked at, for a while. */
export class IdleRest implements Disposable {
  readonly #conversations: Conversations;
  readonly #clock: Clock;
  readonly #minutes: () => number;
  readonly #timers = new Map<ConversationId, Disposable>();
  readonly #store = new DisposableStore();

  /** `minutes` is asked when a conversation becomes idle; 0 means never. */
  constructor(conversations: Conversations, clock: Clock, minutes: () => number) {
    this.#conversations = conversations;
    this.#clock = clock;
    this.#minutes = minutes;
    this.#store.add(conversations.onDidChange(({ id, changes }) => changes.some((change) => change.kind === "state") && this.#follow(id)));
    this.#store.add(conversations.onDidShow(() => this.#followAll()));
    this.#store.add(conversations.onDidChangeList(() => this.#followAll()));
    this.#store.defer(() => this.#timers.forEach((timer) => void timer.dispose()));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #followAll(): void {
    for (const id of new Set([...this.#timers.keys(), ...this.#conversations.all.map((open) => open.id)])) this.#follow(id);
  }

  #follow(id: ConversationId): void {
    const open = this.#conversations.get(id);
    const canRest = open?.conversation.canRest === true && this.#conversations.shown !== open;
    if (!canRest) {
      this.#timers.get(id)?.dispose();
      this.#timers.delete(id);
      return;
    }
    const minutes = this.#minutes();
    if (this.#timers.has(id) || minutes <= 0) return;
    const rest = (): void => {
      this.#timers.delete(id);
      void open.conversation.rest();
    };
    this.#timers.set(id, this.#clock.after(minutes * 60_000, rest));
  }
}
