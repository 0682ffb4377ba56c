import { background } from "../../../shared/base/background.ts";
import { type Disposable, DisposableStore, toDisposable } from "../../../shared/base/disposable.ts";
import { Emitter } from "../../../shared/base/emitter.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import { type ConversationState, type ExtensionName, isUndecided } from "../../../shared/contract/conversationState.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { RememberedRewinds } from "../../conversation/rewind/rewindMemory.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { PinnedSessions } from "./pinnedSessions.ts";
import type { EarlierSession, EarlierSessions } from "./rewoundSessions.ts";
import type { SessionCatalog, SessionSummary } from "./sessionCatalog.ts";

/** State of a conversation in the list. `unseen`: a turn finished while the conversation was not visible. */
export type ListedState = "starting" | "waiting" | "working" | "unseen" | "failed" | "idle" | "resting" | "saved";

const order: readonly ListedState[] = [
  "waiting",
  "working",
  "starting",
  "failed",
  "unseen",
  "idle",
  "resting",
  "saved",
];

/** A conversation of the list: open in this window, saved, or both. */
export interface ListedConversation {
  /** Id in the list, for the lifetime of the list. */
  readonly key: string;
  readonly id?: ConversationId | undefined;
  readonly session?: SessionSummary | undefined;
  /** Sessions that the conversation left behind with rewinds; they have no rows of their own. */
  readonly earlier?: readonly SessionSummary[] | undefined;
  readonly state: ListedState;
  /** Empty until the first message. */
  readonly title: string;
  readonly folder: string;
  /** Name of the profile; empty or undefined for none. */
  readonly profile?: string | undefined;
  /** The extension that started the conversation, if it is open; its name is external text. */
  readonly startedBy?: ExtensionName | undefined;
  readonly isPinned: boolean;
  /**
   * True for an open conversation that is not paused, that has no saved session, or that the panel or a tab shows;
   * false for other saved ones.
   */
  readonly isActive: boolean;
  /** True for the conversation that commands without an argument concern. */
  readonly isCurrent: boolean;
}

const noneEarlier: EarlierSessions = { read: () => new Map(), find: () => undefined };

/** Time in ms after a rewind in which the end of its process may still write into the session that it left. */
const leavingMs = 2 * 60_000;

/** The conversations of the folders of this window: first the open ones, then the saved ones, the newest first. */
export class ConversationList implements Disposable {
  readonly #conversations: Conversations;
  readonly #saved: SessionCatalog;
  readonly #pins: PinnedSessions;
  readonly #logger: Logger;
  readonly #rewound: EarlierSessions;
  readonly #changed: Emitter<void>;
  readonly #store = new DisposableStore();
  readonly #unseen = new Set<ConversationId>();
  readonly #working = new Set<ConversationId>();
  #sessions: readonly SessionSummary[] = [];
  #left: ReadonlyMap<string, readonly EarlierSession[]> = new Map();
  #reading: Promise<void> | undefined;
  #isStale = false;
  #isRead = false;
  #watching: Disposable = toDisposable(() => {});

  constructor(
    conversations: Conversations,
    saved: SessionCatalog,
    pins: PinnedSessions,
    logger: Logger,
    rewound: EarlierSessions = noneEarlier,
  ) {
    this.#conversations = conversations;
    this.#saved = saved;
    this.#pins = pins;
    this.#logger = logger;
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
    const open = this.#conversations.current;
    if (!open || (open.isBlank && !open.hasDraft)) return undefined;
    return this.#describe(
      open,
      this.#sessions.find(({ sessionId }) => sessionId === open.conversation.state.sessionId),
      this.#pins.list(),
    );
  }

  get all(): readonly ListedConversation[] {
    const pinned = this.#pins.list();
    const open = this.#conversations.all.filter((entry) => !entry.isBlank || entry.hasDraft);
    const sessions = new Map(this.#sessions.map((session) => [session.sessionId, session]));
    const listed = open.map((entry) =>
      this.#describe(entry, sessions.get(entry.conversation.state.sessionId ?? ""), pinned),
    );
    const isOpen = new Set(open.map((entry) => entry.conversation.state.sessionId));
    const earlier = this.#findEarlier(sessions, isOpen);
    const hidden = new Set([...earlier.values()].flat());
    const rest = this.#sessions.filter((session) => !isOpen.has(session.sessionId) && !hidden.has(session));
    const withEarlier = (row: ListedConversation): ListedConversation => {
      const behind = earlier.get(row.session?.sessionId ?? "");
      return behind
        ? { ...row, earlier: behind, isPinned: row.isPinned || behind.some((each) => pinned.has(each.sessionId)) }
        : row;
    };
    // The most important states come first.
    listed.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
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
  async load(): Promise<void> {
    if (!this.#isRead) await this.refresh();
    else await this.#reading;
  }

  /**
   * Reads the saved conversations again. Of several calls at once the last one is sure to see the state of the disk at
   * its time. Never rejects.
   */
  async refresh(): Promise<void> {
    this.#isStale = true;
    this.#isRead = true;
    // Watch again: a folder that did not exist at the first call may exist now.
    this.#watching.dispose();
    this.#watching = this.#watch();
    this.#reading ??= this.#read();
    await this.#reading;
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
    return session && this.#saved.countMessages(session);
  }

  dispose(): void {
    this.#watching.dispose();
    this.#store.dispose();
  }

  /**
   * Returns the sessions that rewinds left behind, by the existing session that continues them. A session that was
   * continued since is not one of them.
   */
  #findEarlier(
    sessions: ReadonlyMap<string, SessionSummary>,
    isOpen: ReadonlySet<string | undefined>,
  ): ReadonlyMap<string, readonly SessionSummary[]> {
    const found = new Map<string, readonly SessionSummary[]>();
    for (const [successor, earlier] of this.#left) {
      if (!sessions.has(successor) && !isOpen.has(successor)) continue;
      const behind = earlier.flatMap(({ sessionId, at }) => {
        const session = sessions.get(sessionId);
        return session && !isOpen.has(sessionId) && session.time <= at + leavingMs ? [session] : [];
      });
      if (behind.length > 0) found.set(successor, behind);
    }
    return found;
  }

  #watch(): Disposable {
    try {
      return this.#saved.watch(() => void this.refresh());
    } catch (error) {
      this.#logger.warn(`could not watch the saved conversations: ${getErrorMessage(error)}`);
      return toDisposable(() => {});
    }
  }

  async #read(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      try {
        this.#sessions = await this.#saved.list();
        this.#left = this.#rewound.read();
      } catch (error) {
        this.#logger.warn(`could not list the saved conversations: ${getErrorMessage(error)}`);
      }
    }
    // At once: a listener that calls for another reading must get one.
    this.#reading = undefined;
    this.#changed.fire();
  }

  #follow(id: ConversationId): void {
    const status = this.#conversations.get(id)?.conversation.state.status;
    const hasFinished = this.#working.has(id) && status !== "working";
    if (status === "working") this.#working.add(id);
    else this.#working.delete(id);
    if (hasFinished) {
      if (!this.#conversations.places.isVisible(id)) this.#unseen.add(id);
      // `claude` has written the turn to disk. A list that was never loaded needs no refresh.
      if (this.#isRead) background(this.refresh(), this.#logger, "listing conversations");
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
    const state = getState(conversation.state, this.#unseen.has(id));
    const isCurrent = this.#conversations.places.current === id;
    const isActive = !session || state !== "resting" || this.#conversations.places.isPlaced(id);
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
    "title",
    "titledSession",
    "folder",
    "profile",
    "startedBy",
    "queue",
  ] as const),
  ...(["sessionId", "attachments", "externalUse", "isInterrupted"] as const),
];

/** Returns the state; the first condition that applies is the most important one for the user. */
function getState({ status, requests, problem, failure }: ConversationState, isUnseen: boolean): ListedState {
  if (problem && isUndecided(problem)) return "waiting";
  if (problem || failure) return "failed";
  if (requests.length > 0) return "waiting";
  if (isUnseen && status !== "working") return "unseen";
  return status === "ended" ? "resting" : status;
}
