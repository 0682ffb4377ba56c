import { background } from "../../shared/base/background.ts";
import type { ConversationState } from "../../shared/contract/conversationState.ts";
import type { Controls } from "./controls.ts";
import type { ConversationSettings } from "./conversationSettings.ts";
import type { EventPublisher } from "./eventPublisher.ts";
import type { EditedFiles } from "./files/editedFiles.ts";
import type { TurnEnd } from "./ports/participant.ts";
import type { ConversationProcess } from "./process/process.ts";
import type { PromptDelivery } from "./prompts/promptDelivery.ts";
import type { PromptQueue } from "./prompts/promptQueue.ts";
import type { WrittenPrompts } from "./prompts/writtenPrompts.ts";
import { readEndedCall } from "./reduce/processFacts.ts";
import type { Effect } from "./reduce/reduction.ts";
import type { PermissionBroker } from "./requests/permissionBroker.ts";
import type { ConversationRewinds } from "./rewind/conversationRewinds.ts";
import type { ConversationContext } from "./view/conversationContext.ts";
import type { LastError } from "./view/lastError.ts";

/** The parts of a conversation that effects of frames reach. */
export interface EffectTargets {
  readonly rewinds: Pick<ConversationRewinds, "beginTurn" | "origin">;
  readonly lastError: LastError;
  readonly publisher: EventPublisher;
  readonly process: Pick<ConversationProcess, "learn" | "facts">;
  readonly queue: Pick<PromptQueue, "takeBackJoining">;
  readonly delivery: Pick<PromptDelivery, "isInitializing">;
  readonly written: WrittenPrompts;
  readonly edits: EditedFiles;
  readonly permissions: PermissionBroker;
  readonly controls: Pick<Controls, "rename" | "servers">;
  readonly settings: Pick<ConversationSettings, "noteTurn">;
  readonly endTurn: (turn: TurnEnd) => void;
  /** Settles everything that is unsettled, because nothing runs anymore, and sets the status. */
  readonly settle: (status: ConversationState["status"]) => void;
}

/** Carries out an effect of a frame other than changes of the view. */
export function runEffect(effect: Effect, context: ConversationContext, conversation: EffectTargets): void {
  const { rewinds, lastError, queue, written, edits, permissions } = conversation;
  switch (effect.kind) {
    case "turnBegan":
      if (rewinds.beginTurn(context.state.sessionId)) context.notice("warning", { code: "resumedAsCopy" });
      lastError.forget();
      if (effect.servers) conversation.controls.servers.note(effect.servers);
      conversation.settings.noteTurn();
      conversation.process.learn(effect, context.state.sessionId);
      return conversation.publisher.beginTurn();
    case "commandsChanged":
      return conversation.controls.servers.note(undefined);
    case "hookRan":
      return conversation.process.facts.noteHook(effect.run);
    case "promptTaken":
      if (context.state.failure) context.patch({ failure: null });
      // Until its process is admitted again, a hook holds the prompt.
      return conversation.delivery.isInitializing ? undefined : written.confirm();
    case "promptRefused":
      queue.takeBackJoining(effect.promptId);
      return written.refuse(effect.promptId) ? conversation.settle("idle") : undefined;
    case "promptBegan":
      return written.begin(effect.promptId);
    case "promptReturned":
      return queue.takeBackJoining(effect.promptId);
    case "turnEnded":
      conversation.process.facts.noteDenials((effect.ending.item.denials ?? []).map(({ id }) => id));
      conversation.endTurn({ outcome: effect.outcome, ending: effect.ending });
      written.endTurn();
      // `claude` gives a copy the name of its original.
      if (rewinds.origin.endTurn())
        background(conversation.controls.rename(context.state.title), context.logger, "naming a copy");
      lastError.note(effect);
      return context.patch({ failure: effect.failure ?? null });
    case "startRefused":
      return lastError.noteRefusal(effect);
    case "callsEnded":
      for (const id of effect.toolIds) {
        const call = readEndedCall(context.store, id);
        if (call) conversation.process.facts.noteCall(call);
      }
      conversation.publisher.endCalls(effect.toolIds);
      edits.update(effect.toolIds);
      permissions.refreshAll();
  }
}
