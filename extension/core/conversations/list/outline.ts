import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import { Emitter } from "../../../shared/base/emitter.ts";
import { type ConversationId, mainThread } from "../../../shared/contract/ids.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import type { PromptText } from "../../conversation/transcript/transcriptPrompts.ts";
import type { Conversations } from "../conversations.ts";

/** The prompts of a conversation. */
export interface OutlineSource {
  readonly id: ConversationId;
  /** In the order in which they were sent. */
  readonly prompts: readonly PromptText[];
  /** True when earlier prompts exist that are not in memory. */
  readonly hasOlder: boolean;
}

/** The outline of the current conversation: its prompts that are in memory. */
export class Outline implements Disposable {
  readonly #conversations: Conversations;
  readonly #store = new DisposableStore();
  readonly #changed: Emitter<void>;
  #shown = "";

  constructor(conversations: Conversations, onError: (error: unknown) => void) {
    this.#conversations = conversations;
    this.#changed = new Emitter(onError);
    this.#store.add(conversations.places.onDidChange(() => this.#look()));
    this.#store.add(
      conversations.changes.on({ items: ["prompt"], deltas: ["remove", "clear", "restored"] }, ({ id, changes }) => {
        if (id === conversations.current?.id && changes.some(mayConcernPrompts)) this.#look();
      }),
    );
  }

  get onDidChange() {
    return this.#changed.event;
  }

  get current(): OutlineSource | undefined {
    const open = this.#conversations.current;
    if (!open) return undefined;
    const { prompts, hasOlder } = open.conversation.transcript;
    return { id: open.id, prompts: prompts.loaded.toReversed(), hasOlder };
  }

  dispose(): void {
    this.#store.dispose();
  }

  #look(): void {
    const { id, prompts = [], hasOlder } = this.current ?? {};
    const shown = JSON.stringify([id, hasOlder, prompts.map((prompt) => prompt.id)]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#changed.fire();
  }
}

/**
 * Limits updates to changes that concern prompts: an update walks all items in memory, which is too slow for each step
 * of a turn.
 */
function mayConcernPrompts(change: StateDelta): boolean {
  switch (change.kind) {
    case "put":
      return change.item.kind === "prompt";
    case "remove":
      return change.thread === mainThread;
    case "append":
    case "state":
      return false;
    case "clear":
    case "restored":
      return true;
  }
}
