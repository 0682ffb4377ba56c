import type { Conversations } from "../../core/conversations/conversations.ts";
import type { OpenConversation } from "../../core/conversations/openConversation.ts";
import type { Panels } from "../../core/conversations/ports.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import type { Refusal } from "../../shared/contract/refusal.ts";
import type { PageCommand } from "../../shared/contract/toWebview.ts";
import type { ChatView } from "./chatView.ts";
import type { ConversationPanel } from "./conversationPanel.ts";
import type { EditorTabs } from "./editorTabs.ts";
import type { PendingMessage } from "./pendingMessages.ts";

/** The places that show conversations. */
export interface ChatPlaces {
  readonly view: ChatView;
  readonly tabs: EditorTabs;
}

/**
 * A registry of the places that show conversations: the side panel and the editor's tabs, which need the actions that
 * need this registry.
 */
export class ChatPanels implements Panels {
  readonly #conversations: Conversations;
  #places: ChatPlaces | undefined;

  constructor(conversations: Conversations) {
    this.#conversations = conversations;
  }

  /** Adds the places, before the editor opens one of them. Until then nothing is shown and no message is taken. */
  register(places: ChatPlaces): void {
    this.#places = places;
  }

  isBroken(id: ConversationId): boolean {
    const { view, tabs } = this.#registered;
    return this.#conversations.places.isInTab(id) ? tabs.isBroken(id) : view.isBroken;
  }

  focus(id: ConversationId): Promise<void> {
    const { view, tabs } = this.#registered;
    return this.#conversations.places.isInTab(id) ? tabs.focus(id) : view.focus(id);
  }

  /**
   * Moves the focus into the composer of the current conversation, or of the side panel's last conversation if there is
   * none.
   */
  async focusCurrent(): Promise<void> {
    await this.focus((this.#conversations.current ?? this.#conversations.restore()).id);
  }

  /**
   * Inserts text at the cursor of the current conversation's composer and moves the focus there. `textFor` receives the
   * folder of the conversation.
   */
  async insert(textFor: (folder: string) => string): Promise<void> {
    const open = this.#conversations.current ?? this.#conversations.restore();
    await this.focus(open.id);
    const text = textFor(await getFolder(open));
    if (text !== "") this.#ask(open.id, { type: "insertText", text });
  }

  /** Copies the selection in the current conversation as Markdown. */
  copySelection(): void {
    const { current } = this.#conversations;
    if (current) this.#panelOf(current.id)?.send({ type: "copySelection" });
  }

  /**
   * Runs a command of the page of the current conversation, as its key or button does. First shows the conversation if
   * it is hidden.
   */
  act(act: PageCommand): Promise<void> {
    return this.tell({ type: "act", command: act });
  }

  /** Sends a message to the page of the current conversation. First shows the conversation if it is hidden. */
  async tell(message: PendingMessage): Promise<void> {
    const { current } = this.#conversations;
    if (!current) return this.focusCurrent();
    if (!this.#panelOf(current.id)) await this.focus(current.id);
    this.#ask(current.id, message);
  }

  openTab(id: ConversationId): Promise<void> {
    return this.#registered.tabs.focus(id);
  }

  setDraft(id: ConversationId, text: string): void {
    const open = this.#conversations.get(id);
    // A page that starts later receives the draft in its snapshot.
    if (open) open.draft = text;
    this.#panelOf(id)?.send({ type: "setDraft", text });
  }

  showRequest(id: ConversationId, requestId: string): void {
    this.#ask(id, { type: "showRequest", requestId });
  }

  openFind(id: ConversationId): void {
    this.#ask(id, { type: "openFind" });
  }

  showItem(id: ConversationId, item: string): void {
    this.#ask(id, { type: "showItem", id: item });
  }

  /** The conversation that the user sees in a page that works. */
  get shown(): ConversationId | undefined {
    const { current, places } = this.#conversations;
    return current && places.isVisible(current.id) && this.#panelOf(current.id)?.isReady ? current.id : undefined;
  }

  /** Shows in the current conversation why an action did nothing. Returns false if its page is not there. */
  say(refusal: Refusal): boolean {
    const { shown } = this;
    if (shown === undefined) return false;
    this.#panelOf(shown)?.send({ type: "refused", refusal });
    return true;
  }

  playSound(): void {
    const panel = this.#conversations.all.map(({ id }) => this.#panelOf(id)).find((each) => each !== undefined);
    panel?.playSound();
  }

  /** Sends every panel its options again after a setting changed. */
  refreshOptions(): void {
    this.#places?.view.refreshOptions();
    this.#places?.tabs.refreshOptions();
  }

  /** Chooses the suggestions of panels without messages again, after the editor knows more about the folder. */
  renewStarters(): void {
    this.#places?.view.renewStarters();
    this.#places?.tabs.renewStarters();
  }

  #ask(id: ConversationId, message: PendingMessage): void {
    const { view, tabs } = this.#registered;
    if (this.#conversations.places.isInTab(id)) tabs.ask(id, message);
    else view.sendWhenReady(id, message);
  }

  #panelOf(id: ConversationId): ConversationPanel | undefined {
    return this.#places?.tabs.panelOf(id) ?? this.#places?.view.panelOf(id);
  }

  get #registered(): ChatPlaces {
    if (!this.#places) throw new Error("no place shows conversations yet");
    return this.#places;
  }
}

/**
 * Returns the folder of a conversation as soon as it is known, which is soon after the conversation is shown; empty if
 * it gets no folder.
 */
async function getFolder(open: OpenConversation): Promise<string> {
  const { conversation } = open;
  if (conversation.state.folder === "")
    await new Promise<void>((resolve) => {
      const following = conversation.changes.onDidChangeState(
        ["folder"],
        () => conversation.state.folder !== "" && resolve(),
      );
      void open
        .open()
        .then(resolve)
        .finally(() => following.dispose());
    });
  return conversation.state.folder;
}
