import { Emitter } from "../base/emitter.ts";
import type { Banner } from "../contract/banner.ts";
import type { ConversationId } from "../contract/ids.ts";

/** The handle of a banner, with which the code that showed it changes and ends it. */
export interface ShownBanner {
  setText(text: string): void;
  end(): void;
}

/** Maximum number of banners of a conversation that are no progress. */
const maxMessages = 3;

interface Entry {
  readonly conversation: ConversationId;
  readonly banner: Banner;
  readonly onAnswer: (button: number | undefined) => void;
}

/**
 * The messages above the composers of conversations. The next message replaces an information, and the oldest of several warnings and errors. A
 * banner is kept until it ends, so that a page which starts again shows it again.
 */
export class Banners {
  readonly #find: () => ConversationId | undefined;
  readonly #entries = new Map<number, Entry>();
  readonly #changed = new Emitter<ConversationId>(() => {});
  /** Fires with the conversation whose banners changed. */
  readonly onDidChange = this.#changed.event;
  #last = 0;

  /** `find` returns the conversation that the user sees now. */
  constructor(find: () => ConversationId | undefined) {
    this.#find = find;
  }

  /**
   * Shows a banner in the conversation that the user sees. Returns undefined if the user sees none. `onAnswer` gets the index of the pressed button;
   * undefined when the banner ends otherwise.
   */
  show(
    kind: Banner["kind"],
    text: string,
    buttons: readonly string[] = [],
    onAnswer: (button: number | undefined) => void = () => {},
  ): ShownBanner | undefined {
    const conversation = this.#find();
    if (conversation === undefined) return undefined;
    if (kind !== "progress") this.#makeRoom(conversation);
    const id = ++this.#last;
    this.#put({ conversation, banner: { id, kind, text, buttons }, onAnswer });
    return {
      setText: (newText) => {
        const entry = this.#entries.get(id);
        if (entry) this.#put({ ...entry, banner: { ...entry.banner, text: newText } });
      },
      end: () => this.#end(id, undefined),
    };
  }

  /** Returns the banners of a conversation, the oldest first. */
  of(conversation: ConversationId): readonly Banner[] {
    return [...this.#entries.values()].filter((entry) => entry.conversation === conversation).map(({ banner }) => banner);
  }

  /** Takes the user's answer: a button, or undefined for a banner that was closed. */
  answer(id: number, button: number | undefined): void {
    const { banner } = this.#entries.get(id) ?? {};
    if (banner) this.#end(id, button !== undefined && button < banner.buttons.length ? button : undefined);
  }

  /** Ends what the next message of a conversation replaces. */
  #makeRoom(conversation: ConversationId): void {
    const messages = this.of(conversation).filter(({ kind }) => kind !== "progress");
    const [replaced, rest] = [messages.filter(({ kind }) => kind === "information"), messages.filter(({ kind }) => kind !== "information")];
    for (const { id } of [...replaced, ...rest.slice(0, Math.max(0, rest.length - maxMessages + 1))]) this.#end(id, undefined);
  }

  #put(entry: Entry): void {
    this.#entries.set(entry.banner.id, entry);
    this.#changed.fire(entry.conversation);
  }

  #end(id: number, button: number | undefined): void {
    const entry = this.#entries.get(id);
    if (!entry || !this.#entries.delete(id)) return;
    this.#changed.fire(entry.conversation);
    entry.onAnswer(button);
  }
}
