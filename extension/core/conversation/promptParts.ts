import type { Client } from "../protocol/connection/client.ts";
import type { Participant } from "./ports/participant.ts";
import type { AttachmentContentStore } from "./ports/ports.ts";
import { PromptAttachments } from "./prompts/promptAttachments.ts";
import { PromptDelivery } from "./prompts/promptDelivery.ts";
import { PromptGate } from "./prompts/promptGate.ts";
import { PromptQueue } from "./prompts/promptQueue.ts";
import { WrittenPrompts } from "./prompts/writtenPrompts.ts";
import type { ConversationContext } from "./view/conversationContext.ts";

export interface PromptPartsOptions {
  readonly attachments: AttachmentContentStore;
  readonly participants: readonly Participant[];
  /** Returns the client of the newest process, also while it starts. */
  readonly client: () => Client | undefined;
  readonly interrupt: (isAll: boolean) => Promise<void>;
}

/** Builds the path of prompts from a conversation to its process: queue → gate → delivery. */
export function createPromptParts(context: ConversationContext, options: PromptPartsOptions) {
  const { attachments, participants, client, interrupt } = options;
  const attached = new PromptAttachments(context, attachments);
  const queue: PromptQueue = new PromptQueue(context, { onRemove: (id) => gate.forget(id) });
  const written = new WrittenPrompts(context, queue);
  const sendNext = () => delivery.sendNext();
  const gate: PromptGate = new PromptGate(context, { attachments, participants, queue, sendNext });
  const delivery: PromptDelivery = new PromptDelivery(context, {
    client,
    interrupt,
    queue,
    written,
    gate,
    promptAttachments: attached,
  });
  return { attached, queue, written, gate, delivery };
}
