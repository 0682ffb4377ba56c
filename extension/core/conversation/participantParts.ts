import { getErrorMessage } from "../../shared/base/failure.ts";
import { isLogged } from "../../shared/base/logger.ts";
import type { Client } from "../protocol/connection/client.ts";
import { EventPublisher } from "./eventPublisher.ts";
import { CallCounts } from "./events/callCounts.ts";
import { ConversationEvents } from "./events/conversationEvents.ts";
import { describeEvent } from "./events/describeEvent.ts";
import { CallWaits } from "./ports/callWaits.ts";
import type { ConversationAccess, Participant, ParticipantContext } from "./ports/participant.ts";
import { createTurnContext } from "./ports/turnContext.ts";
import { createChangedInputs } from "./requests/changedInputHook.ts";
import type { PermissionBroker } from "./requests/permissionBroker.ts";
import { LiveUsage } from "./usage/liveUsage.ts";
import type { ConversationContext } from "./view/conversationContext.ts";

/** The parts of the conversation under construction that participants reach. */
export interface LaterParts extends Pick<ConversationAccess, "copyOf"> {
  readonly client: () => Client | undefined;
  /** Returns the names of the tools that `claude` reported last. */
  readonly tools: () => readonly string[];
  readonly participants: () => readonly Participant[];
  readonly permissions: () => PermissionBroker;
  readonly stop: () => Promise<void>;
}

/** Builds the access of participants to a conversation, and the publisher of its events. */
export function createParticipantParts(
  { id, store, patch, notice, changes, clock, logger }: ConversationContext,
  later: LaterParts,
): {
  readonly publisher: EventPublisher;
  readonly usage: LiveUsage;
  /** Participants of every conversation: notes about changed inputs, events. */
  readonly own: readonly Participant[];
  readonly waits: CallWaits;
  readonly context: ParticipantContext;
} {
  const events = new ConversationEvents((error) =>
    logger.error(`a listener of conversation events failed: ${getErrorMessage(error)}`),
  );
  const calls = new CallCounts();
  events.onDidPublish((event) => {
    const level = event.kind === "toolInvoked" ? "debug" : "info";
    calls.note(event);
    if (isLogged(logger, level)) logger[level](describeEvent(event, calls.summary, logger.mask));
  });
  const publisher = new EventPublisher({ events, store, tools: later.tools, clock });
  const ask = async () => {
    const client = later.client();
    return client?.supports("get_usage") ? client.call("get_usage", { skip_behaviors: true }) : undefined;
  };
  const usage = new LiveUsage({ store, events, ask, patch, clock });
  const notes = createChangedInputs({
    take: (toolId) => later.permissions().allowed.takeNote(store.ids.keyOf(toolId)),
    drop: () => later.permissions().allowed.dropNotes(),
  });
  const turn = () => {
    const limits = later.participants().map((each) => each.limits?.() ?? {});
    return createTurnContext(id, store.state, publisher, limits);
  };
  const guarding = {
    usage,
    held: () => later.permissions().held,
    canAskUsage: () => later.client()?.supports("get_usage") === true,
    patch,
    stop: later.stop,
  };
  const waits = new CallWaits(later.participants, logger);
  return {
    publisher,
    usage,
    own: [notes, publisher],
    waits,
    context: { id, state: () => store.state, notice, copyOf: later.copyOf, events, turn, changes, guarding },
  };
}
