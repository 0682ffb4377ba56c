import type { Clock } from "../../shared/base/clock.ts";
import type { Disposable } from "../../shared/base/disposable.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import type { Banner } from "../../shared/contract/banner.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";

/** The handle of a banner, with which the code that showed it changes and ends it. */
export interface ShownBanner {
  /** Replaces the text. Of texts that follow each other quickly only some are shown, and the last one always. */
  setText(text: string): void;
  end(): void;
}

/**
 * The index of the button that ended a banner; "closed": the user ended it without one; "ended": its code did; "lost":
 * its conversation was closed.
 */
export type BannerEnd = number | "closed" | "ended" | "lost";

export interface BannersOptions {
  /** Returns the conversation that the user sees now. */
  readonly find: () => ConversationId | undefined;
  readonly clock: Clock;
  /** Receives errors of the code that shows banners. */
  readonly onError: (error: unknown) => void;
}

/** Maximum number of banners of a conversation that are no progress. */
const maxMessages = 3;
/** Least time in milliseconds between two texts of a banner. */
const textMs = 250;

interface Entry {
  readonly conversation: ConversationId;
  readonly banner: Banner;
  readonly onEnd: (end: BannerEnd) => void;
}

/** A text that waits until the one before was shown long enough. */
interface NextText {
  readonly timer: Disposable;
  text?: string;
}

/**
 * The messages above the composers of conversations. The next message replaces an information without buttons; every
 * other banner is kept until it ends, so that a page which starts again shows it again. They live in the memory of the
 * host and do not outlive the window.
 */
export class Banners {
  readonly #options: BannersOptions;
  readonly #entries = new Map<number, Entry>();
  /** By banner, while a further text has to wait. */
  readonly #texts = new Map<number, NextText>();
  readonly #changed: Emitter<ConversationId>;
  #last = 0;

  constructor(options: BannersOptions) {
    this.#options = options;
    this.#changed = new Emitter(options.onError);
  }

  /** Fires with the conversation whose banners changed. */
  get onDidChange() {
    return this.#changed.event;
  }

  /**
   * Shows a banner in the conversation that the user sees. Returns undefined if the user sees none, and for a message
   * if that conversation already has as many as it may. `onEnd` is called once.
   */
  show(
    kind: Banner["kind"],
    text: string,
    buttons: readonly string[] = [],
    onEnd: (end: BannerEnd) => void = () => {},
  ): ShownBanner | undefined {
    const conversation = this.#options.find();
    if (conversation === undefined || (kind !== "progress" && !this.#makeRoom(conversation))) return undefined;
    const id = ++this.#last;
    this.#put({ conversation, banner: { id, kind, text, buttons }, onEnd });
    return { setText: (newText) => this.#setText(id, newText), end: () => this.#end(id, "ended") };
  }

  /** Returns the banners of a conversation, the oldest first. */
  of(conversation: ConversationId): readonly Banner[] {
    return [...this.#entries.values()]
      .filter((entry) => entry.conversation === conversation)
      .map(({ banner }) => banner);
  }

  /** Takes the user's answer in a conversation: a button, or undefined for a banner that was closed. */
  answer(conversation: ConversationId, id: number, button: number | undefined): void {
    const entry = this.#entries.get(id);
    if (entry?.conversation === conversation)
      this.#end(id, button !== undefined && button < entry.banner.buttons.length ? button : "closed");
  }

  /** Ends the banners of the conversations that are not open any more. */
  keep(isOpen: (conversation: ConversationId) => boolean): void {
    for (const [id, { conversation }] of [...this.#entries]) if (!isOpen(conversation)) this.#end(id, "lost");
  }

  /** Ends what the next message of a conversation replaces. Returns false if the others leave no room for it. */
  #makeRoom(conversation: ConversationId): boolean {
    const messages = this.of(conversation).filter(({ kind }) => kind !== "progress");
    const replaced = messages.filter(({ kind, buttons }) => kind === "information" && buttons.length === 0);
    if (messages.length - replaced.length >= maxMessages) return false;
    for (const { id } of replaced) this.#end(id, "ended");
    return true;
  }

  #setText(id: number, text: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const next = this.#texts.get(id);
    if (next) {
      next.text = text;
      return;
    }
    const timer = this.#options.clock.after(textMs, () => {
      const { text: waiting } = this.#texts.get(id) ?? {};
      this.#texts.delete(id);
      if (waiting !== undefined) this.#setText(id, waiting);
    });
    this.#texts.set(id, { timer });
    this.#put({ ...entry, banner: { ...entry.banner, text } });
  }

  #put(entry: Entry): void {
    this.#entries.set(entry.banner.id, entry);
    this.#changed.fire(entry.conversation);
  }

  #end(id: number, end: BannerEnd): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    this.#texts.get(id)?.timer.dispose();
    this.#texts.delete(id);
    this.#changed.fire(entry.conversation);
    try {
      entry.onEnd(end);
    } catch (error) {
      this.#options.onError(error);
    }
  }
}
