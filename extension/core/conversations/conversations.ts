import { background } from "../../shared/base/background.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import type { Conversation } from "../conversation/conversation.ts";
import { ChangeEvents } from "../conversation/events/changeEvents.ts";
import type { MakeParticipant } from "../conversation/ports/participant.ts";
import type { RememberedRewinds } from "../conversation/rewind/rewindMemory.ts";
import type { AttachmentStore } from "./composer/attachmentStore.ts";
import { ConversationFactory, type OwnParts } from "./conversationFactory.ts";
import { ProcessRoom } from "./lifecycle/processRoom.ts";
import type { SessionSummary } from "./list/sessionCatalog.ts";
import type { OpenConversation, OpenConversationOptions, RecoveredConversation } from "./openConversation.ts";
import { Placement } from "./placement.ts";
import type { SavedConversation } from "./savedConversation.ts";
import { WindowState } from "./windowState.ts";

/** Prefix of the ids of conversations that were opened from a saved session; the id of a session never has it. */
const sessionPrefix = "s-";

/**
 * Returns the session id of a name that no open conversation has: tabs keep names for longer than conversations are
 * open.
 */
export function findSession(name: string): string {
  return name.startsWith(sessionPrefix) ? name.slice(sessionPrefix.length) : name;
}

export interface ConversationsOptions extends Omit<OpenConversationOptions, "makeRoom" | "onRecovered"> {
  /** Returns the maximum number of processes of this window. */
  readonly maxProcesses: () => number;
  readonly attachments: AttachmentStore;
}

/** The open conversations of this window, and their places in the panel and in tabs. */
export class Conversations {
  readonly places: Placement;
  readonly room: ProcessRoom;
  /** The changes of all conversations. */
  readonly changes: ChangeEvents;
  readonly #options: ConversationsOptions;
  readonly #factory: ConversationFactory;
  readonly #state: WindowState;
  readonly #open = new Map<ConversationId, OpenConversation>();
  readonly #shownChanged: Emitter<OpenConversation>;
  readonly #listChanged: Emitter<void>;
  readonly #recovered: Emitter<RecoveredConversation>;
  #shown: OpenConversation | undefined;
  #loading: "before" | "now" | "done" = "before";
  #lastShown: ConversationId | undefined;

  constructor(options: ConversationsOptions) {
    this.#options = options;
    this.#factory = new ConversationFactory({
      ...options,
      makeRoom: (id, begin) => this.room.make(id, begin),
      onRecovered: (recovered) => this.#recovered.fire(recovered),
    });
    this.#state = new WindowState(options.store, options.logger);
    const onError = (error: unknown): void =>
      options.logger.error(`a listener of the conversations failed: ${getErrorMessage(error)}`);
    this.changes = new ChangeEvents(onError);
    this.#shownChanged = new Emitter(onError);
    this.#listChanged = new Emitter(onError);
    this.#recovered = new Emitter(onError);
    this.places = new Placement(onError);
    const { maxProcesses, logger } = options;
    this.room = new ProcessRoom({
      all: () => this.all,
      places: this.places,
      changes: this.changes,
      maxProcesses,
      logger,
    });
  }

  /** Fires when the side panel shows another conversation. */
  get onDidShow() {
    return this.#shownChanged.event;
  }

  /** Fires when a conversation is opened or closed. */
  get onDidChangeList() {
    return this.#listChanged.event;
  }

  /** Fires when a rewind that the end of the extension host interrupted was finished, and the conversation is shown. */
  get onDidRecover() {
    return this.#recovered.event;
  }

  get all(): readonly OpenConversation[] {
    return [...this.#open.values()];
  }

  get(id: ConversationId): OpenConversation | undefined {
    return this.#open.get(id);
  }

  /** Conversation of the side panel; undefined until the first one is shown. */
  get shown(): OpenConversation | undefined {
    return this.#shown;
  }

  /** Conversation that commands without an argument concern. */
  get current(): OpenConversation | undefined {
    const { current } = this.places;
    return current === undefined ? undefined : this.#open.get(current);
  }

  /**
   * Returns a conversation (the current one without an id) after starting its process, which reports the available
   * choices.
   */
  async awake(id?: ConversationId): Promise<Conversation | undefined> {
    const open = id === undefined ? this.current : this.#open.get(id);
    await open?.wake();
    return open?.conversation;
  }

  /** Runs work that no caller awaits. Logs a failure with `what` as its name. */
  inBackground(work: PromiseLike<unknown>, what: string): void {
    background(work, this.#options.logger, what);
  }

  /** Adds a participant to every conversation that is opened from now on, after the existing participants. */
  addParticipant(make: MakeParticipant): void {
    this.#factory.addParticipant(make);
  }

  /** Restores the open conversations of the last session of this window; later calls do nothing. */
  load(): void {
    if (this.#loading !== "before") return;
    this.#loading = "now";
    const last = this.#state.read();
    this.#lastShown = last.shown as ConversationId | undefined;
    for (const id of new Set([...last.open, ...(last.shown === undefined ? [] : [last.shown])]) as Set<ConversationId>)
      this.#add(this.#factory.create(id, this.#state.readConversation(id, last)));
    this.#loading = "done";
    if (!this.#options.store.hasUnread)
      this.#options.attachments.prune(new Set(this.all.flatMap(({ attachments }) => attachments.map(({ id }) => id))));
  }

  /**
   * Returns the conversation for the side panel: the one that it shows, otherwise the one that it showed last,
   * otherwise a new one.
   */
  restore(): OpenConversation {
    if (this.#shown) return this.#shown;
    this.load();
    const last =
      this.#lastShown === undefined || this.places.isInTab(this.#lastShown)
        ? undefined
        : this.#open.get(this.#lastShown);
    const restored = last ?? this.create();
    this.show(restored.id);
    return restored;
  }

  /** Returns the open conversation with this name: its own id or the id of its session. */
  find(name: string): OpenConversation | undefined {
    const session = findSession(name);
    return (
      this.#open.get(name as ConversationId) ?? this.all.find((open) => open.conversation.state.sessionId === session)
    );
  }

  /**
   * Returns the conversation of a saved session: the open one, otherwise one opened without a process. Its id is
   * derived from the session where possible, so that references to it survive this window. `rewinds`: those that it can
   * undo.
   */
  openSaved(
    { sessionId, folder, profile, title, isTitleGiven }: SessionSummary,
    rewinds?: RememberedRewinds,
  ): OpenConversation {
    this.load();
    const found = this.all.find((open) => open.conversation.state.sessionId === sessionId);
    if (found) return found;
    const name = `${sessionPrefix}${sessionId}` as ConversationId;
    const id = this.#open.has(name) ? (this.#options.newId() as ConversationId) : name;
    const titledSession = isTitleGiven ? sessionId : undefined;
    const saved = { draft: "", sessionId, folder, profile, title, titledSession, isResting: true, rewinds };
    return this.#add(this.#factory.create(id, saved));
  }

  /**
   * Creates a conversation, with these participants in addition to those of every conversation. No process starts
   * before `open`.
   */
  create(saved: SavedConversation = { draft: "" }, own: OwnParts = {}): OpenConversation {
    this.load();
    return this.#add(this.#factory.create(this.#options.newId() as ConversationId, saved, own));
  }

  /** Creates a conversation that shows a recorded trace: it starts no process, and nothing of it is saved. */
  createReplay(title: string): OpenConversation {
    const open = this.#add(this.#factory.createReplay(this.#options.newId() as ConversationId, title));
    open.conversation.managed.showTrace();
    return open;
  }

  show(id: ConversationId): void {
    const found = this.#open.get(id);
    if (!found || found === this.#shown) return;
    this.#shown = found;
    this.#saveWindow();
    this.places.setPanel(id);
    this.#shownChanged.fire(found);
  }

  /** Closes a conversation and deletes its saved state; the transcript of `claude` stays. */
  async remove(id: ConversationId): Promise<void> {
    const found = this.#open.get(id);
    if (!found) return;
    this.#open.delete(id);
    if (this.#shown === found) {
      this.#shown = undefined;
      this.places.setPanel(undefined);
    }
    this.#saveWindow();
    this.#listChanged.fire();
    const closed = found.close();
    this.room.noteClosing(found);
    await closed;
    this.#options.store.remove(id);
    this.room.startNext();
  }

  /** Ends all processes; resolves when everything is saved. */
  async close(): Promise<void> {
    this.room.dispose();
    await Promise.all(this.all.map((open) => open.close()));
    await this.#options.store.flush();
  }

  #add(open: OpenConversation): OpenConversation {
    this.#open.set(open.id, open);
    this.#saveWindow();
    this.#listChanged.fire();
    const { changes } = open.conversation;
    changes.onDidChangeState(["sessionId"], () => this.#saveWindow());
    changes.onDidChangeView((event) => this.changes.fire(event));
    return open;
  }

  #saveWindow(): void {
    if (this.#loading === "done") this.#state.save(this.all, this.#shown);
  }
}
