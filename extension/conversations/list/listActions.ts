import type { ConversationId } from "../../contract/ids.ts";
import type { Conversations } from "../conversations.ts";
import type { Notifier } from "../ports.ts";
import type { ConversationList } from "./conversationList.ts";
import type { DeletedSession, Pins, SessionStore, SessionSummary } from "./sessionCatalog.ts";

/** What a user is asked about saved conversations. Undefined means no change. */
export interface ListQuestions extends Notifier {
  askTitle(title: string): Promise<string | undefined>;
  /** An empty mark takes it back. */
  askTag(tag: string): Promise<string | undefined>;
  /** Resolves to the id of one of them. */
  pickDeleted(deleted: readonly DeletedSession[]): Promise<string | undefined>;
  confirmDelete(title: string): Promise<boolean>;
  /** Says that a conversation is deleted. True when it is to come back. */
  showDeleted(title: string): Promise<boolean>;
}

export interface ListActionsOptions {
  readonly conversations: Conversations;
  readonly list: ConversationList;
  readonly sessions: SessionStore;
  readonly pins: Pins;
  readonly dialogs: ListQuestions;
  /** Whether another program goes on with a conversation. */
  readonly isElsewhere: (session: SessionSummary) => Promise<boolean>;
  /** Shows another conversation in the side panel in place of one that goes. */
  readonly turnFrom: (id: ConversationId) => void;
}

/** What a user does with conversations of the list, by the key of one or else the current one. */
export class ListActions {
  readonly #conversations: Conversations;
  readonly #list: ConversationList;
  readonly #sessions: SessionStore;
  readonly #pins: Pins;
  readonly #dialogs: ListQuestions;
  readonly #isElsewhere: ListActionsOptions["isElsewhere"];
  readonly #turnFrom: (id: ConversationId) => void;

  constructor({ conversations, list, sessions, pins, dialogs, isElsewhere, turnFrom }: ListActionsOptions) {
    this.#conversations = conversations;
    this.#list = list;
    this.#sessions = sessions;
    this.#pins = pins;
    this.#dialogs = dialogs;
    this.#isElsewhere = isElsewhere;
    this.#turnFrom = turnFrom;
  }

  /** Gives a conversation a title, which the terminal sees too; asks for it where none is given. One that the CLI saved nothing of yet has none to change. */
  async rename(key?: string, given?: string): Promise<void> {
    const listed = await this.#list.find(key);
    if (!listed?.session) return this.#dialogs.say("notSaved");
    const title = (given ?? (await this.#dialogs.askTitle(listed.title)))?.replace(/\s+/g, " ").trim();
    if (!title || title === listed.title) return;
    const conversation = listed.id === undefined ? undefined : this.#conversations.get(listed.id)?.conversation;
    // A process that runs keeps the title too, and would write its own again.
    if (!(await conversation?.controls.rename(title))) await this.#sessions.rename(listed.session, title);
    conversation?.set({ title });
    await this.#list.refresh();
  }

  /** Ends a conversation and takes it out of the list, after asking; for a while it can be brought back. */
  async remove(key?: string): Promise<void> {
    const listed = await this.#list.find(key);
    if (!listed) return this.#dialogs.say("noConversation");
    if (listed.session && (await this.#isElsewhere(listed.session))) return this.#dialogs.say("runsElsewhere");
    if (!(await this.#dialogs.confirmDelete(listed.title))) return;
    const { sessionId } = (listed.id === undefined ? undefined : this.#conversations.get(listed.id))?.conversation.state ?? {};
    // Its process writes the transcript until it is gone.
    if (listed.id !== undefined) {
      this.#turnFrom(listed.id);
      await this.#conversations.remove(listed.id);
    }
    await this.#list.refresh();
    // The end of its process may have written what was not saved before.
    const session = listed.session ?? this.#list.all.find((entry) => entry.session?.sessionId === sessionId)?.session;
    const undo = session && (await this.#sessions.remove(session));
    await this.#list.refresh();
    if (!undo || !(await this.#dialogs.showDeleted(listed.title))) return;
    await undo();
    await this.#list.refresh();
  }

  /** Brings back a conversation that was deleted in the last 30 days. */
  async restore(): Promise<void> {
    const deleted = await this.#sessions.listDeleted();
    if (deleted.length === 0) return this.#dialogs.say("nothingDeleted");
    const id = await this.#dialogs.pickDeleted(deleted);
    if (id === undefined) return;
    await this.#sessions.restore(id);
    await this.#list.refresh();
  }

  /** Asks for a mark, which is kept in the CLI's own form. */
  async tag(key?: string): Promise<void> {
    const session = await this.#findSaved(key);
    const tag = session && (await this.#dialogs.askTag(session.tag ?? ""))?.replace(/\s+/g, " ").trim();
    if (!session || tag === undefined || tag === (session.tag ?? "")) return;
    await this.#sessions.setTag(session, tag);
    await this.#list.refresh();
  }

  /** Takes a conversation out of sight without ending anything, or back. */
  async archive(isArchived: boolean, key?: string): Promise<void> {
    const listed = await this.#list.find(key);
    const session = listed?.session;
    if (!session) return this.#dialogs.say("notSaved");
    const open = listed.id === undefined ? undefined : this.#conversations.get(listed.id);
    if (isArchived && open) {
      // What works is not put out of sight; what rests keeps its draft.
      if (open.hasProcess && !(await open.rest())) return this.#dialogs.say("stillWorking");
      this.#turnFrom(open.id);
    }
    await this.#sessions.archive(session, isArchived);
    await this.#list.refresh();
  }

  async pin(isPinned: boolean, key?: string): Promise<void> {
    const session = await this.#findSaved(key);
    if (!session) return;
    await this.#pins.set(session.sessionId, isPinned);
    await this.#list.refresh();
  }

  /** One that the CLI saved nothing of yet has nothing to be changed, which is said. */
  async #findSaved(key: string | undefined): Promise<SessionSummary | undefined> {
    const session = (await this.#list.find(key))?.session;
    if (!session) this.#dialogs.say("notSaved");
    return session;
  }
}
