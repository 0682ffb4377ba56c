import type { Clock } from "../../base/clock.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { Emitter } from "../../base/emitter.ts";
import { getErrorMessage } from "../../base/failure.ts";
import type { Logger } from "../../base/logger.ts";
import type { ConversationId } from "../../contract/ids.ts";
import type { RequestView } from "../../contract/requests.ts";
import type { Conversations } from "../conversations.ts";

/** A request of one of the conversations. */
export interface WaitingRequest {
  readonly conversation: ConversationId;
  readonly view: RequestView;
  /** Milliseconds since the epoch. */
  readonly arrivedAt: number;
  /** Its present revision stood on a screen long enough to be read, and still does. */
  readonly isSeen: boolean;
  /** All of the change that it proposes was on a screen in this revision. */
  readonly isChangeShown: boolean;
}

interface Known {
  readonly arrivedAt: number;
  seenRevision?: number | undefined;
}

/** Every open request of every conversation, in order of arrival. */
export class WaitingRequests implements Disposable {
  readonly #conversations: Conversations;
  readonly #clock: Clock;
  readonly #store = new DisposableStore();
  readonly #changed: Emitter<void>;
  #rows = "";
  #movedAt = 0;
  /** By conversation and request id, in order of arrival. */
  readonly #known = new Map<string, Known & { readonly conversation: ConversationId; readonly id: string }>();

  constructor(conversations: Conversations, clock: Clock, logger: Logger) {
    this.#changed = new Emitter((error) => logger.error(`a listener of the requests failed: ${getErrorMessage(error)}`));
    this.#conversations = conversations;
    this.#clock = clock;
    this.#store.add(
      conversations.onDidChange(({ id, changes }) => {
        if (changes.some((change) => change.kind === "state" && change.set.requests !== undefined)) this.#update(id);
      }),
    );
  }

  /** One came, went, or is shown in another revision. */
  get onDidChange() {
    return this.#changed.event;
  }

  get all(): readonly WaitingRequest[] {
    return [...this.#known.values()].flatMap(({ conversation, id, arrivedAt, seenRevision }) => {
      const view = this.#requestsOf(conversation).find((request) => request.id === id);
      if (!view) return [];
      const isChangeShown = this.#conversations.get(conversation)?.conversation.permissions.isShown(id) ?? false;
      return [{ conversation, view, arrivedAt, isSeen: view.revision === seenRevision, isChangeShown }];
    });
  }

  /** Since when all stand where they stand, in milliseconds since the epoch: a row that goes moves the others. */
  get movedAt(): number {
    return this.#movedAt;
  }

  /** A revision of a request has been on a screen long enough. Of one conversation one card stands there at a time. */
  markSeen(conversation: ConversationId, id: string, revision: number): void {
    this.markHidden(conversation);
    const known = this.#known.get(key(conversation, id));
    if (!known) return;
    known.seenRevision = revision;
    const view = this.#requestsOf(conversation).find((request) => request.id === id);
    const isUncut = view?.kind === "permission" && view.proposal?.linesOmitted === 0;
    if (isUncut) this.#conversations.get(conversation)?.conversation.permissions.markShown(id, revision);
  }

  /** Nothing of a conversation is on a screen any more. */
  markHidden(conversation: ConversationId): void {
    for (const known of this.#known.values()) if (known.conversation === conversation) known.seenRevision = undefined;
  }

  dispose(): void {
    this.#store.dispose();
  }

  #update(conversation: ConversationId): void {
    const open = new Set(this.#requestsOf(conversation).map(({ id }) => id));
    for (const [name, known] of this.#known) if (known.conversation === conversation && !open.has(known.id)) this.#known.delete(name);
    for (const id of open) {
      const name = key(conversation, id);
      if (!this.#known.has(name)) this.#known.set(name, { conversation, id, arrivedAt: this.#clock.now() });
    }
    const rows = this.all.map(({ view }) => `${view.id} ${view.revision}`).join("\n");
    if (rows !== this.#rows) this.#movedAt = this.#clock.now();
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
