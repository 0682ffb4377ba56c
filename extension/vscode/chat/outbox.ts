import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, toDisposable } from "../../shared/base/disposable.ts";
import { mainThread } from "../../shared/contract/ids.ts";
import { appendText } from "../../shared/contract/items.ts";
import type { RestoredDelta, StateDelta } from "../../shared/contract/stateDeltas.ts";
import type { ToWebview } from "../../shared/contract/toWebview.ts";

/** Minimum time between two messages, in milliseconds: one animation frame, however fast text streams. */
const intervalMs = 16;
/**
 * Number of pending changes above which the newest page of 100 items is sent instead, in fewer bytes: the webview took
 * 350 ms for 1,000 changes.
 */
const resyncAt = 300;
/**
 * Minimum time between two such pages until the turn ends, in milliseconds. The user cannot read faster, and the
 * webview takes 30 ms for each page.
 */
const pageIntervalMs = 300;

type Sendable = Exclude<StateDelta, RestoredDelta>;

export interface OutboxOptions {
  readonly clock: Clock;
  /**
   * Posts a message; resolves as soon as the webview received it, so that a slow webview gets fewer, larger messages.
   */
  readonly post: (message: ToWebview) => PromiseLike<unknown>;
  /** Returns a snapshot for a webview that is too far behind. */
  readonly snapshot: () => ToWebview;
}

/**
 * Sends changes to the webview and coalesces them: appends to one item become one append, and an item that was put
 * twice is sent in its current form. Does not send changes of threads that no card shows.
 */
export class Outbox implements Disposable {
  readonly #options: OutboxOptions;
  readonly #openThreads = new Set<string>([mainThread]);
  #pending: Sendable[] = [];
  /** Index in `#pending` of the last change, by item, or by "state" for the state. */
  #indexes = new Map<string, number>();
  /**
   * True if more changes are pending than `resyncAt`: only state is kept in `#pending`, because the newest page
   * contains the rest.
   */
  #isOverfull = false;
  #pageSentAt = Number.NEGATIVE_INFINITY;
  #timer: Disposable = toDisposable(() => {});
  #isScheduled = false;
  /** True while the next page waits until `pageIntervalMs` after the last page. */
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

  /** Sends a new snapshot, which includes the pending changes. */
  resync(): void {
    this.#clear();
    void this.#options.post(this.#options.snapshot());
  }

  /** Sends a message after all pending changes. */
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
      // "clear" removes items only; pending changes of the state are still valid.
      const index = this.#indexes.get("state");
      const state = index === undefined ? undefined : this.#pending[index];
      this.#clear();
      this.#pending.push(change);
      if (state) this.#coalesce(state);
      return;
    }
    if (change.kind === "state")
      return this.#merge("state", change, (last) =>
        last.kind === "state" ? { ...last, set: { ...last.set, ...change.set } } : change,
      );
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

  /** Merges `change` into the last change with the same key, or appends it if `join` returns undefined. */
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

  /** True if a turn begins or ends, or the requests changed. Such changes are sent without the delay between pages. */
  get #isPressing(): boolean {
    return this.#pending.some(
      (change) => change.kind === "state" && (change.set.status !== undefined || change.set.requests !== undefined),
    );
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isDisposed) return;
    this.#isScheduled = true;
    // A change after a pause is sent at once, so that a first character does not wait for a frame.
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
    // The webview announces changes of the state, such as the end of a turn, but nothing in a snapshot; so changes are
    // sent before the snapshot.
    if (isOverfull && changes.length > 0) void this.#options.post({ type: "changes", deltas: changes });
    const message: ToWebview = isOverfull ? this.#options.snapshot() : { type: "changes", deltas: changes };
    // Stays true until the webview received this message; changes that arrive meanwhile are coalesced.
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
