import { background } from "../base/background.ts";
import { getErrorMessage, isFailure } from "../base/failure.ts";
import type { Attachment } from "../contract/attachments.ts";
import type { Problem } from "../contract/conversationState.ts";
import type { ConversationId } from "../contract/ids.ts";
import type { ViewState } from "../contract/toWebview.ts";
import { Conversation } from "../session/conversation.ts";
import type { ConversationOptions } from "../session/conversationOptions.ts";
import type { SessionRegistry, TranscriptSource } from "../session/ports.ts";
import { toProblem } from "../session/problem.ts";
import type { DraftText } from "./composer/draftText.ts";
import { ExternalUseWatch } from "./lifecycle/externalUseWatch.ts";
import { PersistenceCheck } from "./lifecycle/persistenceCheck.ts";
import { PastReader } from "./pastReader.ts";
import { Persistence } from "./persistence.ts";
import type { Folders, StateStore } from "./ports.ts";
import type { SavedConversation } from "./savedConversation.ts";

export interface OpenConversationOptions extends Omit<ConversationOptions, "remembered" | "id"> {
  readonly folders: Folders;
  readonly history: TranscriptSource;
  readonly live: SessionRegistry;
  readonly store: StateStore;
  /** Whether one more process may start. */
  readonly makeRoom: (id: ConversationId) => Promise<boolean>;
}

/** A conversation that is open in this window, with its draft: where it works, what it begins with, and what is saved of it. */
export class OpenConversation {
  readonly id: ConversationId;
  readonly conversation: Conversation;
  /** Who else goes on with it. */
  readonly live: ExternalUseWatch;
  readonly #options: OpenConversationOptions;
  readonly #persistence: Persistence;
  readonly #past: PastReader;
  readonly #saved: PersistenceCheck;
  #isClosed = false;
  #opening: Promise<void> | undefined;
  #waking: Promise<void> | undefined;

  constructor(id: ConversationId, saved: SavedConversation, options: OpenConversationOptions) {
    this.id = id;
    this.#options = options;
    this.conversation = new Conversation({ ...options, id, remembered: saved });
    this.live = new ExternalUseWatch({ ...options, conversation: this.conversation, reread: () => this.#past.readAgain(false), goOn: () => this.#wakeLater() });
    const { conversation, live } = this;
    const block = (problem: Problem): void => this.#block(problem);
    this.#past = new PastReader({ ...options, conversation, live, wasDamaged: saved.wasDamaged ?? false, block });
    this.#saved = new PersistenceCheck(this.conversation, options.history, options.clock);
    this.#persistence = new Persistence({ id, saved, conversation, store: options.store });
  }

  /** It ended for good: nothing starts it again. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** A process runs for it, or is being started. */
  get hasProcess(): boolean {
    const { status } = this.conversation.state;
    return status === "idle" || status === "working" || (status === "starting" && this.#opening !== undefined);
  }

  /** What stands in the composer. */
  get draft(): string {
    return this.draftText.draft;
  }

  set draft(text: string) {
    this.draftText.draft = text;
  }

  /** Keeps what goes with the prompt in the composer. */
  attach(...added: readonly Attachment[]): void {
    this.conversation.set({ attachments: [...this.conversation.state.attachments, ...added] });
  }

  /** Leaves these out of what goes with the prompt in the composer. Returns them. */
  detach(ids: readonly string[]): readonly Attachment[] {
    const { attachments } = this.conversation.state;
    const isGone = ({ id }: Attachment): boolean => ids.includes(id);
    this.conversation.set({ attachments: attachments.filter((each) => !isGone(each)) });
    return attachments.filter(isGone);
  }

  get draftText(): DraftText {
    return this.#persistence.typing;
  }

  /** How it was looked at last. */
  get view(): ViewState {
    return this.#persistence.view;
  }

  set view(view: ViewState) {
    this.#persistence.view = view;
  }

  /** Whether its composer holds something: a text, here or in a document, or an attachment without one. */
  get hasDraft(): boolean {
    return !this.draftText.isEmpty || this.conversation.state.attachments.length > 0;
  }

  /** Nothing was said in it, and nothing waits to be. */
  get isBlank(): boolean {
    const { transcript, state, remembered } = this.conversation;
    return transcript.isEmpty && state.queue.length === 0 && state.sessionId === undefined && remembered.forkedFrom === undefined;
  }

  /** Finds the folder, shows what was said before, and starts the process unless it rests: once, until it worked. Never rejects. */
  open(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#opening ??= this.#open().catch((error: unknown) => this.#block({ code: "stopped", detail: getErrorMessage(error) }));
    return this.#opening;
  }

  /** Starts the process again, or tries again to open; the conversation goes on. Of several calls at once only one does it. Never rejects. */
  async restart(): Promise<void> {
    const opening = this.#opening;
    await opening;
    if (this.#isClosed || this.#opening !== opening) return this.#opening;
    this.#opening = this.#reopen().catch((error: unknown) => this.#block({ code: "stopped", detail: getErrorMessage(error) }));
    await this.#opening;
  }

  /** Ends the process and saves what is left. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.live.dispose();
    this.#saved.dispose();
    // A prompt that the process did not take comes back with its end, and belongs to what is saved.
    await this.conversation.close();
    this.#persistence.save();
    this.#persistence.dispose();
  }

  /** Sends a prompt. One that rests shows what was said before and starts for it. */
  submit(text: string, attachments: readonly Attachment[] = []): void {
    this.conversation.submit(text, attachments);
    this.#wakeLater();
  }

  #wakeLater(): void {
    background(this.wake(), this.#options.logger, "waking a conversation");
  }

  /**
   * Starts the process if it rests, after what was said before is shown; once, however often it is called. One that is being
   * started is waited for. Never rejects.
   */
  async wake(): Promise<void> {
    const { status } = this.conversation.state;
    if (status === "starting") return this.#waking ?? this.#opening;
    if (status !== "resting") return;
    this.#waking ??= this.open()
      .then(async () => {
        if (!this.#past.isRead || this.conversation.state.status !== "resting" || this.live.isLive) return;
        // Somebody may have gone on with it since it was opened.
        if (await this.live.check({ isCertain: true })) return this.#past.readAgain(true);
        if (await this.#past.isBehind()) await this.#past.readAgain(false);
        await this.#start();
      })
      .finally(() => {
        this.#waking = undefined;
      });
    await this.#waking;
  }

  /** Looks whether somebody else goes on with it, and reads along if so. */
  async readAlong(): Promise<void> {
    if (this.#past.isRead && (await this.live.check())) await this.#past.readAgain(true);
  }

  /** Where somebody else is known to go on with it, an idle process ends, and it is read along. Never rejects. */
  async yieldProcess(): Promise<void> {
    if (this.live.isLive || !(await this.live.isElsewhere())) return;
    if (this.conversation.state.status === "resting" || (await this.rest())) await this.readAlong();
  }

  /** Its process is idle, and nothing would be lost with it. */
  get canRest(): boolean {
    return this.conversation.canRest && !this.#saved.isMissing;
  }

  /** Lets the process go until the next prompt, if it can. Returns whether none runs now. */
  async rest(): Promise<boolean> {
    return !this.#saved.isMissing && (await this.conversation.rest());
  }

  /** Lets go what is on the disk anyway, beyond the newest `count` items, when nothing goes on in it. */
  trim(count: number): void {
    this.#past.trim(count);
  }

  /** Works in another folder, as long as nothing was said. */
  async moveTo(folder: string): Promise<void> {
    if (!this.isBlank || folder === this.conversation.state.folder) return;
    this.conversation.set({ folder });
    await this.restart();
  }

  async #reopen(): Promise<void> {
    const { state, transcript } = this.conversation;
    // A folder that a setting named wrongly is chosen anew, as long as nothing was said in it.
    if (state.problem?.code === "setting" && transcript.isEmpty && state.sessionId === undefined) this.conversation.set({ folder: "" });
    await this.#open();
  }

  async #open(): Promise<void> {
    const { conversation } = this;
    if (!(await this.#findFolder())) return;
    if (!this.#past.isRead && !(await this.#past.read())) return;
    if (conversation.state.status !== "resting") await this.#start();
  }

  async #start(): Promise<void> {
    if (this.#isClosed) return;
    // A terminal may have gone on with it meanwhile; for another window the start itself waits.
    if (await this.live.check({ isTerminal: true })) return this.#past.readAgain(true);
    if (!(await this.#options.makeRoom(this.id))) return this.#block({ code: "tooMany" });
    if (!this.#isClosed) await this.conversation.start();
  }

  /** Chooses the folder, unless it has one that is not outdated. Returns whether it has one now. */
  async #findFolder(): Promise<boolean> {
    const { conversation } = this;
    const { folders } = this.#options;
    try {
      const { folder: known } = conversation.state;
      if (known !== "" && !(this.isBlank && folders.isOutdated(known))) return true;
      conversation.set({ folder: "" });
      const folder = await folders.choose();
      if (folder === undefined) this.#block({ code: "noFolder" });
      else conversation.set({ folder });
      return folder !== undefined;
    } catch (error) {
      if (!isFailure(error)) throw error;
      this.#block(toProblem(error));
      return false;
    }
  }

  #block(problem: Problem): void {
    if (!this.#isClosed) this.conversation.block(problem);
  }
}
