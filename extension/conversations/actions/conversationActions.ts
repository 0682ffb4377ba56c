import { getErrorMessage, isFailure } from "../../base/failure.ts";
import type { ContextUsage } from "../../contract/contextUsage.ts";
import type { ConversationState } from "../../contract/conversationState.ts";
import type { InterruptionAction, QueueAction } from "../../contract/fromWebview.ts";
import type { ConversationId } from "../../contract/ids.ts";
import type { ServerState } from "../../contract/mcpServers.ts";
import { isAttachmentOfMention } from "../../contract/suggestions.ts";
import type { SideQuestionAnswer } from "../../contract/toWebview.ts";
import { promptText } from "../../text/prompts.ts";
import { type Conversations, findSession } from "../conversations.ts";
import type { ConversationList, ListedConversation } from "../list/conversationList.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Folders, Notifier, Panels } from "../ports.ts";
import { confirmTurnStop, type StopQuestions } from "./confirmTurnStop.ts";

/** What a user is asked about conversations, and shown of them. */
export interface ConversationQuestions extends StopQuestions, Notifier {
  /** Resolves to the key of one of the list; undefined where the user chose none. */
  pickConversation(listed: readonly ListedConversation[]): Promise<string | undefined>;
  /** Shows what is in force, or the servers alone, with a way to the settings; servers are undefined where the CLI does not say. */
  showStatus(state: ConversationState, servers: readonly ServerState[] | undefined): Promise<void>;
  showServers(servers: readonly ServerState[] | undefined): Promise<void>;
}

/** What a user does with conversations, from the panel and by command alike. Without an id it concerns the current one. */
export class ConversationActions {
  readonly #conversations: Conversations;
  readonly #list: ConversationList;
  readonly #dialogs: ConversationQuestions;
  readonly #panels: Panels;
  readonly #folders: Folders;

  constructor(conversations: Conversations, list: ConversationList, dialogs: ConversationQuestions, panels: Panels, folders: Folders) {
    this.#folders = folders;
    this.#list = list;
    this.#conversations = conversations;
    this.#dialogs = dialogs;
    this.#panels = panels;
  }

  /** Ends the running turn; where that may end more, once the user agreed. */
  async stop(id?: ConversationId): Promise<void> {
    const conversation = this.#find(id)?.conversation;
    if (conversation?.state.status !== "working") return this.#dialogs.say("nothingRuns");
    if (await confirmTurnStop(conversation, this.#dialogs)) await conversation.stop();
  }

  async stopTask(id: ConversationId, taskId: string): Promise<void> {
    await this.#conversations.get(id)?.conversation.controls.stopTask(taskId);
  }

  /** Lets the turn go on without the end of a command. */
  async runInBackground(id: ConversationId, toolId: string): Promise<void> {
    const conversation = this.#conversations.get(id)?.conversation;
    if (conversation && !(await conversation.controls.runInBackground(toolId))) this.#dialogs.say("notBackgrounded");
  }

  /** Asks the model to go on where a turn was cut, or sends that turn's prompt again. */
  async afterCut(id: ConversationId, action: InterruptionAction): Promise<void> {
    const open = this.#conversations.get(id);
    const { transcript } = open?.conversation ?? {};
    // Only a very long turn begins before what is held: else the first click decides at once.
    if (action !== "goOn" && transcript?.newestAsked === undefined) await transcript?.loadNewestPrompt();
    const newest = action === "goOn" ? undefined : transcript?.newestAsked;
    const text = action === "goOn" ? promptText.continueTurn() : newest?.text;
    // After a crash one decision starts the process as well.
    if (action !== "retry" && open?.conversation.state.problem && open.conversation.state.isInterrupted) await open.restart();
    const { isInterrupted, failure, status } = open?.conversation.state ?? {};
    if (action === "retry" && failure === "signIn" && status === "idle") {
      // A login that was made meanwhile counts from the next start.
      await open?.restart();
      if (text !== undefined) open?.submit(text, newest && open.conversation.promptAttachments.of(newest.id));
      return;
    }
    if (action !== "goOn" && text === undefined) return this.#dialogs.say("nothingToSend");
    // A second click finds nothing cut, or failed, any more.
    if ((action === "retry" ? failure !== undefined && status === "idle" : isInterrupted) && text !== undefined)
      open?.submit(text, newest && open.conversation.promptAttachments.of(newest.id));
  }

  /** Starts the process again, or for the first time. */
  async retry(id?: ConversationId): Promise<void> {
    await (this.#find(id) ?? this.#conversations.restore()).restart();
  }

  /** The user trusts the workspace: what waited for that starts. */
  async onTrusted(): Promise<void> {
    await Promise.all(
      this.#conversations.all.map(async (open) => {
        await open.open();
        if (open.conversation.state.problem?.code === "untrusted") await open.restart();
      }),
    );
  }

  /** The workspace got its first folders, after the window began: an empty conversation that began without works in one of them. */
  async onFirstFolders(): Promise<void> {
    const { shown } = this.#conversations;
    try {
      if (!shown?.isBlank || !this.#folders.isOutdated(shown.conversation.state.folder)) return;
      const folder = await this.#folders.choose();
      if (folder !== undefined) await shown.moveTo(folder);
    } catch (error) {
      // What starts next says it.
      if (!isFailure(error, "settingInvalid")) throw error;
    }
  }

  /**
   * Shows an empty conversation; the one that was shown goes on, with its draft. One in which nothing was said is that empty
   * one already. Without a folder to work in nothing changes.
   */
  async startNew(): Promise<void> {
    const previous = this.#conversations.restore();
    if (previous.isBlank && previous.conversation.state.problem) await previous.restart();
    const folder = await this.#folders.choose();
    if (previous.isBlank) {
      if (folder !== undefined) await previous.moveTo(folder);
      return this.#panels.focus(previous.id);
    }
    if (folder === undefined || this.#conversations.shown !== previous) return;
    await this.show(this.#conversations.create({ draft: "", folder }).id);
  }

  /** Shows a conversation that is open in this window: in its tab if it has one, else in the side panel. */
  async show(id: ConversationId): Promise<void> {
    const open = this.#conversations.get(id);
    if (!open) return;
    if (!this.#conversations.places.isInTab(id)) this.#showInPanel(id);
    const opened = open.open();
    await this.#panels.focus(id);
    await opened;
  }

  /** Shows a conversation of the list, or the current one, in an editor tab. */
  async openInEditor(key?: string): Promise<void> {
    const open = key === undefined ? (this.#conversations.current ?? this.#conversations.restore()) : await this.findListed(key);
    if (open) await this.#panels.openTab(open.id);
    else this.#dialogs.say("noConversation");
  }

  /** The conversation of this name or session, opened if it is only saved; undefined when there is none. */
  async findListed(name: string): Promise<OpenConversation | undefined> {
    this.#conversations.load();
    const open = this.#conversations.find(name);
    if (open) return open;
    const key = findSession(name);
    if (!this.#list.all.some((entry) => entry.key === key)) await this.#list.refresh();
    const listed = this.#list.all.find((entry) => entry.key === key);
    return listed?.session && this.#conversations.openSaved(listed.session);
  }

  /** A tab shows a conversation: the side panel shows an empty one in its place, if it showed it. */
  async showInTab(id: ConversationId): Promise<void> {
    const open = this.#conversations.get(id);
    const { folder = "" } = open?.conversation.state ?? {};
    if (open && this.#conversations.shown === open) {
      const next = this.#conversations.create({ draft: "", folder: folder || undefined });
      this.#conversations.show(next.id);
      this.#conversations.inBackground(next.open(), "opening an empty conversation");
    }
    await open?.open();
  }

  /** A tab was closed. Its conversation goes on; one in which nothing was said is not kept. */
  closeTab(id: ConversationId): void {
    const open = this.#conversations.get(id);
    if (open?.isBlank && !open.hasDraft && this.#conversations.shown !== open) this.#forget(id);
  }

  /** Shows another conversation in the side panel in place of this one: one that is open, else an empty one in the same folder. */
  turnFrom(id: ConversationId): void {
    const { shown, places, all } = this.#conversations;
    if (shown?.id !== id) return;
    const other = all.find((open) => open.id !== id && !places.isInTab(open.id));
    const { folder } = shown.conversation.state;
    const next = other ?? this.#conversations.create({ draft: "", folder: folder || undefined });
    this.#showInPanel(next.id);
    this.#conversations.inBackground(next.open(), "opening another conversation");
  }

  /** Shows a conversation of the list, a saved one without a process until the next prompt. Without a key it asks which. */
  async openListed(key?: string): Promise<void> {
    if (key === undefined) await this.#list.refresh();
    const chosen = key ?? (await this.#dialogs.pickConversation(this.#list.all));
    const open = chosen === undefined ? undefined : await this.findListed(chosen);
    if (open) await this.show(open.id);
    else if (chosen !== undefined) this.#dialogs.say("noConversation");
  }

  /** Shows the conversation that was written last, wherever that was, but not the one that is shown. */
  async continueLast(): Promise<void> {
    await this.#list.refresh();
    const saved = this.#list.all.filter((listed) => listed.session && !listed.isCurrent);
    const last = saved.sort((a, b) => (b.session?.time ?? 0) - (a.session?.time ?? 0))[0];
    if (!last) return this.#dialogs.say("noConversation");
    await this.openListed(last.key);
  }

  /** Shows the next conversation in which something waits, after the one that is shown. */
  async showNextWaiting(): Promise<void> {
    const ids = this.#conversations.all.map((open) => open.id);
    const from = this.#conversations.current ? ids.indexOf(this.#conversations.current.id) + 1 : 0;
    const inOrder = [...ids.slice(from), ...ids.slice(0, from)];
    const next = inOrder.find((id) => (this.#conversations.get(id)?.conversation.state.requests.length ?? 0) > 0);
    if (next === undefined) return this.#dialogs.say("noRequest");
    await this.show(next);
  }

  /** Has the CLI make what was said so far shorter. */
  compact(id?: ConversationId): void {
    const open = this.#find(id);
    if (open?.conversation.state.sessionId === undefined) return this.#dialogs.say("nothingSaid");
    open.submit("/compact");
  }

  /** What fills the context; undefined where the CLI cannot say. Rejects when it fails to. */
  async contextUsage(id: ConversationId): Promise<ContextUsage | undefined> {
    return (await this.#conversations.awake(id))?.controls.contextUsage();
  }

  /** Asks the model beside the conversation. Never rejects. */
  async askAside(id: ConversationId, question: string): Promise<SideQuestionAnswer["answer"]> {
    try {
      const text = await (await this.#conversations.awake(id))?.controls.askAside(question);
      return text === undefined ? { code: "unsupported" } : { code: "said", text };
    } catch (error) {
      return { code: "failed", text: getErrorMessage(error) };
    }
  }

  /** Says how a question beside the conversation is asked. */
  explainAside(id: ConversationId): void {
    this.#panels.setDraft(id, "/btw ");
    this.#dialogs.say("asideEmpty");
  }

  /** Shows what is in force, as the CLI said last. */
  async showStatus(id?: ConversationId): Promise<void> {
    const conversation = this.#find(id)?.conversation;
    if (!conversation) return this.#dialogs.say("noConversation");
    await this.#dialogs.showStatus(conversation.state, await conversation.controls.serversIfTold());
  }

  /** Shows the MCP servers with their state. */
  async showServers(id?: ConversationId): Promise<void> {
    const conversation = await this.#conversations.awake(id);
    if (!conversation) return this.#dialogs.say("noConversation");
    await this.#dialogs.showServers(await conversation.controls.servers());
  }

  async editQueued(id: ConversationId, promptId: string, action: QueueAction): Promise<void> {
    const open = this.#conversations.get(id);
    if (!open?.conversation.state.queue.some((prompt) => prompt.id === promptId)) return this.#dialogs.say("queuedGone");
    const { delivery, queue } = open.conversation;
    if (action === "sendNow") {
      if (!delivery.joins(promptId) && !(await confirmTurnStop(open.conversation, this.#dialogs))) return;
      await delivery.sendNow(promptId);
      return open.wake();
    }
    if (!(await delivery.recall(promptId))) return this.#dialogs.say("alreadyRead");
    const prompt = queue.remove(promptId);
    if (action !== "edit" || !prompt) return;
    // What is in the composer is not thrown away for what comes back.
    open.attach(...(prompt.attachments ?? []).filter(({ name }) => !isAttachmentOfMention(name)));
    this.#panels.setDraft(id, [open.draft, prompt.text].filter(Boolean).join("\n"));
  }

  /** An empty conversation that another takes the place of is not kept. */
  #showInPanel(id: ConversationId): void {
    const { shown } = this.#conversations;
    this.#conversations.show(id);
    if (shown && shown.id !== id && shown.isBlank && !shown.hasDraft) this.#forget(shown.id);
  }

  #forget(id: ConversationId): void {
    this.#conversations.inBackground(this.#conversations.remove(id), "closing an empty conversation");
  }

  #find(id: ConversationId | undefined): OpenConversation | undefined {
    return id === undefined ? this.#conversations.current : this.#conversations.get(id);
  }
}
