import { Emitter } from "../../shared/base/emitter.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import { isSame } from "../options/difference.ts";

/** An editor tab with a conversation. */
export interface TabLocation {
  readonly id: ConversationId;
  /** True when it is the active tab of its group. */
  readonly isVisible: boolean;
}

/** Places of conversations: one in the side panel, others in an editor tab each, none in two places. */
export class Placement {
  readonly #changed: Emitter<void>;
  #panel: ConversationId | undefined;
  #isPanelVisible = false;
  #tabs: readonly TabLocation[] = [];
  #focused: ConversationId | undefined;

  constructor(onError: (error: unknown) => void) {
    this.#changed = new Emitter(onError);
  }

  get onDidChange() {
    return this.#changed.event;
  }

  /**
   * Conversation that commands without an argument concern: the tab that had the focus last, otherwise the one of the
   * panel.
   */
  get current(): ConversationId | undefined {
    return this.#focused !== undefined && this.isInTab(this.#focused) ? this.#focused : this.#panel;
  }

  isInTab(id: ConversationId): boolean {
    return this.#tabs.some((tab) => tab.id === id);
  }

  /** Checks whether the panel or a tab has the conversation, visible or not. */
  isPlaced(id: ConversationId): boolean {
    return this.#panel === id || this.isInTab(id);
  }

  /** Checks whether the conversation is visible now. */
  isVisible(id: ConversationId): boolean {
    return (this.#isPanelVisible && this.#panel === id) || this.#tabs.some((tab) => tab.isVisible && tab.id === id);
  }

  setPanel(id: ConversationId | undefined): void {
    this.#panel = id;
    this.#changed.fire();
  }

  setPanelVisible(isVisible: boolean): void {
    if (this.#isPanelVisible === isVisible) return;
    this.#isPanelVisible = isVisible;
    this.#changed.fire();
  }

  setTabs(tabs: readonly TabLocation[]): void {
    if (isSame(tabs, this.#tabs)) return;
    this.#tabs = tabs;
    this.#changed.fire();
  }

  setFocused(id: ConversationId): void {
    if (this.#focused === id) return;
    this.#focused = id;
    this.#changed.fire();
  }
}
