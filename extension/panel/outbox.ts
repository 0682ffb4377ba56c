import type { Clock } from "../base/clock.ts";
import { type Disposable, toDisposable } from "../base/disposable.ts";
import { mainThread } from "../contract/ids.ts";
import { appendText } from "../contract/items.ts";
import type { RestoredDelta, StateDelta } from "../contract/stateDeltas.ts";
import type { ToWebview } from "../contract/toWebview.ts";

/** One animation frame: text that streams is sent this often, however fast it comes. */
const intervalMs = 16;
/** Past this many changes in one interval the newest page, of 100 items, says more in fewer bytes; 1,000 took the page 350 ms. */
const resyncAt = 300;
/** Such pages follow each other at this distance until the turn ends: nobody reads what is replaced sooner, and each takes the page 30 ms. */
const pageIntervalMs = 100;

type Sendable = Exclude<StateDelta, RestoredDelta>;

export interface OutboxOptions {
  readonly clock: Clock;
  /** Hands a message over; resolves once it was taken, so that a slow webview gets fewer, larger messages. */
  readonly post: (message: ToWebview) => PromiseLike<unknown>;
  /** A snapshot for a webview that fell too far behind. */
  readonly snapshot: () => ToWebview;
}

/**
 * Sends changes to the webview, coalesced: appends to one item become one, an item put twice is sent
 * as it is now. Threads that no card shows are not sent at all.
 */
export class Outbox implements Disposable {
  readonly #options: OutboxOptions;
  readonly #openThreads = new Set<string>([mainThread]);
  #pending: Sendable[] = [];
  /** Index in `#pending` of the last change of an item. */
  #indexes = new Map<string, number>();
  /** More is pending than a page takes in: only state is kept, since the newest page has the rest. */
  #isOverfull = false;
  #pageSentAt = Number.NEGATIVE_INFINITY;
  #timer: Disposable = toDisposable(() => {});
  #isScheduled = false;
  /** The next page is held back for its distance from the last one. */
  #isHeldBack = false;
  #sentAt = Number.NEGATIVE_INFINITY;
  #isDisposed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  openThread(thread: string): void {
    this.#openThreads.add(thread);
  }

  closeThread(thread: string): void {
    if (thread !== mainThread) this.#openThreads.delete(thread);
  }

  add(changes: readonly StateDelta[]): void {
    if (changes.some((change) => change.kind === "restored")) return this.resync();
    for (const change of changes) if (change.kind !== "restored") this.#coalesce(change);
    if (this.#pending.length === 0 && !this.#isOverfull) return;
    if (this.#isHeldBack && this.#isPressing) this.#flush();
    else this.#schedule();
  }

  /** Sends everything afresh; what is pending is part of it. */
  resync(): void {
    this.#clear();
    void this.#options.post(this.#options.snapshot());
  }

  /** Sends a message after the changes that came before it. */
  send(message: ToWebview): void {
    this.#flush();
    void this.#options.post(message);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#isHeldBack = false;
    this.#timer.dispose();
    this.#clear();
  }

  #coalesce(change: Sendable): void {
    if (change.kind === "clear") {
      // It clears items; state that wait to be sent are still true.
      const index = this.#indexes.get("state");
      const state = index === undefined ? undefined : this.#pending[index];
      this.#clear();
      this.#pending.push(change);
      if (state) this.#coalesce(state);
      return;
    }
    if (change.kind === "state")
      return this.#merge("state", change, (last) => (last.kind === "state" ? { ...last, set: { ...last.set, ...change.set } } : change));
    if (this.#isOverfull || !this.#openThreads.has(change.thread)) return;
    const id = change.kind === "put" ? change.item.id : change.id;
    this.#merge(`${change.thread}\n${id}`, change, (last) => {
      if (last.kind === "remove") return undefined;
      if (change.kind === "put") return last.kind === "put" && last.isNew ? { ...change, isNew: true } : change;
      if (change.kind === "remove") return undefined;
      if (last.kind === "append") return { ...last, text: last.text + change.text };
      return last.kind === "put" ? { ...last, item: appendText(last.item, change.text) } : undefined;
    });
  }

  /** Joins `change` into the last change of the same key, or adds it when `join` returns undefined. */
  #merge(key: string, change: Sendable, join: (last: Sendable) => Sendable | undefined): void {
    const index = this.#indexes.get(key);
    const last = index === undefined ? undefined : this.#pending[index];
    const joined = last && join(last);
    if (joined && index !== undefined) {
      this.#pending[index] = joined;
    } else {
      this.#indexes.set(key, this.#pending.length);
      this.#pending.push(change);
      if (this.#pending.length > resyncAt) this.#overfill();
    }
  }

  #overfill(): void {
    const state = this.#pending.find((change) => change.kind === "state");
    this.#clear();
    this.#isOverfull = true;
    if (state) this.#coalesce(state);
  }

  /** A turn begins or ends, or something is asked: that is shown at once. */
  get #isPressing(): boolean {
    return this.#pending.some((change) => change.kind === "state" && (change.set.status !== undefined || change.set.requests !== undefined));
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isDisposed) return;
    this.#isScheduled = true;
    // What comes after a silence goes at once: a first character must not wait for a frame of its own.
    const waitMs = Math.max(0, Math.min(intervalMs, this.#sentAt + intervalMs - this.#options.clock.now()));
    this.#timer = this.#options.clock.after(waitMs, () => this.#flushWhenDue());
  }

  #flushWhenDue(): void {
    const restMs = this.#pageSentAt + pageIntervalMs - this.#options.clock.now();
    if (!this.#isOverfull || restMs <= 0 || this.#isPressing) return this.#flush();
    this.#isHeldBack = true;
    this.#timer = this.#options.clock.after(Math.min(restMs, pageIntervalMs), () => this.#flush());
  }

  #flush(): void {
    this.#timer.dispose();
    this.#isHeldBack = false;
    if (this.#pending.length === 0 && !this.#isOverfull) {
      this.#isScheduled = false;
      return;
    }
    const changes = this.#pending;
    const isOverfull = this.#isOverfull;
    this.#clear();
    this.#sentAt = this.#options.clock.now();
    if (isOverfull) this.#pageSentAt = this.#sentAt;
    // A page announces what changed in the state, such as the end of a turn, and nothing of a snapshot.
    if (isOverfull && changes.length > 0) void this.#options.post({ type: "changes", deltas: changes });
    const message: ToWebview = isOverfull ? this.#options.snapshot() : { type: "changes", deltas: changes };
    // Scheduled until the webview took this one: what comes meanwhile is coalesced.
    this.#isScheduled = true;
    const next = (): void => {
      this.#isScheduled = false;
      if (this.#pending.length > 0 || this.#isOverfull) this.#schedule();
    };
    this.#options.post(message).then(next, next);
  }

  #clear(): void {
    this.#isOverfull = false;
    this.#pending = [];
    this.#indexes = new Map();
  }
}
