import { failures } from "../../base/failure.ts";
import type { Decision, ElicitationView, RequestView, ToolRequestView } from "../../contract/requests.ts";
import type { CanUseToolRequest } from "../../protocol/permission.ts";
import type { NotebookChange } from "../../review/notebook.ts";
import type { ReviewedProposal } from "../../review/reviewedProposal.ts";

/** What an MCP server asks of the user, with everything needed to answer it. */
export interface OpenElicitation {
  readonly id: string;
  readonly view: ElicitationView;
  /** Names of the fields as the server wrote them, in the order of the view's. */
  readonly names: readonly string[];
}

/** A request for permission that waits, with everything needed to answer it. */
export interface OpenPermission {
  readonly id: string;
  readonly view: ToolRequestView;
  readonly request: CanUseToolRequest;
  /** The file that it edits. */
  readonly path?: string | undefined;
  /** The edit that is proposed with what the user made of it, as far as a diff can show it. */
  readonly proposal: ReviewedProposal | undefined;
  /** All of its change was on a screen in this revision. */
  readonly isShown?: boolean | undefined;
  /** A change that is shown, and can only be allowed as a whole. */
  readonly wholeChange?: NotebookChange | undefined;
  /** What the user wrote in place of the input. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  /** What the user made of it when it could be shown last. */
  readonly lastProposal?: ReviewedProposal | undefined;
}

/** A request that waits; the kind of its view tells which. */
export type OpenRequest = OpenPermission | OpenElicitation;

export function isPermission(open: OpenRequest): open is OpenPermission {
  return open.view.kind !== "elicitation";
}

export function isElicitation(open: OpenRequest): open is OpenElicitation {
  return open.view.kind === "elicitation";
}

/** How a request of one kind is answered. */
export interface Asking<E extends OpenRequest, A> {
  readonly signal: AbortSignal;
  readonly isOfKind: (open: OpenRequest) => open is E;
  /** Turns a decision into what goes to the CLI; it gets the entry as it was updated last. */
  readonly answer: (entry: E, decision: Decision) => A;
}

interface Waiting {
  entry: OpenRequest;
  /** Answers the entry as it is now. */
  decide(entry: OpenRequest, decision: Decision): void;
  reject(error: Error): void;
}

/**
 * Requests that wait for the user, in the order of arrival. Each is answered exactly once; one that the
 * CLI cancels, or that is open when the conversation ends, is rejected, which never allows anything.
 */
export class OpenRequests {
  readonly #waiting = new Map<string, Waiting>();
  #revisions = 0;
  readonly #onChanged: (views: readonly RequestView[]) => void;

  readonly #onCancelled: (entry: OpenRequest) => void;

  /** `onChanged` is called with all open requests after the set or a view changed, `onCut` with one that goes without a decision. */
  constructor(onChanged: (views: readonly RequestView[]) => void, onCut: (entry: OpenRequest) => void) {
    this.#onChanged = onChanged;
    this.#onCancelled = onCut;
  }

  /** In order of arrival. */
  get all(): readonly OpenRequest[] {
    return [...this.#waiting.values()].map(({ entry }) => entry);
  }

  get(id: string): OpenRequest | undefined {
    return this.#waiting.get(id)?.entry;
  }

  /** Undefined as well for one that is no request for permission. */
  permission(id: string): OpenPermission | undefined {
    const open = this.get(id);
    return open && isPermission(open) ? open : undefined;
  }

  /** Waits for the user's decision. Rejects when the signal fires. */
  ask<E extends OpenRequest, A>(entry: E, { signal, isOfKind, answer }: Asking<E, A>): Promise<A> {
    if (signal.aborted) return Promise.reject(failures.aborted());
    return new Promise<A>((resolve, reject) => {
      // The CLI may use an id again: what was shown under it before is another revision.
      const decide = (updated: OpenRequest, decision: Decision): void => (isOfKind(updated) ? resolve(answer(updated, decision)) : reject(failures.aborted()));
      const waiting: Waiting = { entry: this.#revise(entry), decide, reject };
      this.#waiting.get(entry.id)?.reject(failures.aborted());
      this.#waiting.set(entry.id, waiting);
      const abort = (): void => {
        if (this.#waiting.get(entry.id) === waiting) this.#cancel(entry.id);
      };
      signal.addEventListener("abort", abort, { once: true });
      this.#announce();
    });
  }

  /** Shows an open request in another way, as a new revision; a decision about the one before no longer counts. */
  update(entry: OpenRequest): void {
    const waiting = this.#waiting.get(entry.id);
    if (!waiting) return;
    waiting.entry = this.#revise(entry);
    this.#announce();
  }

  /** Shows what the user themself made of a request: a decision about the same revision counts, with that. */
  updateSameRevision(entry: OpenRequest): void {
    const waiting = this.#waiting.get(entry.id);
    if (waiting?.entry.view.revision !== entry.view.revision) return;
    waiting.entry = entry;
    this.#announce();
  }

  /**
   * Answers the revision of a request that the user saw. False when that is not open any more, so that a late click does
   * nothing.
   */
  decide(id: string, revision: number, decision: Decision): boolean {
    const entry = this.get(id);
    if (entry?.view.revision !== revision) return false;
    this.#settle(id, (waiting) => waiting.decide(entry, decision));
    return true;
  }

  /** Rejects every open request. */
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

  #settle(id: string, action: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    action(waiting);
    this.#announce();
  }
}
