import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { Emitter } from "../base/emitter.ts";
import { isFailure } from "../base/failure.ts";
import type { Trouble } from "../contract/facts.ts";
import type { Conversation } from "../session/conversation.ts";
import type { History } from "../session/ports.ts";
import { describeFailure } from "./failureText.ts";

/** What survives a reload of the window. */
export interface SavedChat {
  readonly sessionId?: string;
  readonly folder?: string;
  readonly draft?: string;
}

export interface ChatOptions {
  readonly makeConversation: (folder: string, saved: ConstructorParameters<typeof Conversation>[0]["saved"]) => Conversation;
  /** Undefined when the user chose no folder. */
  readonly chooseFolder: () => Promise<string | undefined>;
  readonly history: History;
  readonly isTrusted: () => boolean;
  readonly load: () => SavedChat;
  readonly save: (saved: SavedChat) => void;
}

const untrusted: Trouble = {
  kind: "untrusted",
  title: "This workspace is not trusted",
  detail: "No program is started in it until you trust it. Use Manage Workspace Trust, and the conversation starts.",
};

/** The conversation that the panel shows, from the first opening of the panel on. */
export class Chat implements Disposable {
  readonly #options: ChatOptions;
  readonly #replaced = new Emitter<Conversation>();
  readonly #store = new DisposableStore();
  #conversation: Conversation | undefined;
  #opening: Promise<Conversation | undefined> | undefined;
  #draft: string;

  /** Another conversation took the place of the one before. */
  readonly onDidReplace = this.#replaced.event;

  constructor(options: ChatOptions) {
    this.#options = options;
    this.#draft = options.load().draft ?? "";
  }

  get conversation(): Conversation | undefined {
    return this.#conversation;
  }

  get draft(): string {
    return this.#draft;
  }

  set draft(text: string) {
    this.#draft = text;
    this.#save();
  }

  /** The conversation, made and started the first time; undefined when the user chose no folder for it. */
  open(): Promise<Conversation | undefined> {
    this.#opening ??= this.#open(this.#options.load());
    return this.#opening;
  }

  /** Ends the conversation and begins an empty one. The draft stays. */
  async startNew(): Promise<Conversation | undefined> {
    const previous = this.#conversation;
    this.#opening = this.#open({});
    await previous?.close();
    return this.#opening;
  }

  /** Starts the process again; the conversation goes on. */
  async restart(): Promise<void> {
    const conversation = await this.open();
    if (!conversation) this.#opening = undefined;
    else if (this.#options.isTrusted()) await conversation.start();
  }

  async close(): Promise<void> {
    this.#store.dispose();
    await this.#conversation?.close();
  }

  dispose(): void {
    void this.close();
  }

  async #open(saved: SavedChat): Promise<Conversation | undefined> {
    const { makeConversation, chooseFolder, history, isTrusted } = this.#options;
    let trouble: Trouble | undefined = isTrusted() ? undefined : untrusted;
    let folder = saved.folder;
    try {
      folder ??= await chooseFolder();
    } catch (error) {
      if (!isFailure(error)) throw error;
      trouble = describeFailure(error);
      folder = "";
    }
    if (folder === undefined) {
      this.#opening = undefined;
      return undefined;
    }
    const frames = saved.sessionId === undefined ? undefined : await history.load(saved.sessionId, folder);
    const conversation = makeConversation(folder, saved.sessionId !== undefined && frames ? { sessionId: saved.sessionId, frames } : undefined);
    this.#conversation = conversation;
    this.#store.add(conversation.onDidChange(() => this.#save()));
    this.#replaced.fire(conversation);
    if (trouble) conversation.block(trouble);
    else void conversation.start();
    this.#save();
    return conversation;
  }

  #lastSaved = "";

  #save(): void {
    const facts = this.#conversation?.facts;
    const saved: SavedChat = {
      draft: this.#draft,
      ...(facts?.sessionId === undefined ? {} : { sessionId: facts.sessionId }),
      ...(facts?.folder ? { folder: facts.folder } : {}),
    };
    const key = JSON.stringify(saved);
    if (key === this.#lastSaved) return;
    this.#lastSaved = key;
    this.#options.save(saved);
  }
}
