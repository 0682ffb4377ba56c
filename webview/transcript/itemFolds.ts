import { untrack } from "svelte";
import type { ChatState } from "../state/chatState.svelte.ts";
import type { Folds } from "../ui/folds.svelte.ts";

/** What is unfolded inside an item. It is kept with the conversation, as rows come and go with scrolling; the search unfolds what it finds. */
export class ItemFolds implements Folds {
  readonly #chat: Pick<ChatState, "open" | "setOpen" | "findState">;
  readonly #id: () => string;

  constructor(chat: Pick<ChatState, "open" | "setOpen" | "findState">, id: () => string) {
    this.#chat = chat;
    this.#id = id;
  }

  isOpen(name: string): boolean {
    return this.#chat.open.has(this.#key(name));
  }

  setOpen(name: string, isOpen: boolean): void {
    untrack(() => this.#chat.setOpen(this.#key(name), isOpen));
  }

  isSought(text: () => string): boolean {
    return this.#chat.findState.isIn(this.#id(), text);
  }

  #key(name: string): string {
    return `${this.#id()}/${name}`;
  }
}
