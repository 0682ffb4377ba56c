import { untrack } from "svelte";
import type { ChatState } from "../../state/chatState.svelte.ts";
import type { Folds } from "../../ui/folds.svelte.ts";

/**
 * Folds inside an item. Stored with the conversation, because rows are unmounted while scrolling; a search unfolds its
 * matches.
 */
export class ItemFolds implements Folds {
  readonly #chat: Pick<ChatState, "view" | "findState">;
  readonly #id: () => string;

  constructor(chat: Pick<ChatState, "view" | "findState">, id: () => string) {
    this.#chat = chat;
    this.#id = id;
  }

  isOpen(name: string): boolean {
    return this.#chat.view.open.has(this.#key(name));
  }

  setOpen(name: string, isOpen: boolean): void {
    untrack(() => this.#chat.view.setOpen(this.#key(name), isOpen));
  }

  isSought(text: () => string): boolean {
    return this.#chat.findState.isIn(this.#id(), text);
  }

  #key(name: string): string {
    return `${this.#id()}/${name}`;
  }
}
