import type { Clock } from "../../shared/base/clock.ts";
import type { Disposable } from "../../shared/base/disposable.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import type { StateDelta } from "../../shared/contract/stateDeltas.ts";
import type { ViewState } from "../../shared/contract/viewState.ts";
import type { Conversation } from "../conversation/conversation.ts";
import { DraftText } from "./composer/draftText.ts";
import type { StateStore } from "./ports.ts";
import { type SavedConversation, serializeConversation } from "./savedConversation.ts";

export interface PersistenceOptions {
  readonly id: ConversationId;
  readonly saved: SavedConversation;
  readonly conversation: Conversation;
  readonly store: StateStore;
  readonly clock: Clock;
}

/** Longest time, in milliseconds, until a change is saved of which a turn has any number. */
const stepDelayMs = 300;

/**
 * Fields of the state that change with each step of a turn. None of them is saved, but what is saved may have changed
 * with them.
 */
const ofSteps: ReadonlySet<string> = new Set(["contextTokens", "activity"]);

/**
 * Saves the state that must survive the window: the remembered state of the conversation, its draft, and its view
 * state. Each change is saved at once, and the steps of a turn a moment later, together.
 */
export class Persistence implements Disposable {
  readonly typing: DraftText;
  readonly #options: PersistenceOptions;
  readonly #following: Disposable;
  #view: ViewState;
  #lastSaved = "";
  /** Saves what a step changed. */
  #timer: Disposable | undefined;

  constructor(options: PersistenceOptions) {
    const { saved, conversation } = options;
    this.#options = options;
    this.typing = new DraftText(saved.draft, () => this.save());
    this.#view = saved.view ?? { open: [] };
    this.#following = conversation.changes.on({ deltas: ["state", "remove"] }, ({ changes }) => {
      if (changes.some(isSaved)) this.save();
      else this.#timer ??= options.clock.after(stepDelayMs, () => this.save());
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

  /** The state that is saved. */
  get state(): SavedConversation {
    const { remembered } = this.#options.conversation;
    return { ...remembered, folder: remembered.folder || undefined, draft: this.typing.whole, view: this.#view };
  }

  /** Saves the state if it changed since the last save. */
  save(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    const { id, store } = this.#options;
    const text = serializeConversation(this.state);
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
    this.#timer?.dispose();
    this.#following.dispose();
  }
}

/** Returns whether a delta changes something that is saved; a change of the state that does not is a step of a turn. */
function isSaved(change: StateDelta): boolean {
  if (change.kind !== "state") return change.kind === "remove";
  for (const name in change.set) if (!ofSteps.has(name)) return true;
  return false;
}
