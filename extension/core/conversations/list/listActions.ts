import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Notifier } from "../ports.ts";
import type { ConversationList } from "./conversationList.ts";
import type { ListedConversation } from "./listedConversation.ts";
import type { PinnedSessions } from "./pinnedSessions.ts";
import type { EarlierSessions } from "./rewoundSessions.ts";
import type { DeletedSession, SessionStore, SessionSummary } from "./sessionCatalog.ts";

/** Questions about saved conversations. Undefined means no change. */
export interface ListQuestions extends Notifier {
  askTitle(title: string): Promise<string | undefined>;
  /** An empty tag removes it. */
  askTag(tag: string): Promise<string | undefined>;
  /** Resolves to the id of the picked conversation. */
  pickDeleted(deleted: readonly DeletedSession[]): Promise<string | undefined>;
  confirmDelete(title: string): Promise<boolean>;
  /** Reports that a conversation is deleted. Resolves to true when the user wants to restore it. */
  showDeleted(title: string): Promise<boolean>;
}

export interface ListActionsOptions {
  readonly conversations: Conversations;
  readonly list: ConversationList;
  readonly sessions: SessionStore;
  readonly pins: PinnedSessions;
  readonly rewound: EarlierSessions;
  readonly dialogs: ListQuestions;
  /** Checks whether another program continues a conversation. */
  readonly isElsewhere: (session: SessionSummary) => Promise<boolean>;
  /** Replaces a conversation in the side panel before it is removed or archived. */
  readonly turnFrom: (id: ConversationId) => void;
}

/** Actions of the user on conversations of the list, by key; without a key on the current one. */
export class ListActions {
  readonly #conversations: Conversations;
  readonly #list: ConversationList;
  readonly #sessions: SessionStore;
  readonly #pins: PinnedSessions;
  readonly #rewound: EarlierSessions;
  readonly #dialogs: ListQuestions;
  readonly #isElsewhere: ListActionsOptions["isElsewhere"];
  readonly #turnFrom: (id: ConversationId) => void;

  constructor({ conversations, list, sessions, pins, rewound, dialogs, isElsewhere, turnFrom }: ListActionsOptions) {
    this.#conversations = conversations;
    this.#list = list;
    this.#sessions = sessions;
    this.#pins = pins;
    this.#rewound = rewound;
    this.#dialogs = dialogs;
    this.#isElsewhere = isElsewhere;
    this.#turnFrom = turnFrom;
  }

  /**
   * Sets the title of a conversation, which the terminal shows too; asks for it unless it is given. A conversation that
   * `claude` has not saved yet cannot be renamed.
   */
  async rename(key?: string, given?: string): Promise<void> {
    const listed = await this.#list.find(key);
    if (!listed?.session) return this.#dialogs.say("notSaved");
    const title = (given ?? (await this.#dialogs.askTitle(listed.title)))?.replace(/\s+/g, " ").trim();
    if (!title || title === listed.title) return;
    const conversation = listed.id === undefined ? undefined : this.#conversations.get(listed.id)?.conversation;
    // A running process keeps the title too, and would write its own title again.
    if (!(await conversation?.controls.rename(title))) await this.#sessions.rename(listed.session, title);
    conversation?.managed.rename(title, listed.session.sessionId);
    await this.#list.refresh();
  }

  /**
   * Closes a conversation and deletes it, after asking; it can be restored for a while. If the user undoes it at once,
   * it is open again with its draft and its queued messages.
   */
  async remove(key?: string): Promise<void> {
    const listed = await this.#list.find(key);
    if (!listed) return this.#dialogs.say("noConversation");
    if (listed.session && (await this.#isElsewhere(listed.session))) return this.#dialogs.say("runsElsewhere");
    if (!(await this.#dialogs.confirmDelete(listed.title))) return;
    const open = listed.id === undefined ? undefined : this.#conversations.get(listed.id);
    const sessionId = open?.conversation.state.sessionId;
    // The process of the conversation writes the transcript until it has ended.
    if (open) {
      this.#turnFrom(open.id);
      await this.#conversations.remove(open.id);
    }
    await this.#list.refresh();
    // The end of the process may have saved a transcript that did not exist before.
    const session = listed.session ?? this.#list.all.find((entry) => entry.session?.sessionId === sessionId)?.session;
    const undos: (() => Promise<void>)[] = [];
    try {
      // The sessions that rewinds left behind go with it; otherwise they would appear in its place.
      for (const each of session ? [...(listed.earlier ?? []), session] : [])
        undos.unshift(await this.#sessions.remove(each));
    } catch (error) {
      await this.#bringBack(open, undos);
      throw error;
    }
    await this.#list.refresh();
    const hasUnsent = open !== undefined && (open.hasDraft || open.conversation.state.queue.length > 0);
    if ((session || hasUnsent) && (await this.#dialogs.showDeleted(listed.title))) await this.#bringBack(open, undos);
  }

  /** Undoes the deletion of sessions, and opens the conversation again that was closed for it. */
  async #bringBack(open: OpenConversation | undefined, undos: readonly (() => Promise<void>)[]): Promise<void> {
    try {
      for (const undo of undos) await undo();
    } finally {
      if (open) this.#conversations.create({ ...open.saved, isResting: true });
      await this.#list.refresh();
    }
  }

  /** Restores a conversation that was deleted in the last 30 days. */
  async restore(): Promise<void> {
    const deleted = await this.#sessions.listDeleted();
    if (deleted.length === 0) return this.#dialogs.say("nothingDeleted");
    const isDeleted = new Set(deleted.map(({ sessionId }) => sessionId));
    const earlier = [...this.#rewound.read()].filter(([successor]) => isDeleted.has(successor));
    const isEarlier = new Set(earlier.flatMap(([, each]) => each.map(({ sessionId }) => sessionId)));
    const id = await this.#dialogs.pickDeleted(deleted.filter(({ sessionId }) => !isEarlier.has(sessionId)));
    const picked = deleted.find((each) => each.id === id);
    if (!picked) return;
    await this.#sessions.restore(picked.id);
    const behind = new Set(
      earlier.flatMap(([successor, each]) =>
        successor === picked.sessionId ? each.map(({ sessionId }) => sessionId) : [],
      ),
    );
    for (const each of deleted) if (behind.has(each.sessionId)) await this.#sessions.restore(each.id);
    await this.#list.refresh();
  }

  /** Asks for a tag, which is saved in the format of `claude` itself. */
  async tag(key?: string): Promise<void> {
    const session = (await this.#findSaved(key))?.session;
    const tag = session && (await this.#dialogs.askTag(session.tag ?? ""))?.replace(/\s+/g, " ").trim();
    if (!session || tag === undefined || tag === (session.tag ?? "")) return;
    await this.#sessions.setTag(session, tag);
    await this.#list.refresh();
  }

  /** Moves a conversation into the archive without ending anything, or out of it. */
  async archive(isArchived: boolean, key?: string): Promise<void> {
    const listed = await this.#list.find(key);
    const session = listed?.session;
    if (!session) return this.#dialogs.say("notSaved");
    const open = listed.id === undefined ? undefined : this.#conversations.get(listed.id);
    if (isArchived && open) {
      // A working conversation is not archived; a paused one keeps its draft.
      if (open.hasProcess && !(await open.rest())) return this.#dialogs.say("stillWorking");
      this.#turnFrom(open.id);
    }
    await this.#sessions.archive(session, isArchived);
    await this.#list.refresh();
  }

  async pin(isPinned: boolean, key?: string): Promise<void> {
    const listed = await this.#findSaved(key);
    if (!listed) return;
    const sessions = isPinned ? [listed.session] : [listed.session, ...(listed.earlier ?? [])];
    await this.#pins.set(
      sessions.map(({ sessionId }) => sessionId),
      isPinned,
    );
    await this.#list.refresh();
  }

  /**
   * Returns a row with its saved session. Reports a conversation that `claude` has not saved yet, because it cannot be
   * changed.
   */
  async #findSaved(
    key: string | undefined,
  ): Promise<(ListedConversation & { readonly session: SessionSummary }) | undefined> {
    const listed = await this.#list.find(key);
    if (!listed?.session) return void this.#dialogs.say("notSaved");
    return { ...listed, session: listed.session };
  }
}
