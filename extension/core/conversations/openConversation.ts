import type { IsolationView } from "../../shared/contract/changes/isolation.ts";
import type { Attachment } from "../../shared/contract/composer/attachments.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import type { Problem } from "../../shared/contract/problem.ts";
import type { ViewState } from "../../shared/contract/viewState.ts";
import { Conversation } from "../conversation/conversation.ts";
import type { ConversationOptions } from "../conversation/conversationOptions.ts";
import type { SessionRegistry, TranscriptSource } from "../conversation/ports/ports.ts";
import type { PendingRewind } from "../conversation/rewind/rewindMemory.ts";
import { type DraftText, joinDrafts } from "./composer/draftText.ts";
import { ConversationStart } from "./conversationStart.ts";
import { FolderAndProfile } from "./folderAndProfile.ts";
import { ExternalUseWatch } from "./lifecycle/externalUseWatch.ts";
import { PersistenceCheck } from "./lifecycle/persistenceCheck.ts";
import { PlannedRestart } from "./lifecycle/plannedRestart.ts";
import { Persistence } from "./persistence.ts";
import type { Folders, Profiles, StateStore } from "./ports.ts";
import { InterruptedRewindRecovery } from "./rewind/interruptedRewindRecovery.ts";
import { Rewind } from "./rewind/rewind.ts";
import type { SavedConversation } from "./savedConversation.ts";
import { TranscriptLoader } from "./transcriptLoader.ts";

export interface OpenConversationOptions extends Omit<ConversationOptions, "remembered" | "id"> {
  readonly folders: Folders;
  readonly profiles: Profiles;
  /** Returns how an isolated folder is kept apart; undefined for other folders. */
  readonly isolation?: ((folder: string) => IsolationView | undefined) | undefined;
  readonly history: TranscriptSource;
  readonly live: SessionRegistry;
  readonly store: StateStore;
  readonly shown?: StateStore | undefined;
  /** Calls `begin` once one more process may start. Resolves to false where none may. */
  readonly makeRoom: (id: ConversationId, begin: () => Promise<void>) => Promise<boolean>;
  /** Called when a rewind that was interrupted was finished, and the past is shown. */
  readonly onRecovered: (recovered: RecoveredConversation) => void;
}

/** A conversation whose rewind was finished at a start. */
export interface RecoveredConversation {
  readonly open: OpenConversation;
  readonly finished: PendingRewind;
}

/** An open conversation of this window with its draft: its folder, its start, and its saved state. */
export class OpenConversation {
  readonly id: ConversationId;
  readonly conversation: Conversation;
  /** Watches the use by other programs. */
  readonly externalUse: ExternalUseWatch;
  readonly plannedRestart: PlannedRestart;
  readonly rewind: Rewind;
  readonly #options: OpenConversationOptions;
  readonly #persistence: Persistence;
  readonly #past: TranscriptLoader;
  readonly #saved: PersistenceCheck;
  readonly #place: FolderAndProfile;
  readonly #start: ConversationStart;
  #isClosed = false;

  constructor(id: ConversationId, saved: SavedConversation, options: OpenConversationOptions) {
    this.id = id;
    this.#options = options;
    const conversation = new Conversation({ ...options, id, remembered: saved });
    this.conversation = conversation;
    const externalUse = new ExternalUseWatch({
      ...options,
      conversation,
      reread: () => this.#past.readAgain(false),
      continueHere: () => this.#start.wakeLater(),
    });
    this.externalUse = externalUse;
    const block = (problem: Problem): void => this.#block(problem);
    this.#place = new FolderAndProfile({ ...options, conversation, block });
    this.#past = new TranscriptLoader({
      ...options,
      conversation,
      externalUse,
      wasDamaged: saved.wasDamaged ?? false,
      block,
    });
    this.plannedRestart = new PlannedRestart({ conversation, restart: () => this.restart(), logger: options.logger });
    this.#saved = new PersistenceCheck(conversation, options.history, options.clock);
    this.#persistence = new Persistence({ id, saved, conversation, store: options.store, clock: options.clock });
    this.rewind = new Rewind(conversation, {
      now: () => options.clock.now(),
      newId: options.newId,
      save: () => this.#persistence.flush(),
      readLastEntry: (sessionId) => this.#past.readLastEntry(sessionId),
      findCut: (prompt) => this.#past.findCut(prompt),
      rest: () => this.rest(),
      readPast: () => this.#past.reread(),
    });
    this.#start = new ConversationStart({
      conversation,
      externalUse,
      block,
      logger: options.logger,
      place: this.#place,
      past: this.#past,
      interrupted: new InterruptedRewindRecovery({ conversation, rewind: this.rewind, block }),
      isClosed: () => this.#isClosed,
      isReplay: () => this.isReplay,
      makeRoom: (begin) => options.makeRoom(id, begin),
      onRecovered: (finished) => this.#endRecovered(finished),
    });
  }

  /** True when it ended for good; it cannot start again. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** True when it shows a recorded trace: no process runs, and nothing of it is saved. */
  get isReplay(): boolean {
    return this.conversation.state.externalUse?.by === "trace";
  }

  /** True when its process runs or is starting. */
  get hasProcess(): boolean {
    const { status } = this.conversation.state;
    if (this.isReplay) return false;
    return status === "idle" || status === "working" || (status === "starting" && this.#start.opening !== undefined);
  }

  /** Text in the composer. */
  get draft(): string {
    return this.draftText.draft;
  }

  set draft(text: string) {
    this.draftText.draft = text;
  }

  /**
   * All attachments that it keeps: of the composer, of prompts that were not sent, and of one that a rewind removes.
   */
  get attachments(): readonly Attachment[] {
    const { state, remembered, rewinds } = this.conversation;
    return [state, ...(remembered.unsent ?? []), rewinds.memory.pending?.removed].flatMap(
      (prompt) => prompt?.attachments ?? [],
    );
  }

  /** Adds attachments to the composer. */
  attach(...added: readonly Attachment[]): void {
    this.conversation.managed.attach(added);
  }

  /** Removes attachments from the composer and returns them. */
  detach(ids: readonly string[]): readonly Attachment[] {
    return this.conversation.managed.detach(ids);
  }

  /** The state that survives the window, with which it can be created again. */
  get saved(): SavedConversation {
    return this.#persistence.state;
  }

  get draftText(): DraftText {
    return this.#persistence.typing;
  }

  /** Last view state of the panel: scroll position, open parts and edit in progress. */
  get view(): ViewState {
    return this.#persistence.view;
  }

  set view(view: ViewState) {
    this.#persistence.view = view;
  }

  /** True when its composer has a text, here or in a document, or an attachment. */
  get hasDraft(): boolean {
    return !this.draftText.isEmpty || this.conversation.state.attachments.length > 0;
  }

  /** True when the conversation has no messages, no queued ones and no session, and is not a fork. */
  get isBlank(): boolean {
    return this.#place.isBlank;
  }

  /**
   * Finds the folder, shows the past, and starts the process unless the conversation is paused. Runs once; later calls
   * return the same promise. Never rejects.
   */
  open(): Promise<void> {
    return this.#start.open();
  }

  /**
   * Restarts the process, or tries to open again; the conversation continues. Of several concurrent calls only one does
   * it. Never rejects.
   */
  restart(): Promise<void> {
    return this.#start.restart();
  }

  /** Ends the process and saves the remaining state. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.externalUse.dispose();
    this.#saved.dispose();
    this.plannedRestart.dispose();
    // A prompt that the process did not accept returns at its end and belongs to the saved state.
    await this.conversation.close();
    this.#persistence.save();
    this.#persistence.dispose();
  }

  /** Submits a prompt, with `id` as its uuid. A paused conversation shows its past and starts. */
  submit(text: string, attachments: readonly Attachment[] = [], id?: string): void {
    this.conversation.submit(text, attachments, id);
    this.#start.wakeLater();
  }

  /**
   * Starts the process of a paused conversation, after its past is shown, unless it is stopped first. Waits for a start
   * in progress. Never rejects.
   */
  wake(): Promise<void> {
    return this.#start.wake();
  }

  /** Checks whether another program continues the conversation, and follows the transcript if so. */
  async readAlong(): Promise<void> {
    if (this.#past.isRead && (await this.externalUse.check())) await this.#past.readAgain(true);
  }

  /**
   * Ends an idle process and follows the transcript where another program certainly continues the conversation. Never
   * rejects.
   */
  async yieldProcess(): Promise<void> {
    if (this.externalUse.isLive || !(await this.externalUse.isElsewhere())) return;
    if (this.conversation.state.status === "resting" || (await this.rest())) await this.readAlong();
  }

  /** True when the process is idle and ending it loses nothing. */
  get canRest(): boolean {
    return this.conversation.canRest && !this.#saved.isMissing;
  }

  /** Ends the process until the next prompt, if possible. Resolves to true when no process runs now. */
  async rest(): Promise<boolean> {
    return !this.#saved.isMissing && (await this.conversation.rest());
  }

  /**
   * Releases all but about the newest `count` items from memory, while the conversation is quiet and `isHidden`; the
   * rest stays on disk. Never rejects.
   */
  trim(count: number, isHidden: () => boolean): Promise<void> {
    return this.#past.trim(count, isHidden);
  }

  /** Moves the conversation to another folder, as long as it is empty. */
  async moveTo(folder: string): Promise<void> {
    if (!this.isBlank || folder === this.conversation.state.folder) return;
    this.conversation.managed.moveTo(folder);
    await this.restart();
  }

  /**
   * Moves an empty conversation to the profile that its folder uses now. A conversation with messages keeps its
   * profile. Never rejects.
   */
  async followProfile(): Promise<void> {
    const { conversation } = this;
    await this.#start.opening;
    if (
      !this.isBlank ||
      this.#isClosed ||
      conversation.state.folder === "" ||
      this.#place.chosenProfile === conversation.state.profile
    )
      return;
    // Ends the process first: if the new profile is wrong, none starts in its place.
    await conversation.rest();
    conversation.managed.resetProfile({ isStarting: this.#start.opening !== undefined });
    if (this.#start.opening) await this.restart();
  }

  #endRecovered(finished: PendingRewind): void {
    this.attach(...(finished.removed?.attachments ?? []));
    this.draft = joinDrafts(finished.removed?.text, this.draft);
    this.#options.onRecovered({ open: this, finished });
  }

  #block(problem: Problem): void {
    if (!this.#isClosed) this.conversation.block(problem);
  }
}
