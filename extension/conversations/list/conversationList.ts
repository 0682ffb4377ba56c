import { background } from "../../base/background.ts";
import { type Disposable, DisposableStore, toDisposable } from "../../base/disposable.ts";
import { Emitter } from "../../base/emitter.ts";
import { getErrorMessage } from "../../base/failure.ts";
import type { Logger } from "../../base/logger.ts";
import type { ConversationState } from "../../contract/conversationState.ts";
import type { ConversationId } from "../../contract/ids.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Pins, SessionCatalog, SessionSummary } from "./sessionCatalog.ts";

/** What a conversation is doing, as far as it concerns somebody who looks at the list. `unseen`: it finished while nobody looked. */
export type ListedState = "starting" | "waiting" | "working" | "unseen" | "failed" | "idle" | "resting" | "saved";

const order: readonly ListedState[] = ["waiting", "working", "starting", "failed", "unseen", "idle", "resting", "saved"];

/** A conversation of the list: open in this window, saved, or both. */
export interface ListedConversation {
  /** Names it in the list, for as long as the list lives. */
  readonly key: string;
  readonly id?: ConversationId | undefined;
  readonly session?: SessionSummary | undefined;
  readonly state: ListedState;
  /** Empty until something was said. */
  readonly title: string;
  readonly folder: string;
  readonly isPinned: boolean;
  /** It is open here and something goes on in it, or it stands in the panel or a tab: no saved one of some day. */
  readonly isActive: boolean;
  /** It is the one that commands without an argument concern. */
  readonly isCurrent: boolean;
}

/** Every conversation of this window's folders: those that are open here, then the saved ones, the newest first. */
export class ConversationList implements Disposable {
  readonly #conversations: Conversations;
  readonly #saved: SessionCatalog;
  readonly #pins: Pins;
  readonly #logger: Logger;
  readonly #changed: Emitter<void>;
  readonly #store = new DisposableStore();
  readonly #unseen = new Set<ConversationId>();
  readonly #working = new Set<ConversationId>();
  #sessions: readonly SessionSummary[] = [];
  #reading: Promise<void> | undefined;
  #isStale = false;
  #isRead = false;
  #watching: Disposable = toDisposable(() => {});

  constructor(conversations: Conversations, saved: SessionCatalog, pins: Pins, logger: Logger) {
    this.#conversations = conversations;
    this.#saved = saved;
    this.#pins = pins;
    this.#logger = logger;
    this.#changed = new Emitter((error) => logger.error(`a listener of the list failed: ${getErrorMessage(error)}`));
    this.#store.add(conversations.onDidChangeList(() => this.#changed.fire()));
    this.#store.add(
      conversations.places.onDidChange(() => {
        for (const id of this.#unseen) if (conversations.places.isVisible(id)) this.#unseen.delete(id);
        this.#changed.fire();
      }),
    );
    this.#store.add(conversations.onDidChange(({ id, changes }) => changes.some((change) => change.kind === "state") && this.#follow(id)));
  }

  get onDidChange() {
    return this.#changed.event;
  }

  /** The row of the current conversation, with what was read last; undefined where nothing was written in it. */
  get current(): ListedConversation | undefined {
    const open = this.#conversations.current;
    if (!open || (open.isBlank && !open.hasDraft)) return undefined;
    return this.#describe(
      open,
      this.#sessions.find(({ sessionId }) => sessionId === open.conversation.state.sessionId),
    );
  }

  get all(): readonly ListedConversation[] {
    const open = this.#conversations.all.filter((entry) => !entry.isBlank || entry.hasDraft);
    const sessions = new Map(this.#sessions.map((session) => [session.sessionId, session]));
    const listed = open.map((entry) => this.#describe(entry, sessions.get(entry.conversation.state.sessionId ?? "")));
    const isOpen = new Set(listed.map(({ session }) => session));
    const rest = this.#sessions.filter((session) => !isOpen.has(session));
    // What concerns the user most comes first.
    listed.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
    return [
      ...listed,
      ...rest.map((session): ListedConversation => {
        const { sessionId: key, title, folder } = session;
        return { key, session, state: "saved", title, folder, isPinned: this.#pins.has(key), isActive: false, isCurrent: false };
      }),
    ];
  }

  /** Reads the saved ones unless somebody did already: from then on changes are seen. Never rejects. */
  async load(): Promise<void> {
    if (!this.#isRead) await this.refresh();
    else await this.#reading;
  }

  /** Reads the saved ones again. Of several calls at once the last one is sure to see what is on the disk then. Never rejects. */
  async refresh(): Promise<void> {
    this.#isStale = true;
    this.#isRead = true;
    // A folder that was not there when it was watched first is seen from now on.
    this.#watching.dispose();
    this.#watching = this.#watch();
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  /** The row of this key, else of the current conversation, after what is saved was read again. */
  async find(key: string | undefined): Promise<ListedConversation | undefined> {
    await this.refresh();
    return this.all.find((listed) => (key === undefined ? listed.isCurrent : listed.key === key));
  }

  /** How many messages one has; undefined where nothing is saved of it, or nobody can tell. Never rejects. */
  async countMessages({ session }: ListedConversation): Promise<number | undefined> {
    return session && this.#saved.countMessages(session);
  }

  dispose(): void {
    this.#watching.dispose();
    this.#store.dispose();
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
      } catch (error) {
        this.#logger.warn(`could not list the saved conversations: ${getErrorMessage(error)}`);
      }
    }
    this.#changed.fire();
  }

  #follow(id: ConversationId): void {
    const status = this.#conversations.get(id)?.conversation.state.status;
    const hasFinished = this.#working.has(id) && status !== "working";
    if (status === "working") this.#working.add(id);
    else this.#working.delete(id);
    if (hasFinished) {
      if (!this.#conversations.places.isVisible(id)) this.#unseen.add(id);
      // The CLI has written what was said; nobody needs it who never asked.
      if (this.#isRead) background(this.refresh(), this.#logger, "listing conversations");
    }
    this.#changed.fire();
  }

  #describe({ id, conversation }: OpenConversation, session: SessionSummary | undefined): ListedConversation {
    const { title, folder, queue } = conversation.state;
    const state = getState(conversation.state, this.#unseen.has(id));
    const isCurrent = this.#conversations.places.current === id;
    const isActive = !session || state !== "resting" || this.#conversations.places.isPlaced(id);
    const isPinned = session !== undefined && this.#pins.has(session.sessionId);
    return { key: id, id, session, state, title: session?.title ?? (title || (queue[0]?.text ?? "")), folder, isPinned, isActive, isCurrent };
  }
}

/** What concerns the user most comes first. */
function getState({ status, requests, problem, failure }: ConversationState, isUnseen: boolean): ListedState {
  if (problem || failure) return "failed";
  if (requests.length > 0) return "waiting";
  if (isUnseen && status !== "working") return "unseen";
  return status === "ended" ? "resting" : status;
}
