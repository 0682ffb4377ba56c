import { mapMessages } from "../../shared/base/logger.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import type { MakeParticipant } from "../conversation/ports/participant.ts";
import { KnownCommands } from "./composer/knownCommands.ts";
import { OpenConversation, type OpenConversationOptions } from "./openConversation.ts";
import type { StateStore } from "./ports.ts";
import type { SavedConversation } from "./savedConversation.ts";

/** Parts of one conversation that replace, or are added to, those of all. */
export type OwnParts = Partial<Pick<OpenConversationOptions, "participants" | "unsavedFiles" | "launcher" | "history">>;

/** The store of a conversation of which nothing is saved. */
const nullStore: StateStore = {
  names: () => [],
  hasUnread: false,
  load: () => undefined,
  isKept: () => false,
  save() {},
  remove() {},
  setAside() {},
  flush: async () => {},
};

/** Creates conversations from the parts that all of them share. No process starts before `open`. */
export class ConversationFactory {
  readonly #options: OpenConversationOptions;
  readonly #offers: KnownCommands;
  readonly #participants: MakeParticipant[];

  constructor(options: OpenConversationOptions) {
    this.#options = options;
    this.#offers = new KnownCommands(options.store);
    this.#participants = [...(options.participants ?? [])];
  }

  /** Adds a participant to every conversation that is created from now on, after the existing participants. */
  addParticipant(make: MakeParticipant): void {
    this.#participants.push(make);
  }

  /** Creates a conversation. `own`: its own participants take part after those of every conversation. */
  create(id: ConversationId, saved: SavedConversation, own: OwnParts = {}): OpenConversation {
    return this.#create(id, saved, { ...own, participants: [...this.#participants, ...(own.participants ?? [])] });
  }

  /** Creates a conversation that shows a recorded trace: no participant takes part, and nothing of it is saved. */
  createReplay(id: ConversationId, title: string): OpenConversation {
    return this.#create(id, { draft: "", title, isResting: true }, { store: nullStore, participants: [] });
  }

  #create(
    id: ConversationId,
    saved: SavedConversation,
    own: Partial<Pick<OpenConversationOptions, keyof OwnParts | "store">>,
  ): OpenConversation {
    const open = new OpenConversation(
      id,
      { ...saved, offered: this.#offers.get(saved.folder, saved.profile) },
      {
        ...this.#options,
        logger: mapMessages(this.#options.logger, (message) => `[${id.slice(0, 8)}] ${message}`),
        ...own,
      },
    );
    open.conversation.changes.onDidChangeState(
      ["commands", "agents"],
      () => open.isReplay || this.#offers.record(open.conversation.state),
    );
    return open;
  }
}
