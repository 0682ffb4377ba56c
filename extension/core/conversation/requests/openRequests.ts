import { failures } from "../../../shared/base/failure.ts";
import type { Decision, RequestView } from "../../../shared/contract/requests/requests.ts";
import type { OpenPermission } from "./openPermission.ts";
import type { OpenRequest } from "./requestKinds.ts";

export function isPermission(open: OpenRequest): open is OpenPermission {
  return "request" in open;
}

/** Defines how to answer a request. */
export interface RequestHandling<E extends OpenRequest, A> {
  readonly signal: AbortSignal;
  /** Converts a decision to the response; gets the entry in its latest revision. */
  readonly answer: (entry: E, decision: Decision) => A;
}

interface WaitingEntry {
  entry: OpenRequest;
  /** Answers the given revision of the entry. */
  decide(entry: OpenRequest, decision: Decision): void;
  reject(error: Error): void;
}

/**
 * Requests that wait for the user, in order of arrival. Each is answered exactly once; one that `claude` cancels, or
 * that is open when the conversation ends, is rejected, which never allows anything.
 */
export class OpenRequests {
  readonly #waiting = new Map<string, WaitingEntry>();
  #revisions = 0;
  readonly #onChanged: (views: readonly RequestView[]) => void;

  readonly #onCancelled: (entry: OpenRequest) => void;

  /**
   * Calls `onChanged` with all open requests after the set or a view changed, and `onCancelled` with a request that
   * ends without a decision.
   */
  constructor(onChanged: (views: readonly RequestView[]) => void, onCancelled: (entry: OpenRequest) => void) {
    this.#onChanged = onChanged;
    this.#onCancelled = onCancelled;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** All open requests in order of arrival. */
  get all(): readonly OpenRequest[] {
    return [...this.#waiting.values()].map(({ entry }) => entry);
  }

  get(id: string): OpenRequest | undefined {
    return this.#waiting.get(id)?.entry;
  }

  /** Returns an open permission request; undefined for other kinds. */
  permission(id: string): OpenPermission | undefined {
    const open = this.get(id);
    return open && isPermission(open) ? open : undefined;
  }

  /** Waits for the user's decision. Rejects when the signal fires. */
  ask<E extends OpenRequest, A>(entry: E, { signal, answer }: RequestHandling<E, A>): Promise<A> {
    if (signal.aborted) return Promise.reject(failures.aborted());
    return new Promise<A>((resolve, reject) => {
      // `claude` may reuse an id: the earlier request with it counts as another revision.
      const decide = (updated: OpenRequest, decision: Decision): void =>
        updated.view.kind === entry.view.kind ? resolve(answer(updated as E, decision)) : reject(failures.aborted());
      const waiting: WaitingEntry = { entry: this.#revise(entry), decide, reject };
      this.#waiting.get(entry.id)?.reject(failures.aborted());
      this.#waiting.set(entry.id, waiting);
      const abort = (): void => {
        if (this.#waiting.get(entry.id) === waiting) this.#cancel(entry.id);
      };
      signal.addEventListener("abort", abort, { once: true });
      this.#announce();
    });
  }

  /** Replaces the view of an open request as a new revision; a decision about an earlier revision no longer counts. */
  update(entry: OpenRequest): void {
    const waiting = this.#waiting.get(entry.id);
    if (!waiting) return;
    waiting.entry = this.#revise(entry);
    this.#announce();
  }

  /** Shows the user's own changes of a request: a decision about the same revision still counts, and includes them. */
  updateSameRevision(entry: OpenRequest): void {
    const waiting = this.#waiting.get(entry.id);
    if (waiting?.entry.view.revision !== entry.view.revision) return;
    waiting.entry = entry;
    this.#announce();
  }

  /**
   * Answers the revision of a request that the user saw. Returns false if that revision is not open anymore, so that a
   * late click does nothing.
   */
  decide(id: string, revision: number, decision: Decision): boolean {
    const entry = this.get(id);
    if (entry?.view.revision !== revision) return false;
    this.#settle(id, (waiting) => waiting.decide(entry, decision));
    return true;
  }

  /** Rejects all open requests. */
  rejectAll(): void {
    for (const id of [...this.#waiting.keys()]) this.#cancel(id);
  }

  #cancel(id: string): void {
    this.#settle(id, (waiting) => {
      waiting.reject(failures.aborted());
      this.#onCancelled(waiting.entry);
    });
  }

  #revise<E extends OpenRequest>(entry: E): E {
    return { ...entry, view: { ...entry.view, revision: this.#revisions++ } };
  }

  #announce(): void {
    this.#onChanged([...this.#waiting.values()].map(({ entry }) => entry.view));
  }

  #settle(id: string, action: (waiting: WaitingEntry) => void): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    action(waiting);
    this.#announce();
  }
}
