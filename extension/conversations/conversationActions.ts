import type { CutAction, QueueAction } from "../contract/fromWebview.ts";
import type { ConversationId } from "../contract/ids.ts";
import type { Conversation } from "../session/conversation.ts";
import type { ConversationList } from "./conversationList.ts";
import type { Conversations } from "./conversations.ts";
import type { OpenConversation } from "./openConversation.ts";
import type { Dialogs, Folders, Panels } from "./ports.ts";

/** What a user does with conversations, from the panel and by command alike. Without an id it concerns the one that is shown. */
export class ConversationActions {
  readonly #conversations: Conversations;
  readonly #list: ConversationList;
  readonly #dialogs: Dialogs;
  readonly #panels: Panels;
  readonly #folders: Folders;

  constructor(conversations: Conversations, list: ConversationList, dialogs: Dialogs, panels: Panels, folders: Folders) {
    this.#folders = folders;
    this.#list = list;
    this.#conversations = conversations;
    this.#dialogs = dialogs;
    this.#panels = panels;
  }

  /** Sends a prompt of a composer, whose draft it was if it is the same text. */
  submit(id: ConversationId, text: string): void {
    const open = this.#conversations.get(id);
    if (!open) return;
    // Queued before the draft goes: at every moment the text is saved in one of the two.
    open.submit(text);
    if (open.draft === text) open.draft = "";
  }

  async stop(id?: ConversationId): Promise<void> {
    await this.#find(id)?.conversation.stop();
  }

  async stopTask(id: ConversationId, taskId: string): Promise<void> {
    await this.#conversations.get(id)?.conversation.controls.stopTask(taskId);
  }

  /** Asks the model to go on where a turn was cut, or sends that turn's prompt again. */
  afterCut(id: ConversationId, action: CutAction): void {
    const open = this.#conversations.get(id);
    const prompt = open?.conversation.transcript.prompts[0]?.text;
    // A second click finds nothing cut any more.
    if (!open?.conversation.state.isInterrupted || prompt === undefined) return;
    open.submit(action === "goOn" ? "Continue from where you were interrupted." : prompt);
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

  /**
   * Shows an empty conversation; the one that was shown goes on, with its draft. One in which nothing was said is that empty
   * one already. Without a folder to work in nothing changes.
   */
  async startNew(): Promise<void> {
    const previous = this.#conversations.restore();
    if (previous.isBlank) {
      if (previous.conversation.state.problem) await previous.restart();
      return this.#panels.focus(previous.id);
    }
    const folder = await this.#folders.choose();
    if (folder === undefined || this.#conversations.shown !== previous) return;
    await this.show(this.#conversations.create({ draft: "", folder }).id);
  }

  /** Shows a conversation that is open in this window. */
  async show(id: ConversationId): Promise<void> {
    const open = this.#conversations.get(id);
    if (!open) return;
    this.#leave(id);
    this.#conversations.show(id);
    const opened = open.open();
    await this.#panels.focus(id);
    await opened;
  }

  /** Shows another conversation in place of this one, if it is shown: one that is open, else an empty one in the same folder. */
  async turnFrom(id: ConversationId): Promise<void> {
    const { shown } = this.#conversations;
    if (shown?.id !== id) return;
    const other = this.#conversations.all.find((open) => open.id !== id);
    const { folder } = shown.conversation.state;
    await this.show((other ?? this.#conversations.create({ draft: "", folder: folder || undefined })).id);
  }

  /** Shows a conversation of the list, a saved one without a process until the next prompt. Without a key it asks which. */
  async openListed(key?: string): Promise<void> {
    if (key === undefined) await this.#list.refresh();
    const chosen = key ?? (await this.#dialogs.pickConversation(this.#list.all));
    const listed = this.#list.all.find((entry) => entry.key === chosen);
    if (listed?.id !== undefined) await this.show(listed.id);
    else if (listed?.session) await this.show(this.#conversations.openSaved(listed.session).id);
  }

  /** Shows the conversation that was written last, wherever that was, but not the one that is shown. */
  async continueLast(): Promise<void> {
    await this.#list.refresh();
    const saved = this.#list.all.filter((listed) => listed.session && !listed.isShown);
    const last = saved.sort((a, b) => (b.session?.time ?? 0) - (a.session?.time ?? 0))[0];
    if (!last) return this.#dialogs.say("noConversation");
    await this.openListed(last.key);
  }

  /** Shows the next conversation in which something waits, after the one that is shown. */
  async showNextWaiting(): Promise<void> {
    const ids = this.#conversations.all.map((open) => open.id);
    const from = this.#conversations.shown ? ids.indexOf(this.#conversations.shown.id) + 1 : 0;
    const inOrder = [...ids.slice(from), ...ids.slice(0, from)];
    const next = inOrder.find((id) => (this.#conversations.get(id)?.conversation.state.requests.length ?? 0) > 0);
    if (next === undefined) return this.#dialogs.say("noRequest");
    await this.show(next);
  }

  async selectModel(id?: ConversationId): Promise<void> {
    const conversation = await this.#awake(id);
    const picked = conversation && (await this.#dialogs.pickModel(conversation.state));
    if (picked) await conversation?.controls.setModel(picked.model);
  }

  async selectMode(id?: ConversationId): Promise<void> {
    const conversation = await this.#awake(id);
    const mode = conversation && (await this.#dialogs.pickMode(conversation.state));
    if (mode !== undefined) await conversation?.controls.setMode(mode);
  }

  async editQueued(id: ConversationId, promptId: string, action: QueueAction): Promise<void> {
    const open = this.#conversations.get(id);
    if (action === "sendNow") {
      await open?.conversation.sendNow(promptId);
      return open?.wake();
    }
    const text = open?.conversation.removeQueued(promptId);
    // What is in the composer is not thrown away for what comes back.
    if (open && action === "edit" && text !== undefined) this.#panels.setDraft(id, [open.draft, text].filter(Boolean).join("\n"));
  }

  /** An empty conversation that another takes the place of is not kept. */
  #leave(next: ConversationId): void {
    const { shown } = this.#conversations;
    if (shown && shown.id !== next && shown.isBlank && shown.draft === "") void this.#conversations.remove(shown.id);
  }

  /** The conversation with a process, which says what can be chosen. */
  async #awake(id: ConversationId | undefined): Promise<Conversation | undefined> {
    const open = this.#find(id);
    await open?.wake();
    return open?.conversation;
  }

  #find(id: ConversationId | undefined): OpenConversation | undefined {
    return id === undefined ? this.#conversations.shown : this.#conversations.get(id);
  }
}
