import type { Logger } from "../../../shared/base/logger.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { TranscriptReader } from "../ports/ports.ts";
import type { ConversationStore } from "../view/conversationStore.ts";
import { findPromptBeside } from "../view/timeline.ts";
import { type EarlierPrompt, EarlierPrompts, shortenListedPrompt } from "./earlierPrompts.ts";
import type { FarItems } from "./farItems.ts";
import type { OlderItems } from "./olderItems.ts";

export interface PromptText {
  readonly id: string;
  readonly text: string;
}

export interface TranscriptPromptsOptions {
  readonly older: OlderItems;
  readonly far: FarItems;
  readonly logger: Logger;
  /** Notes prompts that exist, so that a page finds them however far away they are. */
  readonly noteListed: (prompts: readonly { readonly id: string }[]) => void;
}

/** The prompts of a conversation: those that are loaded, and those before them, which are read and not kept. */
export class TranscriptPrompts {
  readonly #store: ConversationStore;
  readonly #options: TranscriptPromptsOptions;
  readonly #earlier: EarlierPrompts;

  constructor(store: ConversationStore, options: TranscriptPromptsOptions) {
    this.#store = store;
    this.#options = options;
    const { older, logger } = options;
    const oldestLoaded = () => (older.exist ? { id: this.loaded.at(-1)?.id } : undefined);
    this.#earlier = new EarlierPrompts({ makeStore: () => store.makeOlder(), logger, oldestLoaded });
  }

  /** Loaded prompts, newest first. */
  get loaded(): readonly PromptText[] {
    return this.#store.timeline
      .items()
      .flatMap((item) => (item.kind === "prompt" ? [{ id: item.id, text: item.text }] : []))
      .reverse();
  }

  /** The newest loaded prompt for a model, not a local command of `claude`. */
  get newestAsked(): PromptText | undefined {
    const newest = this.#store.timeline.items().findLast((item) => item.kind === "prompt" && !item.isLocal);
    return newest?.kind === "prompt" ? { id: newest.id, text: newest.text } : undefined;
  }

  /** Loads earlier items until one of them is a prompt for a model. */
  loadNewestAsked(): Promise<void> {
    return this.#options.older.loadWhile(() => this.newestAsked === undefined);
  }

  /** Returns all prompts with their first words, newest first. */
  async list(): Promise<readonly PromptText[]> {
    const all = [...this.loaded.map(shortenListedPrompt), ...(await this.#earlier.list())];
    this.#options.noteListed(all);
    return all;
  }

  /** Returns a prompt with its whole text. */
  async find(id: string): Promise<PromptText | undefined> {
    return (
      this.loaded.find((prompt) => prompt.id === id) ?? (await this.findEarlier(({ item }) => item.id === id))?.item
    );
  }

  /** Returns the id of the first prompt. One that is not loaded is read once. Rejects when it cannot be read. */
  async findFirst(): Promise<string | undefined> {
    return (await this.#earlier.findFirst()) ?? this.loaded.at(-1)?.id;
  }

  /**
   * Returns the newest prompt that is not loaded and passes the test, with its attachments; undefined if there is none.
   */
  async findEarlier(test: (prompt: EarlierPrompt) => boolean): Promise<EarlierPrompt | undefined> {
    for await (const prompt of this.#earlier.read()) if (test(prompt)) return prompt;
    return undefined;
  }

  /**
   * Returns the id of the prompt before (-1) or after (1) an item of the main thread, read from disk where needed;
   * undefined if there is none.
   */
  async findBeside(id: string, step: -1 | 1): Promise<string | undefined> {
    const { older, far, noteListed } = this.#options;
    const beside = (): string | undefined => findPromptBeside(this.#store.timeline.items(), id, step);
    if (far.window?.has(id) && this.#store.item(mainThread, id) === undefined) {
      const found = await far.use((window) => window.promptBeside(id, step));
      if (found !== undefined) noteListed([{ id: found }]);
      return found;
    }
    if (step === -1) await older.loadWhile(() => beside() === undefined);
    return beside();
  }

  /** Forgets what was read: the conversation continues from another place. */
  reset(): void {
    this.#earlier.reset();
  }

  /** Sets how the part before a prompt is opened once more. */
  setReopen(reopen: (before: string | undefined) => Promise<TranscriptReader | undefined>): void {
    this.#earlier.setReopen(reopen);
  }
}
