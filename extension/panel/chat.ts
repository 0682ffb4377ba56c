import { type Disposable, toDisposable } from "../base/disposable.ts";
import { Emitter } from "../base/emitter.ts";
import { failures, isFailure, messageOf } from "../base/failure.ts";
import type { Problem, QueuedPrompt } from "../contract/conversationState.ts";
import type { Conversation, ConversationOptions } from "../session/conversation.ts";
import type { History } from "../session/ports.ts";
import { describeFailure } from "./failureText.ts";

/** What survives a reload of the window. */
export interface SavedChat {
  readonly sessionId?: string;
  readonly folder?: string;
  readonly draft?: string;
  /** A rewind that the program's own transcript does not show yet. */
  readonly cutBefore?: string;
  readonly queue?: readonly QueuedPrompt[];
}

export interface ChatOptions {
  readonly makeConversation: (options: Pick<ConversationOptions, "folder" | "saved" | "queue">) => Conversation;
  /** The folder to work in; undefined when the user chose none. Throws `settingInvalid`. */
  readonly chooseFolder: () => Promise<string | undefined>;
  readonly history: History;
  readonly load: () => SavedChat;
  readonly save: (saved: SavedChat) => void;
}

/** A folder to work in, or why there is none that works. */
interface Chosen {
  readonly folder: string;
  readonly problem?: Problem;
}

type Restored = SavedChat & { readonly frames?: NonNullable<ConversationOptions["saved"]>["frames"] };

const noFolder: Problem = {
  kind: "setting",
  title: "Choose a folder to work in",
  detail: "The workspace has several folders, and the conversation works in one of them. Retry to choose.",
};

/** The conversation that the panel shows, from the first opening of the panel on. */
export class Chat implements Disposable {
  readonly #options: ChatOptions;
  readonly #replaced = new Emitter<Conversation>();
  #conversation: Conversation | undefined;
  #opening: Promise<Conversation> | undefined;
  #saving: Disposable = toDisposable(() => {});
  #draft: string;
  #lastSaved = "";
  /** What was saved and is not part of a conversation yet. */
  #kept: SavedChat;
  /** Counts openings, so that one which was overtaken knows. */
  #generation = 0;

  /** Another conversation took the place of the one before. */
  readonly onDidReplace = this.#replaced.event;

  constructor(options: ChatOptions) {
    this.#options = options;
    const { draft, ...kept } = options.load();
    this.#draft = draft ?? "";
    this.#kept = kept;
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

  /** The conversation, made and started the first time. */
  open(): Promise<Conversation> {
    this.#opening ??= this.#open(this.#kept, ++this.#generation);
    return this.#opening;
  }

  /** Begins an empty conversation in place of the one there is, which ends. The draft stays. */
  async startNew(): Promise<void> {
    const chosen = await this.#chooseFolder();
    // Nothing was chosen: the conversation there is goes on.
    if (chosen.problem === noFolder && this.#conversation) return;
    const previous = this.#conversation;
    this.#generation++;
    this.#kept = {};
    this.#opening = Promise.resolve(this.#begin(chosen, {}));
    await previous?.close();
  }

  /** Starts the process again, or for the first time; the conversation goes on. */
  async restart(): Promise<void> {
    if (!this.#opening) return void (await this.open());
    const conversation = await this.#opening;
    if (conversation !== this.#conversation) return;
    if (conversation.state.folder !== "" && conversation.state.problem?.kind !== "setting") {
      await conversation.start();
      return;
    }
    // It never had a folder that works, or what was saved could not be read: from the beginning.
    const generation = ++this.#generation;
    const closed = conversation.close();
    this.#opening = this.#open({ ...this.#kept, queue: conversation.state.queue }, generation);
    await closed;
  }

  async close(): Promise<void> {
    this.#saving.dispose();
    await this.#conversation?.close();
  }

  dispose(): void {
    void this.close();
  }

  /** Opens what is saved. One that was overtaken while it waited returns what took its place. */
  async #open(saved: SavedChat, generation: number): Promise<Conversation> {
    const opened = await this.#read(saved);
    const current = generation === this.#generation ? undefined : this.#opening;
    return current ?? this.#begin(opened.chosen, opened.saved);
  }

  async #read(saved: SavedChat): Promise<{ chosen: Chosen; saved: Restored }> {
    const { sessionId, folder } = saved;
    if (sessionId === undefined || folder === undefined) return { chosen: await this.#chooseFolder(), saved };
    try {
      const frames = await this.#options.history.load(sessionId, folder);
      return { chosen: { folder }, saved: { ...saved, frames: frames ?? [] } };
    } catch (error) {
      const failure = isFailure(error) ? error : failures.settingInvalid("history", `The saved conversation could not be read: ${messageOf(error)}`);
      return { chosen: { folder, problem: describeFailure(failure) }, saved };
    }
  }

  async #chooseFolder(): Promise<Chosen> {
    try {
      const folder = await this.#options.chooseFolder();
      return folder === undefined ? { folder: "", problem: noFolder } : { folder };
    } catch (error) {
      if (!isFailure(error)) throw error;
      return { folder: "", problem: describeFailure(error) };
    }
  }

  #begin(chosen: Chosen, saved: Restored): Conversation {
    const conversation = this.#options.makeConversation({
      folder: chosen.folder,
      saved: saved.sessionId !== undefined && saved.frames ? { sessionId: saved.sessionId, frames: saved.frames, cutBefore: saved.cutBefore } : undefined,
      queue: saved.queue,
    });
    this.#conversation = conversation;
    // What could not be read stays saved, until it can be or is given up for a new conversation.
    this.#kept =
      saved.sessionId !== undefined && !saved.frames ? { sessionId: saved.sessionId, ...(saved.folder === undefined ? {} : { folder: saved.folder }) } : {};
    this.#saving.dispose();
    this.#saving = conversation.onDidChange((changes) => {
      if (changes.some((change) => change.kind === "state" || change.kind === "remove")) this.#save();
    });
    this.#replaced.fire(conversation);
    if (chosen.problem) conversation.block(chosen.problem);
    else void conversation.start();
    this.#save();
    return conversation;
  }

  #save(): void {
    const state = this.#conversation?.state;
    const saved: SavedChat = {
      ...this.#kept,
      draft: this.#draft,
      ...(state?.sessionId === undefined ? {} : { sessionId: state.sessionId, folder: state.folder }),
      ...(this.#conversation?.pendingCut === undefined ? {} : { cutBefore: this.#conversation.pendingCut }),
      ...(state && state.queue.length > 0 ? { queue: state.queue } : {}),
    };
    const key = JSON.stringify(saved);
    if (key === this.#lastSaved) return;
    this.#lastSaved = key;
    this.#options.save(saved);
  }
}
