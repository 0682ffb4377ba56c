import { getErrorMessage, isFailure } from "../../shared/base/failure.ts";
import type { Attachment } from "../../shared/contract/composer/attachments.ts";
import type { ConversationState, Problem, StatePatch } from "../../shared/contract/conversationState.ts";
import type { Notice, NoticeLevel } from "../../shared/contract/items.ts";
import type { Client } from "../protocol/connection/client.ts";
import type { Frame } from "../protocol/frames/decode.ts";
import { Controls } from "./controls.ts";
import type { ConversationOptions } from "./conversationOptions.ts";
import { ConversationSettings } from "./conversationSettings.ts";
import { type EffectTargets, runEffect } from "./effects.ts";
import { ChangeEvents } from "./events/changeEvents.ts";
import type { ConversationEventSource } from "./events/conversationEvents.ts";
import { EditedFiles } from "./files/editedFiles.ts";
import { ManagedState } from "./managedState.ts";
import { createParticipantParts } from "./participantParts.ts";
import type { FileHistory } from "./ports/fileHistory.ts";
import { endTurn, type Participant } from "./ports/participant.ts";
import { LifeSigns } from "./process/lifeSigns.ts";
import { ConversationProcess, getStartedState, type InitializingProcess } from "./process/process.ts";
import { createPromptParts } from "./promptParts.ts";
import type { PromptAttachments } from "./prompts/promptAttachments.ts";
import type { PromptDelivery } from "./prompts/promptDelivery.ts";
import type { PromptGate } from "./prompts/promptGate.ts";
import type { PromptQueue } from "./prompts/promptQueue.ts";
import { UnsavedFilesGate } from "./prompts/unsavedFilesGate.ts";
import { stopTask } from "./reduce/backgroundCalls.ts";
import { readFrame } from "./reduce/readFrame.ts";
import { settleAll } from "./reduce/reduceResult.ts";
import { createNoticeDelta, type Reduction } from "./reduce/reduction.ts";
import { createInitialState, getRememberedState, type RememberedState } from "./remembered.ts";
import { PermissionBroker } from "./requests/permissionBroker.ts";
import { ConversationRewinds } from "./rewind/conversationRewinds.ts";
import { Restoration } from "./transcript/restoration.ts";
import { Transcript } from "./transcript/transcript.ts";
import type { LiveUsage } from "./usage/liveUsage.ts";
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
  /** The changes of its view, in order. */
  readonly changes: ChangeEvents;
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
  /** Prompts on their way to `claude`, and the unsaved files that they wait for. */
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
  /** Number of stops before a turn. A start that was asked for before the last of them must not begin. */
  stops = 0;
  readonly #options: ConversationOptions;
  readonly #store: ConversationStore;
  readonly #process: ConversationProcess;
  readonly #lastError = new LastError();
  readonly #participants: readonly Participant[];
  readonly #usage: LiveUsage;
  readonly #gate: PromptGate;
  readonly #effects: EffectTargets;
  #isClosed = false;

  constructor(options: ConversationOptions) {
    this.#options = options;
    const { remembered = {} } = options;
    this.changes = new ChangeEvents((error) =>
      options.logger.error(`a listener of the conversation failed: ${getErrorMessage(error)}`),
    );
    this.#store = new ConversationStore(
      createInitialState(remembered),
      options.paths,
      new ShownFacts(remembered.waited),
    );
    this.transcript = new Transcript(this.#store, options.logger, (lines) => this.saved.noticeDamage(lines));
    const apply = (reduction: Reduction): void => this.#apply(reduction);
    const hasOlder = (): boolean => this.transcript.hasOlder;
    this.rewinds = new ConversationRewinds({
      store: this.#store,
      remembered,
      apply,
      edits: () => this.edits,
      hasOlder,
    });
    const patch = (set: StatePatch): void => this.#patch(set);
    this.managed = new ManagedState(() => this.state, patch);
    this.lifeSigns = new LifeSigns({ store: this.#store, patch, clock: options.clock });
    const notice = (level: NoticeLevel, told: Notice): void => this.notice(level, told);
    const parts = {
      ...options,
      store: this.#store,
      apply,
      patch,
      notice,
      state: () => this.state,
      copyOf: () => this.rewinds.origin.copyOf,
    };
    this.saved = new Restoration({
      ...{ ...parts, apply: (read) => this.#apply(read, true), transcript: this.transcript },
      tell: (changes) => this.changes.fire({ id: options.id, changes }),
      restored: () => this.edits.restore(),
      isTruncated: () => this.rewinds.origin.startOf(undefined).fork !== undefined,
    });
    this.edits = new EditedFiles({
      ...parts,
      hasOlder,
      earlier: this.transcript,
      reduce: apply,
      history: () => this.fileHistory,
    });
    this.unsavedGate = new UnsavedFilesGate({
      files: options.unsavedFiles,
      folder: () => this.state.folder,
      patch,
      notice,
    });
    const later = {
      client: () => this.client,
      tools: () => this.#process.facts.turn?.tools ?? [],
      participants: () => this.#participants,
      permissions: () => this.permissions,
      stop: async () => void (this.state.status === "working" && (await this.stop())),
    };
    const { publisher, usage, own, waits, context } = createParticipantParts({
      ...parts,
      changes: this.changes,
      later,
    });
    [this.events, this.#usage, this.fileHistory] = [context.events, usage, options.fileHistory?.(context)];
    if (this.fileHistory) this.edits.follow(this.fileHistory);
    this.#participants = [
      this.unsavedGate,
      this.edits,
      ...own,
      ...(options.participants ?? []).map((make) => make(context)),
    ];
    this.#process = new ConversationProcess({
      ...options,
      participants: this.#participants,
      onCallBegins: (callId) =>
        apply(this.#store.starts.note(this.#store, this.#store.ids.keyOf(callId), options.clock.now())),
      listener: {
        onActivity: () => this.lifeSigns.note(),
        onFrame: (frame) => this.#onFrame(frame),
        onCorrupt: (failure) => this.notice("error", { code: "lineLost", reason: failure.data.reason }),
        onClosed: (failure) => {
          this.#settle("ended");
          patch({ problem: toProblem(this.#lastError.explain(failure)) });
        },
        can_use_tool: (request, context) => this.permissions.ask(request, context),
        elicitation: (request, context) => this.permissions.elicit(request, context),
      },
    });
    const ofProcess = { participants: this.#participants, client: () => this.#process.client };
    const prompts = createPromptParts({ ...parts, ...ofProcess, interrupt: (isAll) => this.controls.stop(isAll) });
    ({ attached: this.promptAttachments, queue: this.queue, gate: this.#gate, delivery: this.delivery } = prompts);
    this.controls = new Controls({
      ...parts,
      facts: this.#process.facts,
      client: () => this.client,
      taskStopped: (id) => apply(stopTask(this.#store, id)),
    });
    this.settings = new ConversationSettings({
      ...parts,
      client: () => this.client,
      choices: remembered.choices ?? {},
    });
    this.permissions = new PermissionBroker({
      ...parts,
      waits,
      grants: remembered.grants,
      edits: this.edits,
      fetchPlan: () => this.controls.fetchPlan(),
    });
    this.#effects = {
      ...{
        ...parts,
        queue: this.queue,
        edits: this.edits,
        permissions: this.permissions,
        controls: this.controls,
        settings: this.settings,
        publisher,
      },
      ...{ rewinds: this.rewinds, lastError: this.#lastError, process: this.#process },
      endTurn: (turn) => endTurn(this.#participants, turn, options.logger),
      settle: (status) => this.#settle(status),
    };
  }

  get state(): ConversationState {
    return this.#store.state;
  }

  /** The state that must outlive the extension host. */
  get remembered(): RememberedState {
    return {
      ...getRememberedState(this.#store),
      choices: this.settings.choices,
      ...this.rewinds.remembered,
      grants: this.permissions.grants,
      unsent: this.queue.unsent,
      ...this.edits.remembered,
      kept: this.permissions.saved,
    };
  }

  /**
   * Starts the process, in place of a running one; the conversation continues where it was. Returns whether this start
   * led to a running conversation: of several starts only the last one does.
   */
  async start(options: { readonly cutBefore?: string } = {}): Promise<boolean> {
    if (this.#isClosed) return false;
    this.#settle("starting");
    this.settings.beginStart();
    this.#lastError.forget();
    this.#patch({ problem: null, repository: null });
    const origin = this.rewinds.origin.startOf(
      this.transcript.isEmpty ? undefined : this.state.sessionId,
      options.cutBefore,
    );
    const about = () => {
      const [{ id }, { folder, profile }, { choices }, { grants }] = [
        this.#options,
        this.state,
        this.settings,
        this.permissions,
      ];
      return { conversation: id, folder, profile, ...origin, choices, grants, servers: this.controls.servers.extra };
    };
    const begin = (launched: InitializingProcess): void => {
      const resumed = launched.isResumed && origin.fork === undefined ? origin.resume : undefined;
      this.rewinds.origin.begin(resumed);
      this.#store.beginProcess(launched);
      this.settings.began(launched.layers, launched.leftOut);
      if (launched.takesPrompt && origin.resume === undefined) this.delivery.beginInitializing();
    };
    try {
      const started = await this.#process.start(about, begin);
      if (!started || started.client !== this.#process.client) return false;
      this.delivery.endInitializing();
      this.#patch(getStartedState(started, this.state));
      await this.settings.ready();
      // Not by the state, which a first turn may have filled before the response arrived.
      if (!started.isResumed && origin.fork === undefined && origin.resume !== undefined)
        this.notice("warning", { code: "startedAfresh" });
      this.delivery.sendNext();
      this.controls.servers.begin(started.servers, started.probe, started.refusesServers);
      return true;
    } catch (error) {
      this.controls.servers.end();
      // If the transport can explain the end of the process, its reason is better than the request that stayed open.
      if (isFailure(error) && !(isFailure(error, "connectionClosed") && this.state.problem))
        this.block(toProblem(error));
      return false;
    }
  }

  /** True if the process is idle and has nothing that would end with it. */
  get canRest(): boolean {
    const { status, background, requests } = this.state;
    return status === "idle" && background.length + requests.length === 0 && !this.queue.hasNext;
  }

  /** Ends the process until the next prompt, if `canRest`. Returns whether no process runs now. */
  async rest(): Promise<boolean> {
    if (!this.canRest) return this.state.status === "resting";
    this.#settle("resting");
    await this.#process.end();
    return true;
  }

  /** Shows the reason why nothing runs. */
  block(problem: Problem): void {
    this.#patch({ status: "ended", problem });
  }

  /** Sends a prompt. Queues it while a turn runs, no process is ready, or its mentions are being read. */
  submit(text: string, attachments: readonly Attachment[] = [], id?: string): void {
    if (text.trim() === "" && attachments.length === 0) return;
    // By sending a prompt the user has decided about the interrupted turn.
    if (this.state.isInterrupted) this.#patch({ isInterrupted: null });
    this.queue.add(text, attachments, id);
    this.unsavedGate.refresh();
    this.delivery.sendNext();
  }

  /**
   * Ends the running turn, whose open requests `claude` cancels, or a start. Queued prompts wait until the user sends
   * them.
   */
  async stop(): Promise<void> {
    const { status } = this.state;
    if (status === "idle" || status === "ended") return;
    this.queue.hold();
    if (status === "working") return this.controls.stop(true);
    this.stops++;
    if (status === "starting") this.#settle("resting");
    await this.#process.end();
  }

  /** The client while its process runs; for control requests of a single caller, such as rewind. */
  get client(): Client | undefined {
    return this.state.status === "idle" || this.state.status === "working" ? this.#process.client : undefined;
  }

  notice(level: NoticeLevel, notice: Notice): void {
    this.#apply({ deltas: [createNoticeDelta(this.#options.newId(), level, notice)] });
  }

  /** Ends the process, or a pending start, for good, and waits until it has exited. Rejects open requests. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const isPromptBack = this.queue.takeBack({ isLast: true });
    this.#settle("ended");
    if (isPromptBack) this.#patch({ isInterrupted: null });
    await Promise.all([this.#process.end(), this.controls.servers.whenClosed()]);
  }

  #onFrame(frame: Frame): void {
    this.#usage.note(frame);
    const reduction = readFrame(
      this.#store,
      this.#store.ids.read(frame),
      this.#options.clock.now(),
      this.#options.logger,
    );
    this.#apply(reduction);
    for (const effect of reduction.effects ?? []) runEffect(effect, this.#effects);
    this.settings.followMode(this.state.mode);
    if (this.state.status === "idle") this.delivery.sendNext();
  }

  /**
   * Brings the view to rest when nothing runs anymore: stops unsettled items, and keeps a prompt that `claude` did not
   * take.
   */
  #settle(status: ConversationState["status"]): void {
    const isInTurn = this.state.status === "working" && status !== "idle";
    this.#gate.cancel();
    if (this.queue.end({ isInTurn })) this.#patch({ isInterrupted: true });
    else if (isInTurn && status === "starting") this.#process.interrupt();
    this.delivery.endInitializing();
    this.permissions.refuseAll();
    this.edits.endProcess();
    if (status === "starting") this.controls.servers.beginStart();
    else if (status !== "idle") this.controls.servers.end();
    this.#apply({ deltas: settleAll(this.#store, this.#options.clock.now()) });
    // Background tasks live in the process.
    if (status === "resting" || status === "ended") this.settings.endProcess();
    this.#patch({
      status,
      activity: null,
      turnStartedAt: null,
      waitedMs: null,
      ...(status === "idle" ? {} : { background: [], isLoggedIn: null }),
    });
    if (isInTurn) this.#effects.endTurn({ outcome: "interrupted" });
  }

  #patch(set: StatePatch): void {
    this.#apply({ deltas: [{ kind: "state", set }] });
  }

  #apply(reduction: Reduction, isRead = false): void {
    this.rewinds.note(reduction.deltas);
    const applied = this.#store.apply(reduction);
    if (!isRead) this.#store.shown.note(applied);
    if (applied.length > 0) this.changes.fire({ id: this.#options.id, changes: applied });
  }
}
