import { getErrorMessage, isFailure } from "../../../shared/base/failure.ts";
import type { ContextUsage } from "../../../shared/contract/contextUsage.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { SideQuestionAnswer } from "../../../shared/contract/toWebview.ts";
import { type Conversations, findSession } from "../conversations.ts";
import type { ConversationList } from "../list/conversationList.ts";
import type { ListedConversation } from "../list/listedConversation.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Folders, Notifier, Panels } from "../ports.ts";
import type { StopQuestions } from "./confirmTurnStop.ts";

/** Questions and views about conversations. */
export interface ConversationQuestions extends StopQuestions, Notifier {
  /** Resolves to the key of the picked entry; undefined where the user picked none. */
  pickConversation(listed: readonly ListedConversation[]): Promise<string | undefined>;
}

export interface ConversationActionsOptions {
  readonly conversations: Conversations;
  readonly list: ConversationList;
  readonly dialogs: ConversationQuestions;
  readonly panels: Panels;
  readonly folders: Folders;
}

/**
 * Actions of the user on conversations, from the panel and by command. Without an id they concern the current
 * conversation.
 */
export class ConversationActions {
  readonly #options: ConversationActionsOptions;

  constructor(options: ConversationActionsOptions) {
    this.#options = options;
  }

  /**
   * Restarts the process, so that changed settings apply: between turns at once, otherwise when the running turn ends.
   * Asks first if background tasks would end with it.
   */
  async restart(id?: ConversationId): Promise<void> {
    const { dialogs } = this.#options;
    const open = this.#find(id);
    if (!open) return dialogs.say("noConversation");
    const tasks = open.conversation.state.background.map(({ text }) => text);
    if (tasks.length === 0 || (await dialogs.confirmEnding(tasks))) await open.plannedRestart.plan();
  }

  /** Restarts the process, or starts it for the first time. */
  async retry(id?: ConversationId): Promise<void> {
    await (this.#find(id) ?? this.#options.conversations.restore()).restart();
  }

  /** Starts a conversation that waits for the end of another. */
  async startAnyway(id?: ConversationId): Promise<void> {
    const { conversations } = this.#options;
    await conversations.room.startAnyway(this.#find(id) ?? conversations.restore());
  }

  /** Starts the conversations that waited until the user trusted the workspace. */
  async onTrusted(): Promise<void> {
    await Promise.all(
      this.#options.conversations.all.map(async (open) => {
        await open.open();
        if (open.conversation.state.problem?.code === "untrusted") await open.restart();
      }),
    );
  }

  /**
   * Moves an empty conversation that began without a folder into one of the first workspace folders, which were added
   * after the window opened.
   */
  async onFirstFolders(): Promise<void> {
    const { conversations, folders } = this.#options;
    const { shown } = conversations;
    try {
      if (!shown?.isBlank || !folders.isOutdated(shown.conversation.state.folder)) return;
      const folder = await folders.choose();
      if (folder !== undefined) await shown.moveTo(folder);
    } catch (error) {
      // The next start reports the invalid setting.
      if (!isFailure(error, "settingInvalid")) throw error;
    }
  }

  /**
   * Works in the home folder in this window, which has no folder, and starts the conversations that waited for that.
   */
  async useHomeFolder(): Promise<void> {
    const { folders, conversations } = this.#options;
    await folders.useHome();
    const waiting = conversations.all.filter(({ conversation }) => conversation.state.problem?.code === "noWorkspace");
    await Promise.all(waiting.map((open) => open.restart()));
  }

  /**
   * Shows an empty conversation. The previous one continues and keeps its draft; an already empty one is reused.
   * Changes nothing when the user picks no folder.
   */
  async startNew(): Promise<void> {
    const { conversations, folders, panels } = this.#options;
    const previous = conversations.restore();
    if (previous.isBlank && previous.conversation.state.problem) await previous.restart();
    const folder = await folders.choose();
    if (previous.isBlank) {
      if (folder !== undefined) await previous.moveTo(folder);
      return panels.focus(previous.id);
    }
    if (folder === undefined || conversations.shown !== previous) return;
    await this.show(conversations.create({ draft: "", folder }).id);
  }

  /** Shows an open conversation of this window: in its tab if it has one, otherwise in the side panel. */
  async show(id: ConversationId): Promise<void> {
    const { conversations, panels } = this.#options;
    const open = conversations.get(id);
    if (!open) return;
    if (!conversations.places.isInTab(id)) this.#showInPanel(id);
    const opened = open.open();
    await panels.focus(id);
    await opened;
  }

  /** Shows a conversation of the list, or the current one, in an editor tab. */
  async openInEditor(key?: string): Promise<void> {
    const { conversations, panels, dialogs } = this.#options;
    const open = key === undefined ? (conversations.current ?? conversations.restore()) : await this.findListed(key);
    if (open) await panels.openTab(open.id);
    else dialogs.say("noConversation");
  }

  /**
   * Returns the conversation with this id or session, and opens it if it is only saved; undefined when it does not
   * exist.
   */
  async findListed(name: string): Promise<OpenConversation | undefined> {
    const { conversations, list } = this.#options;
    conversations.load();
    const open = conversations.find(name);
    if (open) return open;
    const key = findSession(name);
    if (!list.all.some((entry) => entry.key === key)) await list.refresh();
    const listed = list.all.find((entry) => entry.key === key);
    return listed?.session && conversations.openSaved(listed.session, list.findRewinds(listed.session));
  }

  /** Prepares a conversation that a tab shows. If the side panel showed it, the panel gets an empty one instead. */
  async showInTab(id: ConversationId): Promise<void> {
    const { conversations } = this.#options;
    const open = conversations.get(id);
    const { folder = "" } = open?.conversation.state ?? {};
    if (open && conversations.shown === open) {
      const next = conversations.create({ draft: "", folder: folder || undefined });
      conversations.show(next.id);
      conversations.inBackground(next.open(), "opening an empty conversation");
    }
    await open?.open();
  }

  /** Handles a closed tab. Its conversation continues; an empty one without a draft is removed. */
  closeTab(id: ConversationId): void {
    const { conversations } = this.#options;
    const open = conversations.get(id);
    if (open?.isReplay) this.#forget(id);
    else if (open?.isBlank && !open.hasDraft && conversations.shown !== open) this.#forget(id);
  }

  /** Replaces this conversation in the side panel by another open one, or by an empty one in the same folder. */
  turnFrom(id: ConversationId): void {
    const { conversations } = this.#options;
    const { shown, places, all } = conversations;
    if (shown?.id !== id) return;
    const other = all.find((open) => open.id !== id && !places.isInTab(open.id));
    const { folder } = shown.conversation.state;
    const next = other ?? conversations.create({ draft: "", folder: folder || undefined });
    this.#showInPanel(next.id);
    conversations.inBackground(next.open(), "opening another conversation");
  }

  /**
   * Shows a conversation of the list; a saved one has no process until the next prompt. Without a key the user picks
   * one.
   */
  async openListed(key?: string): Promise<void> {
    const { list, dialogs } = this.#options;
    if (key === undefined) await list.refresh();
    const chosen = key ?? (await dialogs.pickConversation(list.all));
    const open = chosen === undefined ? undefined : await this.findListed(chosen);
    if (open) await this.show(open.id);
    else if (chosen !== undefined) dialogs.say("noConversation");
  }

  /** Shows the most recently written saved conversation, from any window or program, except the current one. */
  async continueLast(): Promise<void> {
    const { list, dialogs } = this.#options;
    await list.refresh();
    const saved = list.all.filter((listed) => listed.session && !listed.isCurrent);
    const last = saved.sort((a, b) => (b.session?.time ?? 0) - (a.session?.time ?? 0))[0];
    if (!last) return dialogs.say("noConversation");
    await this.openListed(last.key);
  }

  /** Shows the next conversation with an open request, after the current one. */
  async showNextWaiting(): Promise<void> {
    const { conversations, dialogs } = this.#options;
    const ids = conversations.all.map((open) => open.id);
    const from = conversations.current ? ids.indexOf(conversations.current.id) + 1 : 0;
    const inOrder = [...ids.slice(from), ...ids.slice(0, from)];
    const next = inOrder.find((id) => (conversations.get(id)?.conversation.state.requests.length ?? 0) > 0);
    if (next === undefined) return dialogs.say("noRequest");
    await this.show(next);
  }

  /**
   * Returns the usage of the context window; undefined where `claude` does not support it or does not run. Rejects when
   * the request fails.
   */
  async contextUsage(id: ConversationId): Promise<ContextUsage | undefined> {
    return (await this.#options.conversations.awake(id))?.controls.contextUsage();
  }

  /** Asks the model a side question, outside the conversation. Never rejects. */
  async askAside(id: ConversationId, question: string): Promise<SideQuestionAnswer["answer"]> {
    try {
      const text = await (await this.#options.conversations.awake(id))?.controls.askAside(question);
      return text === undefined ? { code: "unsupported" } : { code: "said", text };
    } catch (error) {
      return { code: "failed", text: getErrorMessage(error) };
    }
  }

  /** Explains how to ask a side question. */
  explainAside(id: ConversationId): void {
    const { panels, dialogs } = this.#options;
    panels.setDraft(id, "/btw ");
    dialogs.say("asideEmpty");
  }

  /** Shows a conversation in the side panel and removes the empty one that it replaces. */
  #showInPanel(id: ConversationId): void {
    const { conversations } = this.#options;
    const { shown } = conversations;
    conversations.show(id);
    if (shown && shown.id !== id && shown.isBlank && !shown.hasDraft) this.#forget(shown.id);
  }

  #forget(id: ConversationId): void {
    const { conversations } = this.#options;
    conversations.inBackground(conversations.remove(id), "closing an empty conversation");
  }

  #find(id: ConversationId | undefined): OpenConversation | undefined {
    const { conversations } = this.#options;
    return id === undefined ? conversations.current : conversations.get(id);
  }
}
