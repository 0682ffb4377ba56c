import type { Notice, NoticeLevel } from "../../shared/contract/items.ts";
import type { Client } from "../protocol/connection/client.ts";
import type { ConversationOptions } from "./conversationOptions.ts";
import type { Participant } from "./ports/participant.ts";
import { PromptAttachments } from "./prompts/promptAttachments.ts";
import { PromptDelivery } from "./prompts/promptDelivery.ts";
import { PromptGate } from "./prompts/promptGate.ts";
import { PromptQueue } from "./prompts/promptQueue.ts";
import type { Reduction } from "./reduce/reduction.ts";
import type { ConversationStore } from "./view/conversationStore.ts";

export interface PromptPartsOptions extends Pick<ConversationOptions, "attachments" | "clock" | "logger" | "newId"> {
  readonly store: ConversationStore;
  readonly participants: readonly Participant[];
  /** Returns the client of the newest process, also while it starts. */
  readonly client: () => Client | undefined;
  readonly apply: (reduction: Reduction) => void;
  readonly notice: (level: NoticeLevel, notice: Notice) => void;
  readonly interrupt: (isAll: boolean) => Promise<void>;
}

/** Builds the path of prompts from a conversation to its process: queue → gate → delivery. Contains no logic. */
export function createPromptParts(options: PromptPartsOptions) {
  const { store, attachments, notice } = options;
  const state = () => store.state;
  const attached = new PromptAttachments(store, attachments, notice);
  const queue: PromptQueue = new PromptQueue({
    ...options,
    state,
    apply: (changes) => options.apply({ deltas: changes }),
    onRemove: (id) => gate.forget(id),
  });
  const gate: PromptGate = new PromptGate({ ...options, queue, sendNext: () => delivery.sendNext() });
  const delivery: PromptDelivery = new PromptDelivery({ ...options, state, queue, gate, promptAttachments: attached });
  return { attached, queue, gate, delivery };
}
