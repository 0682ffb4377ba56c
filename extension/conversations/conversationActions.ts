import type { QueueAction } from "../contract/fromWebview.ts";
import type { ConversationId } from "../contract/ids.ts";
import type { Conversations } from "./conversations.ts";
import type { OpenConversation } from "./openConversation.ts";
import type { Dialogs, Folders, Panels } from "./ports.ts";

/** What a user does with conversations, from the panel and by command alike. Without an id it concerns the one that is shown. */
export class ConversationActions {
  readonly #conversations: Conversations;
  readonly #dialogs: Dialogs;
  readonly #panels: Panels;
  readonly #folders: Folders;

  constructor(conversations: Conversations, dialogs: Dialogs, panels: Panels, folders: Folders) {
    this.#folders = folders;
    this.#conversations = conversations;
    this.#dialogs = dialogs;
    this.#panels = panels;
  }

  /** Sends a prompt of a composer, whose draft it was if it is the same text. */
  submit(id: ConversationId, text: string): void {
    const open = this.#conversations.get(id);
    if (!open) return;
    // Queued before the draft goes: at every moment the text is saved in one of the two.
    open.conversation.submit(text);
    if (open.draft === text) open.draft = "";
  }

  async stop(id?: ConversationId): Promise<void> {
    await this.#find(id)?.conversation.stop();
  }

  async stopTask(id: ConversationId, taskId: string): Promise<void> {
    await this.#conversations.get(id)?.conversation.controls.stopTask(taskId);
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
   * Begins an empty conversation in place of the one that is shown, which ends. The draft moves along. Without a
   * folder to work in, the one that is shown goes on.
   */
  async startNew(): Promise<void> {
    const previous = this.#conversations.restore();
    const { status, queue, background } = previous.conversation.state;
    if ((status === "working" || queue.length + background.length > 0) && !(await this.#dialogs.confirmNew())) return;
    const folder = await this.#folders.choose();
    if (folder === undefined || previous.isClosed) return;
    const fresh = this.#conversations.create({ draft: previous.draft, folder });
    this.#conversations.show(fresh.id);
    // The old process takes its time to end, the new one need not wait for that.
    const removed = this.#conversations.remove(previous.id);
    const opened = fresh.open();
    await this.#panels.focus(fresh.id);
    await Promise.all([removed, opened]);
  }

  async selectModel(id?: ConversationId): Promise<void> {
    const { conversation } = this.#find(id) ?? {};
    const picked = conversation && (await this.#dialogs.pickModel(conversation.state));
    if (picked) await conversation?.controls.setModel(picked.model);
  }

  async selectMode(id?: ConversationId): Promise<void> {
    const { conversation } = this.#find(id) ?? {};
    const mode = conversation && (await this.#dialogs.pickMode(conversation.state));
    if (mode !== undefined) await conversation?.controls.setMode(mode);
  }

  async editQueued(id: ConversationId, promptId: string, action: QueueAction): Promise<void> {
    const open = this.#conversations.get(id);
    if (action === "sendNow") return open?.conversation.sendNow(promptId);
    const text = open?.conversation.removeQueued(promptId);
    // What is in the composer is not thrown away for what comes back.
    if (open && action === "edit" && text !== undefined) this.#panels.setDraft(id, [open.draft, text].filter(Boolean).join("\n"));
  }

  #find(id: ConversationId | undefined): OpenConversation | undefined {
    return id === undefined ? this.#conversations.shown : this.#conversations.get(id);
  }
}
