import type { Clock } from "../../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import { Emitter } from "../../../shared/base/emitter.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import { type DelayClock, isDeliberate } from "../../../shared/contract/requests/decisionDelay.ts";
import type { RequestView } from "../../../shared/contract/requests/requests.ts";
import type { Conversations } from "../conversations.ts";

/** An open request of a conversation. */
export interface WaitingRequest {
  readonly conversation: ConversationId;
  readonly view: RequestView;
  /** Milliseconds since the Unix epoch. */
  readonly arrivedAt: number;
  /** True when its current revision was visible long enough to be read, and is still visible. */
  readonly isSeen: boolean;
  /** True when the whole proposed change was visible in this revision. */
  readonly isChangeShown: boolean;
}

interface KnownRequest {
  readonly arrivedAt: number;
  seenRevision?: number | undefined;
}

/** All open requests of all conversations, in order of arrival. */
export class WaitingRequests implements Disposable {
  readonly #conversations: Conversations;
  readonly #clock: Clock;
  readonly #delayClock: DelayClock;
  readonly #store = new DisposableStore();
  readonly #changed: Emitter<void>;
  #rows = "";
  #movedAt = Number.NEGATIVE_INFINITY;
  /** Key: conversation and request id; in order of arrival. */
  readonly #known = new Map<string, KnownRequest & { readonly conversation: ConversationId; readonly id: string }>();

  /** `delayClock` measures for how long the rows stand still. */
  constructor(conversations: Conversations, clock: Clock, logger: Logger, delayClock: DelayClock = clock) {
    this.#delayClock = delayClock;
    this.#changed = new Emitter((error) =>
      logger.error(`a listener of the requests failed: ${getErrorMessage(error)}`),
    );
    this.#conversations = conversations;
    this.#clock = clock;
    this.#store.add(conversations.changes.onDidChangeState(["requests"], ({ id }) => this.#update(id)));
  }

  /** Fires when a request is added or removed, or has another revision. */
  get onDidChange() {
    return this.#changed.event;
  }

  get all(): readonly WaitingRequest[] {
    return [...this.#known.values()].flatMap(({ conversation, id, arrivedAt, seenRevision }) => {
      const view = this.#requestsOf(conversation).find((request) => request.id === id);
      if (!view) return [];
      const isChangeShown =
        this.#conversations.get(conversation)?.conversation.permissions.reviews.isShown(id) ?? false;
      return [{ conversation, view, arrivedAt, isSeen: view.revision === seenRevision, isChangeShown }];
    });
  }

  /** Number of open requests. */
  get count(): number {
    return this.#known.size === 0 ? 0 : this.all.length;
  }

  /** True if no row of the list appeared, moved or changed for so long that a press on one is meant for it. */
  get isStill(): boolean {
    return isDeliberate(this.#movedAt, this.#delayClock.now());
  }

  /** Notes that the rows of the list move or become visible now; a row that is removed moves the others. */
  noteMoved(): void {
    this.#movedAt = this.#delayClock.now();
  }

  /** Marks a revision of a request as visible long enough. Only one card of a conversation is visible at a time. */
  markSeen(conversation: ConversationId, id: string, revision: number): void {
    this.markHidden(conversation);
    const known = this.#known.get(key(conversation, id));
    if (!known) return;
    known.seenRevision = revision;
    const view = this.#requestsOf(conversation).find((request) => request.id === id);
    const isUncut = view?.kind === "permission" && view.proposal?.linesOmitted === 0;
    if (isUncut)
      this.#conversations.get(conversation)?.conversation.permissions.reviews.markShown(id, revision, "card");
  }

  /** Marks all requests of a conversation as not visible. */
  markHidden(conversation: ConversationId): void {
    for (const known of this.#known.values()) if (known.conversation === conversation) known.seenRevision = undefined;
  }

  dispose(): void {
    this.#store.dispose();
  }

  #update(conversation: ConversationId): void {
    const open = new Set(this.#requestsOf(conversation).map(({ id }) => id));
    for (const [name, known] of this.#known)
      if (known.conversation === conversation && !open.has(known.id)) this.#known.delete(name);
    for (const id of open) {
      const name = key(conversation, id);
      if (!this.#known.has(name)) this.#known.set(name, { conversation, id, arrivedAt: this.#clock.now() });
    }
    const rows = this.all.map(({ view }) => `${view.id} ${view.revision}`).join("\n");
    if (rows !== this.#rows) this.noteMoved();
    this.#rows = rows;
    this.#changed.fire();
  }

  #requestsOf(conversation: ConversationId): readonly RequestView[] {
    return this.#conversations.get(conversation)?.conversation.state.requests ?? [];
  }
}

function key(conversation: ConversationId, id: string): string {
  return `${conversation}\n${id}`;
}
