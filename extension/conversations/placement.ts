import { Emitter } from "../base/emitter.ts";
import type { ConversationId } from "../contract/ids.ts";

/** An editor tab with a conversation. */
export interface TabLocation {
  readonly id: ConversationId;
  /** It is in front in its group. */
  readonly isVisible: boolean;
}

/** Where conversations stand: one in the side panel, others each in an editor tab, none in two places. */
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

  /** The conversation that commands without an argument concern: the one that had the focus last, else that of the panel. */
  get current(): ConversationId | undefined {
    return this.#focused !== undefined && this.isInTab(this.#focused) ? this.#focused : this.#panel;
  }

  isInTab(id: ConversationId): boolean {
    return this.#tabs.some((tab) => tab.id === id);
  }

  /** Whether it stands anywhere, seen or not. */
  isPlaced(id: ConversationId): boolean {
    return this.#panel === id || this.isInTab(id);
  }

  /** Whether a person can see it now. */
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
    if (JSON.stringify(tabs) === JSON.stringify(this.#tabs)) return;
    this.#tabs = tabs;
    this.#changed.fire();
  }

  setFocused(id: ConversationId): void {
    if (this.#focused === id) return;
    this.#focused = id;
    this.#changed.fire();
  }
}
