import type { ScrollAnchor, ViewState } from "../../extension/shared/contract/viewState.ts";
import { OpenCards } from "../transcript/openCards.svelte.ts";
import { PromptEdit } from "../transcript/promptEdit.svelte.ts";

export interface SavedViewOptions {
  /** Called when the view changed and must be saved. */
  readonly onChange: () => void;
  /** Called with the id of a card that is no longer open. */
  readonly onCloseCard: (id: string) => void;
}

/** The part of the view that outlives the page: open cards, the scroll position, and the edit of an earlier prompt. */
export class SavedView {
  /** Ids of items whose cards are open. Kept here, because rows are unmounted while they are scrolled out of view. */
  readonly open: OpenCards;
  readonly edit: PromptEdit;
  /** Scroll position to restore after the webview was rebuilt; undefined once it is restored. */
  anchor: ScrollAnchor | undefined = $state.raw();
  readonly #onChange: () => void;
  #savedAnchor: ScrollAnchor | undefined;

  constructor({ onChange, onCloseCard }: SavedViewOptions) {
    this.#onChange = onChange;
    this.open = new OpenCards(onCloseCard);
    this.edit = new PromptEdit(onChange);
  }

  get current(): ViewState {
    return { open: [...this.open], anchor: this.#savedAnchor, editing: this.edit.current };
  }

  /** The scroll position that was stored last; undefined at the end. */
  get savedAnchor(): ScrollAnchor | undefined {
    return this.#savedAnchor;
  }

  /** Replaces the view by a saved one. */
  restore({ open, anchor, editing }: ViewState): void {
    this.edit.current = editing;
    this.open.clear();
    for (const id of open) this.open.add(id);
    this.anchor = this.#savedAnchor = anchor;
  }

  setOpen(id: string, isOpen: boolean): void {
    this.open[isOpen ? "add" : "delete"](id);
    this.#onChange();
  }

  /** Stores the scroll position; undefined at the end. */
  setAnchor(anchor: ScrollAnchor | undefined): void {
    if (anchor?.id === this.#savedAnchor?.id && anchor?.offset === this.#savedAnchor?.offset) return;
    this.#savedAnchor = anchor;
    this.#onChange();
  }
}
