import type { Clock } from "../../base/clock.ts";
import { getErrorMessage } from "../../base/failure.ts";
import type { Logger } from "../../base/logger.ts";
import type { ConversationAccess, Participant, ParticipantContext } from "../participant.ts";
import type { StoreView } from "../reduction.ts";
import { createTurnContext } from "../turnContext.ts";
import { ConversationEvents } from "./conversationEvents.ts";
import { EventPublisher } from "./eventPublisher.ts";

export interface EventPartsOptions extends ConversationAccess {
  readonly store: StoreView;
  /** Returns the names of the tools that `claude` reported last. */
  readonly tools: () => readonly string[];
  readonly participants: () => readonly Participant[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Builds the event bus of a conversation, what publishes on it, and what participants get. Contains no logic. */
export function createEventParts({ id, state, notice, store, tools, participants, clock, logger }: EventPartsOptions): {
  readonly publisher: EventPublisher;
  readonly context: ParticipantContext;
} {
  const events = new ConversationEvents((error) => logger.error(`a listener of conversation events failed: ${getErrorMessage(error)}`));
  const publisher = new EventPublisher({ events, store, tools, clock });
  const turn = () => {
    const limits = participants().map((each) => each.limits?.() ?? {});
    return createTurnContext(id, state(), publisher, limits);
  };
  return { publisher, context: { id, state, notice, events, turn } };
}
