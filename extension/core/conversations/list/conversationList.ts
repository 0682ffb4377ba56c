import { background } from "../../../shared/base/background.ts";
import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import { Emitter } from "../../../shared/base/emitter.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { RememberedRewinds } from "../../conversation/rewind/rewindMemory.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import { compareStates, getListedState, type ListedConversation } from "./listedConversation.ts";
import type { PinnedSessions } from "./pinnedSessions.ts";
import type { EarlierSessions } from "./rewoundSessions.ts";
import { SavedSessions } from "./savedSessions.ts";
import type { SessionCatalog, SessionSummary } from "./sessionCatalog.ts";

const noneEarlier: EarlierSessions = { read: () => new Map(), find: () => undefined };

export interface ConversationListOptions {
  readonly conversations: Conversations;
  readonly saved: SessionCatalog;
  readonly pins: PinnedSessions;
  readonly logger: Logger;
  /** Sessions that rewinds left behind; none by default. */
  readonly rewound?: EarlierSessions;
}

/** The conversations of the folders of this window: first the open ones, then the saved ones, the newest first. */
export class ConversationList implements Disposable {
  readonly #options: ConversationListOptions;
  readonly #saved: SavedSessions;
  readonly #rewound: EarlierSessions;
  readonly #changed: Emitter<void>;
  readonly #store = new DisposableStore();
  readonly #unseen = new Set<ConversationId>();
  readonly #working = new Set<ConversationId>();

  constructor(options: ConversationListOptions) {
    const { conversations, saved, logger, rewound = noneEarlier } = options;
    this.#options = options;
    this.#saved = new SavedSessions(saved, rewound, logger, () => this.#changed.fire());
    this.#store.add(this.#saved);
    this.#rewound = rewound;
    this.#changed = new Emitter((error) => logger.error(`a listener of the list failed: ${getErrorMessage(error)}`));
    this.#store.add(conversations.onDidChangeList(() => this.#changed.fire()));
    this.#store.add(
      conversations.places.onDidChange(() => {
        for (const id of this.#unseen) if (conversations.places.isVisible(id)) this.#unseen.delete(id);
        this.#changed.fire();
      }),
    );
    this.#store.add(conversations.changes.onDidChangeState(listed, ({ id }) => this.#follow(id)));
  }

  get onDidChange() {
    return this.#changed.event;
  }

  /** Row of the current conversation with its last read session; undefined for an empty one without a draft. */
  get current(): ListedConversation | undefined {
    const open = this.#options.conversations.current;
    if (!open || (open.isBlank && !open.hasDraft)) return undefined;
    return this.#describe(
      open,
      this.#saved.all.find(({ sessionId }) => sessionId === open.conversation.state.sessionId),
      this.#options.pins.list(),
    );
  }

  get all(): readonly ListedConversation[] {
    const pinned = this.#options.pins.list();
    const open = this.#options.conversations.all.filter((entry) => !entry.isBlank || entry.hasDraft);
    const listed = open.map((entry) =>
      this.#describe(entry, this.#saved.get(entry.conversation.state.sessionId), pinned),
    );
    const isOpen = new Set(open.map((entry) => entry.conversation.state.sessionId));
    const earlier = this.#saved.findEarlier(isOpen);
    const hidden = new Set([...earlier.values()].flat());
    const rest = this.#saved.all.filter((session) => !isOpen.has(session.sessionId) && !hidden.has(session));
    const withEarlier = (row: ListedConversation): ListedConversation => {
      const behind = earlier.get(row.session?.sessionId ?? "");
      return behind
        ? { ...row, earlier: behind, isPinned: row.isPinned || behind.some((each) => pinned.has(each.sessionId)) }
        : row;
    };
    // The most important states come first.
    listed.sort(compareStates);
    return [
      ...listed.map((row) => withEarlier(row)),
      ...rest.map((session): ListedConversation => {
        const { sessionId: key, title, folder, profile } = session;
        return withEarlier({
          key,
          session,
          state: "saved",
          title,
          folder,
          profile,
          isPinned: pinned.has(key),
          isActive: false,
          isCurrent: false,
        });
      }),
    ];
  }

  /** Reads the saved conversations unless they were read before; from then on changes are watched. Never rejects. */
  load(): Promise<void> {
    return this.#saved.load();
  }

  /**
   * Reads the saved conversations again. Of several calls at once the last one is sure to see the state of the disk at
   * its time. Never rejects.
   */
  refresh(): Promise<void> {
    return this.#saved.refresh();
  }

  /** Returns the row with this key, otherwise of the current conversation, after a refresh. */
  async find(key: string | undefined): Promise<ListedConversation | undefined> {
    await this.refresh();
    return this.all.find((listed) => (key === undefined ? listed.isCurrent : listed.key === key));
  }

  /** Returns the rewinds of a saved conversation, which it can undo when it is open again. */
  findRewinds({ sessionId }: SessionSummary): RememberedRewinds | undefined {
    return this.#rewound.find(sessionId);
  }

  /** Returns the number of messages; undefined where nothing is saved or the number is unknown. Never rejects. */
  async countMessages({ session }: ListedConversation): Promise<number | undefined> {
    return session && this.#options.saved.countMessages(session);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #follow(id: ConversationId): void {
    const status = this.#options.conversations.get(id)?.conversation.state.status;
    const hasFinished = this.#working.has(id) && status !== "working";
    if (status === "working") this.#working.add(id);
    else this.#working.delete(id);
    if (hasFinished) {
      if (!this.#options.conversations.places.isVisible(id)) this.#unseen.add(id);
      // `claude` has written the turn to disk. A list that was never loaded needs no refresh.
      if (this.#saved.isRead) background(this.refresh(), this.#options.logger, "listing conversations");
    }
    this.#changed.fire();
  }

  #describe(
    { id, conversation }: OpenConversation,
    listed: SessionSummary | undefined,
    pinned: ReadonlySet<string>,
  ): ListedConversation {
    const { title, folder, profile, startedBy, queue } = conversation.state;
    // The list can have found a copy of the transcript under another profile.
    const session = listed && { ...listed, profile };
    const state = getListedState(conversation.state, this.#unseen.has(id));
    const isCurrent = this.#options.conversations.places.current === id;
    const isActive = !session || state !== "resting" || this.#options.conversations.places.isPlaced(id);
    const isPinned = session !== undefined && pinned.has(session.sessionId);
    return {
      key: id,
      id,
      session,
      state,
      title: (conversation.rewinds.isStartedOver ? undefined : session?.title) ?? (title || (queue[0]?.text ?? "")),
      folder,
      profile,
      startedBy,
      isPinned,
      isActive,
      isCurrent,
    };
  }
}

/** Fields of the state that a row shows, and those that the listeners of the list need. */
const listed = [
  ...([
    "status",
    "requests",
    "problem",
    "failure",
    "silentSince",
    "title",
    "titledSession",
    "folder",
    "profile",
    "startedBy",
    "queue",
  ] as const),
  ...(["sessionId", "attachments", "externalUse", "isInterrupted"] as const),
];
