import type { Clock } from "../../../shared/base/clock.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { ConversationState, StatePatch } from "../../../shared/contract/conversationState.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { Notice, NoticeLevel } from "../../../shared/contract/notices.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import { ChangeEvents } from "../events/changeEvents.ts";
import { createNoticeDelta, type Reduction } from "../reduce/reduction.ts";
import type { ConversationStore } from "./conversationStore.ts";

export interface ConversationContextOptions {
  readonly id: ConversationId;
  readonly store: ConversationStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Returns a new uuid, as id of a prompt or request. */
  readonly newId: () => string;
}

/** Common to all parts of one conversation: its view with the only way to change it, the clock, new ids, the log. */
export class ConversationContext {
  readonly id: ConversationId;
  readonly store: ConversationStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly newId: () => string;
  /** The changes of the view, in order. */
  readonly changes: ChangeEvents;
  #beforeChange: (deltas: readonly StateDelta[]) => void = () => {};

  constructor({ id, store, clock, logger, newId }: ConversationContextOptions) {
    this.id = id;
    this.store = store;
    this.clock = clock;
    this.logger = logger;
    this.newId = newId;
    this.changes = new ChangeEvents((error) =>
      logger.error(`a listener of the conversation failed: ${getErrorMessage(error)}`),
    );
  }

  get state(): ConversationState {
    return this.store.state;
  }

  /** Calls `listener` with the deltas of each reduction before the view has them. */
  beforeChange(listener: (deltas: readonly StateDelta[]) => void): void {
    this.#beforeChange = listener;
  }

  /** Applies a reduction to the view and tells the listeners. `isRead`: it comes from the saved transcript. */
  readonly apply = (reduction: Reduction, { isRead = false } = {}): void => {
    this.#beforeChange(reduction.deltas);
    const applied = this.store.apply(reduction);
    if (!isRead) this.store.shown.note(applied);
    this.tell(applied);
  };

  /** Tells the listeners of changes that the view has already. */
  tell(changes: readonly StateDelta[]): void {
    if (changes.length > 0) this.changes.fire({ id: this.id, changes });
  }

  /** Sets fields of the state. */
  readonly patch = (set: StatePatch): void => this.apply({ deltas: [{ kind: "state", set }] });

  /** Adds a notice to the conversation. */
  readonly notice = (level: NoticeLevel, notice: Notice): void =>
    this.apply({ deltas: [createNoticeDelta(this.newId(), level, notice)] });
}
