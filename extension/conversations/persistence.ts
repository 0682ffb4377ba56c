import type { Disposable } from "../base/disposable.ts";
import type { ConversationId } from "../contract/ids.ts";
import type { ViewState } from "../contract/viewState.ts";
import type { Conversation } from "../session/conversation.ts";
import { DraftText } from "./composer/draftText.ts";
import type { StateStore } from "./ports.ts";
import { type SavedConversation, serializeConversation } from "./savedConversation.ts";

export interface PersistenceOptions {
  readonly id: ConversationId;
  readonly saved: SavedConversation;
  readonly conversation: Conversation;
  readonly store: StateStore;
}

/** Saves the state that must survive the window: the remembered state of the conversation, its draft, and its view state. */
export class Persistence implements Disposable {
  readonly typing: DraftText;
  readonly #options: PersistenceOptions;
  readonly #following: Disposable;
  #view: ViewState;
  #lastSaved = "";

  constructor(options: PersistenceOptions) {
    const { saved, conversation } = options;
    this.#options = options;
    this.typing = new DraftText(saved.draft, () => this.save());
    this.#view = saved.view ?? { open: [] };
    this.#following = conversation.onDidChange((changes) => {
      if (changes.some((change) => change.kind === "state" || change.kind === "remove")) this.save();
    });
    // A draft that moved here must be on disk before its old place loses it.
    if (saved.draft !== "") this.save();
  }

  /** Last view state of the panel. */
  get view(): ViewState {
    return this.#view;
  }

  set view(view: ViewState) {
    this.#view = view;
    this.save();
  }

  /** Saves the state if it changed since the last save. */
  save(): void {
    const { id, conversation, store } = this.#options;
    const { remembered } = conversation;
    const text = serializeConversation({ ...remembered, folder: remembered.folder || undefined, draft: this.typing.whole, view: this.#view });
    if (text === this.#lastSaved) return;
    this.#lastSaved = text;
    store.save(id, text);
  }

  /** Resolves when the state is on disk, durably. Rejects if it cannot be written. */
  async flush(): Promise<void> {
    this.save();
    await this.#options.store.flush(this.#options.id);
  }

  dispose(): void {
    this.#following.dispose();
  }
}
