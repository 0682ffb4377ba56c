import { Emitter } from "../base/emitter.ts";
import { messageOf } from "../base/failure.ts";
import type { Change } from "../contract/changes.ts";
import type { ConversationId } from "../contract/ids.ts";
import { OpenConversation, type OpenConversationOptions } from "./openConversation.ts";
import { parseConversation, parseWindow, type SavedConversation, serializeWindow } from "./savedConversation.ts";

/** What changed in one of the conversations. */
export interface ConversationChange {
  readonly id: ConversationId;
  readonly changes: readonly Change[];
}

/** The name under which a window's own state is saved. */
const windowName = "window";

/** The conversations that are open in this window, and the one that the panel shows. */
export class Conversations {
  readonly #options: OpenConversationOptions;
  readonly #open = new Map<ConversationId, OpenConversation>();
  readonly #changed: Emitter<ConversationChange>;
  readonly #shownChanged: Emitter<OpenConversation>;
  #shown: OpenConversation | undefined;

  constructor(options: OpenConversationOptions) {
    this.#options = options;
    const onError = (error: unknown): void => options.logger.error(`a listener of the conversations failed: ${messageOf(error)}`);
    this.#changed = new Emitter(onError);
    this.#shownChanged = new Emitter(onError);
  }

  get onDidChange() {
    return this.#changed.event;
  }

  /** The panel shows another conversation. */
  get onDidShow() {
    return this.#shownChanged.event;
  }

  get all(): readonly OpenConversation[] {
    return [...this.#open.values()];
  }

  get(id: ConversationId): OpenConversation | undefined {
    return this.#open.get(id);
  }

  /** The conversation that the panel shows, once there is one. */
  get shown(): OpenConversation | undefined {
    return this.#shown;
  }

  /** The conversation to show: the one that is shown, else the one that this window showed last, else a new one. */
  restore(): OpenConversation {
    if (this.#shown) return this.#shown;
    const last = this.#readWindow();
    const restored = last === undefined ? this.create() : this.#add(last, this.#readConversation(last) ?? { draft: "" });
    this.show(restored.id);
    return restored;
  }

  /** A new conversation. Nothing runs until it is opened. */
  create(saved: SavedConversation = { draft: "" }): OpenConversation {
    return this.#add(this.#options.newId() as ConversationId, saved);
  }

  show(id: ConversationId): void {
    const found = this.#open.get(id);
    if (!found || found === this.#shown) return;
    this.#shown = found;
    this.#options.store.save(windowName, serializeWindow(id));
    this.#shownChanged.fire(found);
  }

  /** Ends a conversation and forgets what was saved of it; the CLI's own transcript stays. */
  async remove(id: ConversationId): Promise<void> {
    const found = this.#open.get(id);
    if (!found) return;
    this.#open.delete(id);
    if (this.#shown === found) this.#shown = undefined;
    await found.close();
    this.#options.store.remove(id);
  }

  /** Ends every process; resolves when everything is saved. */
  async close(): Promise<void> {
    await Promise.all(this.all.map((open) => open.close()));
    await this.#options.store.flush();
  }

  #add(id: ConversationId, saved: SavedConversation): OpenConversation {
    const open = new OpenConversation(id, saved, this.#options);
    this.#open.set(id, open);
    open.conversation.onDidChange((changes) => this.#changed.fire({ id, changes }));
    return open;
  }

  #readWindow(): ConversationId | undefined {
    const text = this.#options.store.load(windowName);
    const shown = text === undefined ? undefined : parseWindow(text);
    if (text !== undefined && shown === undefined) this.#setAside(windowName);
    return shown as ConversationId | undefined;
  }

  #readConversation(id: ConversationId): SavedConversation | undefined {
    const text = this.#options.store.load(id);
    const saved = text === undefined ? undefined : parseConversation(text);
    if (text !== undefined && saved === undefined) this.#setAside(id);
    return saved;
  }

  #setAside(name: string): void {
    this.#options.logger.warn(`the saved state ${name} is damaged or of another version; it is set aside`);
    this.#options.store.setAside(name);
  }
}
