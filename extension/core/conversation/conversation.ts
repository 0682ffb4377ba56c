import type { Attachment } from "../../shared/contract/composer/attachments.ts";
import type { ConversationState } from "../../shared/contract/conversationState.ts";
import type { Notice, NoticeLevel } from "../../shared/contract/notices.ts";
import type { Problem } from "../../shared/contract/problem.ts";
import type { Client } from "../protocol/connection/client.ts";
import type { Frame } from "../protocol/frames/decode.ts";
import { Controls } from "./controls.ts";
import { ConversationLife, type LifeParts } from "./conversationLife.ts";
import type { ConversationOptions } from "./conversationOptions.ts";
import { ConversationSettings } from "./conversationSettings.ts";
import { type EffectTargets, runEffect } from "./effects.ts";
import type { ChangeEvents } from "./events/changeEvents.ts";
import type { ConversationEventSource } from "./events/conversationEvents.ts";
import type { EditedFiles } from "./files/editedFiles.ts";
import { createHistoryParts } from "./historyParts.ts";
import { ManagedState } from "./managedState.ts";
import { createParticipantParts, type LaterParts } from "./participantParts.ts";
import type { CallWaits } from "./ports/callWaits.ts";
import type { FileHistory } from "./ports/fileHistory.ts";
import { endTurn, type Participant } from "./ports/participant.ts";
import { LifeSigns } from "./process/lifeSigns.ts";
import { ConversationProcess } from "./process/process.ts";
import { createPromptParts } from "./promptParts.ts";
import type { PromptAttachments } from "./prompts/promptAttachments.ts";
import type { PromptDelivery } from "./prompts/promptDelivery.ts";
import type { PromptQueue } from "./prompts/promptQueue.ts";
import { UnsavedFilesGate } from "./prompts/unsavedFilesGate.ts";
import type { WrittenPrompts } from "./prompts/writtenPrompts.ts";
import { readFrame } from "./reduce/readFrame.ts";
import { createInitialState, getRememberedState, type RememberedState } from "./remembered.ts";
import { PermissionBroker } from "./requests/permissionBroker.ts";
import type { ConversationRewinds } from "./rewind/conversationRewinds.ts";
import type { Restoration } from "./transcript/restoration.ts";
import type { Transcript } from "./transcript/transcript.ts";
import type { LiveUsage } from "./usage/liveUsage.ts";
import { ConversationContext } from "./view/conversationContext.ts";
import { ConversationStore } from "./view/conversationStore.ts";
import { LastError } from "./view/lastError.ts";
import { toProblem } from "./view/problem.ts";
import { ShownFacts } from "./view/shownFacts.ts";

/**
 * One conversation: its view, its queue, its open requests and its process, which may end and be started again. The
 * user can send prompts from the first moment; they wait for the process. No method rejects: problems appear in the
 * state.
 */
export class Conversation {
  /** The fields of the state that others manage. */
  readonly managed: ManagedState;
  readonly lifeSigns: LifeSigns;
  readonly transcript: Transcript;
  /** The content of the saved transcript. */
  readonly saved: Restoration;
  /** Requests to the running process. */
  readonly controls: Controls;
  /** Values of the options: from the settings, and those that the user chose here. */
  readonly settings: ConversationSettings;
  /** Permission requests and forms of MCP servers. */
  readonly permissions: PermissionBroker;
  /** Prompts that wait for `claude`, and the unsaved files that they wait for. */
  readonly queue: PromptQueue;
  readonly delivery: PromptDelivery;
  readonly unsavedGate: UnsavedFilesGate;
  readonly edits: EditedFiles;
  readonly promptAttachments: PromptAttachments;
  /** The place from which it continues, and its rewinds. */
  readonly rewinds: ConversationRewinds;
  /** The recorded states of its files; undefined where none are recorded. */
  readonly fileHistory: FileHistory | undefined;
  readonly events: ConversationEventSource;
  readonly #context: ConversationContext;
  readonly #process: ConversationProcess;
  readonly #life: ConversationLife;
  readonly #usage: LiveUsage;
  readonly #written: WrittenPrompts;
  readonly #effects: EffectTargets;

  constructor(options: ConversationOptions) {
    const { remembered = {} } = options;
    const state = createInitialState(remembered);
    const store = new ConversationStore(state, options.paths, new ShownFacts(remembered.waited));
    const context = new ConversationContext({ ...options, store });
    this.#context = context;
    this.managed = new ManagedState(context);
    this.lifeSigns = new LifeSigns(context);
    const history = createHistoryParts(context, options, () => this.fileHistory);
    ({ transcript: this.transcript, saved: this.saved, rewinds: this.rewinds, edits: this.edits } = history);
    this.unsavedGate = new UnsavedFilesGate(context, { files: options.unsavedFiles });
    const reached = this.#getReached(() => participants);
    const { publisher, usage, own, waits, context: shared } = createParticipantParts(context, reached);
    this.events = shared.events;
    this.#usage = usage;
    this.fileHistory = options.fileHistory?.(shared);
    if (this.fileHistory) this.edits.follow(this.fileHistory);
    const others = (options.participants ?? []).map((make) => make(shared));
    const participants: readonly Participant[] = [this.unsavedGate, this.edits, ...own, ...others];
    const lastError = new LastError();
    this.#process = this.#createProcess(options, participants, lastError);
    const prompts = createPromptParts(context, {
      attachments: options.attachments,
      participants,
      client: () => this.#process.client,
      interrupt: (isAll) => this.controls.stop(isAll),
    });
    ({ attached: this.promptAttachments, queue: this.queue, delivery: this.delivery } = prompts);
    this.#written = prompts.written;
    const client = (): Client | undefined => this.client;
    this.controls = new Controls(context, { client, facts: this.#process.facts });
    this.settings = new ConversationSettings(context, { client, choices: remembered.choices ?? {} });
    this.permissions = this.#createPermissions(options, waits);
    const parts: LifeParts & EffectTargets = {
      process: this.#process,
      lastError,
      transcript: this.transcript,
      rewinds: this.rewinds,
      settings: this.settings,
      permissions: this.permissions,
      controls: this.controls,
      queue: this.queue,
      written: this.#written,
      gate: prompts.gate,
      delivery: this.delivery,
      edits: this.edits,
      publisher,
      endTurn: (turn) => endTurn(participants, turn, options.logger),
      settle: (status) => this.#life.settle(status),
    };
    this.#life = new ConversationLife(context, parts);
    this.#effects = parts;
  }

  get state(): ConversationState {
    return this.#context.state;
  }

  /** The changes of its view, in order. */
  get changes(): ChangeEvents {
    return this.#context.changes;
  }

  /** The state that must outlive the extension host. */
  get remembered(): RememberedState {
    return {
      ...getRememberedState(this.#context.store),
      choices: this.settings.choices,
      ...this.rewinds.remembered,
      grants: this.permissions.grants,
      unsent: this.#written.unsent,
      ...this.edits.remembered,
      kept: this.permissions.saved,
    };
  }

  /**
   * Starts the process, in place of a running one; the conversation continues where it was. Returns whether this start
   * led to a running conversation: of several starts only the last one does.
   */
  start(options: { readonly cutBefore?: string } = {}): Promise<boolean> {
    return this.#life.start(options);
  }

  /** Ends a start that gets no answer. Call `start` next: the conversation still starts. */
  endSilentStart(): Promise<void> {
    return this.#life.endSilentStart();
  }

  /** Number of stops before a turn. A start that was asked for before the last of them must not begin. */
  get stops(): number {
    return this.#life.stops;
  }

  /** True if the process is idle and has nothing that would end with it. */
  get canRest(): boolean {
    return this.#life.canRest;
  }

  /** Ends the process until the next prompt, if `canRest`. Returns whether no process runs now. */
  rest(): Promise<boolean> {
    return this.#life.rest();
  }

  /** Resolves once the process that was ended has exited; undefined while none is ending. */
  get ending(): Promise<void> | undefined {
    return this.#life.ending;
  }

  /** Shows the reason why nothing runs. */
  block(problem: Problem): void {
    this.#life.block(problem);
  }

  /** Sends a prompt. Queues it while a turn runs, no process is ready, or its mentions are being read. */
  submit(text: string, attachments: readonly Attachment[] = [], id?: string): void {
    if (text.trim() === "" && attachments.length === 0) return;
    // By sending a prompt the user has decided about the interrupted turn.
    if (this.state.isInterrupted) this.#context.patch({ isInterrupted: null });
    this.queue.add(text, attachments, id);
    this.unsavedGate.refresh();
    this.delivery.sendNext();
  }

  /**
   * Ends the running turn, whose open requests `claude` cancels, or a start. Queued prompts wait until the user sends
   * them.
   */
  stop(): Promise<void> {
    return this.#life.stop();
  }

  /** True while a stopped start ends. */
  get isStopping(): boolean {
    return this.#life.isStopping;
  }

  /** The client while its process runs; for control requests of a single caller, such as rewind. */
  get client(): Client | undefined {
    return this.state.status === "idle" || this.state.status === "working" ? this.#process.client : undefined;
  }

  /** Identifies the newest process, also while it starts; undefined while none was started. */
  get launched(): unknown {
    return this.#process.client;
  }

  notice(level: NoticeLevel, notice: Notice): void {
    this.#context.notice(level, notice);
  }

  /** Ends the process, or a pending start, for good, and waits until it has exited. Rejects open requests. */
  close(): Promise<void> {
    return this.#life.close();
  }

  /** Returns what participants reach of this conversation, which is not complete yet. */
  #getReached(participants: () => readonly Participant[]): LaterParts {
    return {
      client: () => this.client,
      copyOf: () => this.rewinds.origin.copyOf,
      tools: () => this.#process.facts.turn?.tools ?? [],
      participants,
      permissions: () => this.permissions,
      stop: async () => void (this.state.status === "working" && (await this.stop())),
    };
  }

  #createPermissions(options: ConversationOptions, waits: CallWaits): PermissionBroker {
    return new PermissionBroker(this.#context, {
      waits,
      grants: options.remembered?.grants,
      files: options.files,
      edits: this.edits,
      onStoredPermissions: options.onStoredPermissions,
      // A mode that the user selected here applies.
      allowsIsolatedEdits: () =>
        options.allowsIsolatedEdits?.() === true && this.settings.choices["permissionMode"] === undefined,
      fetchPlan: () => this.controls.fetchPlan(),
    });
  }

  #createProcess(
    options: ConversationOptions,
    participants: readonly Participant[],
    lastError: LastError,
  ): ConversationProcess {
    const context = this.#context;
    const { store } = context;
    return new ConversationProcess({
      launcher: options.launcher,
      participants,
      clock: options.clock,
      logger: options.logger,
      newId: options.newId,
      onCallBegins: (callId) => context.apply(store.starts.note(store, store.ids.keyOf(callId), options.clock.now())),
      listener: {
        onActivity: () => this.lifeSigns.note(),
        onFrame: (frame) => this.#onFrame(frame),
        onCorrupt: (failure) => this.notice("error", { code: "lineLost", reason: failure.data.reason }),
        onClosed: (failure) => {
          const isStarting = this.state.status === "starting";
          this.#life.settle("ended");
          context.patch({ problem: toProblem(lastError.explain(failure, isStarting)) });
        },
        can_use_tool: (request, inbound) => this.permissions.ask(request, inbound),
        askUser: (request, inbound) => this.permissions.askOther(request, inbound),
      },
    });
  }

  #onFrame(frame: Frame): void {
    this.#usage.note(frame);
    const { store, clock, logger } = this.#context;
    const reduction = readFrame(store, store.ids.read(frame), clock.now(), logger);
    this.#context.apply(reduction);
    for (const effect of reduction.effects ?? []) runEffect(effect, this.#context, this.#effects);
    this.settings.follow(this.state.reported);
    if (this.state.status === "idle") this.delivery.sendNext();
  }
}
