import { isFailure } from "../../shared/base/failure.ts";
import type { ConversationState } from "../../shared/contract/conversationState.ts";
import type { Problem } from "../../shared/contract/problem.ts";
import type { Controls } from "./controls.ts";
import type { ConversationSettings } from "./conversationSettings.ts";
import type { EditedFiles } from "./files/editedFiles.ts";
import type { TurnEnd } from "./ports/participant.ts";
import type { ConversationProcess, InitializingProcess } from "./process/process.ts";
import type { PromptDelivery } from "./prompts/promptDelivery.ts";
import type { PromptGate } from "./prompts/promptGate.ts";
import type { PromptQueue } from "./prompts/promptQueue.ts";
import type { WrittenPrompts } from "./prompts/writtenPrompts.ts";
import { settleAll } from "./reduce/reduceResult.ts";
import { getStartedState } from "./reduce/startedState.ts";
import type { PermissionBroker } from "./requests/permissionBroker.ts";
import type { ConversationRewinds } from "./rewind/conversationRewinds.ts";
import type { Transcript } from "./transcript/transcript.ts";
import type { ConversationContext } from "./view/conversationContext.ts";
import type { LastError } from "./view/lastError.ts";
import { toProblem } from "./view/problem.ts";

/** The parts of a conversation that a start or an end of its process reaches. */
export interface LifeParts {
  readonly process: ConversationProcess;
  readonly lastError: LastError;
  readonly transcript: Transcript;
  readonly rewinds: ConversationRewinds;
  readonly settings: ConversationSettings;
  readonly permissions: PermissionBroker;
  readonly controls: Controls;
  readonly queue: PromptQueue;
  readonly written: WrittenPrompts;
  readonly gate: PromptGate;
  readonly delivery: PromptDelivery;
  readonly edits: EditedFiles;
  readonly endTurn: (turn: TurnEnd) => void;
}

/**
 * Starts and ends the process of a conversation, and settles the view each time. Of several starts only the last one
 * leads to a running conversation; none does after `close`.
 */
export class ConversationLife {
  /** Number of stops before a turn. A start that was asked for before the last of them must not begin. */
  stops = 0;
  readonly #context: ConversationContext;
  readonly #parts: LifeParts;
  /** Number of stopped starts whose process has not ended. */
  #stopping = 0;
  /** Number of starts whose process has not answered. */
  #starting = 0;
  #isClosed = false;
  #ending: Promise<void> | undefined;

  constructor(context: ConversationContext, parts: LifeParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Starts the process, in place of a running one. Returns whether this start led to a running conversation. */
  async start({ cutBefore }: { readonly cutBefore?: string } = {}): Promise<boolean> {
    if (this.#isClosed) return false;
    const { process, settings, controls, delivery, written, rewinds, transcript } = this.#parts;
    this.settle("starting");
    settings.beginStart();
    this.#parts.lastError.forget();
    this.#context.patch({ problem: null, repository: null });
    const { sessionId } = this.#context.state;
    const origin = rewinds.origin.startOf(transcript.isEmpty ? undefined : sessionId, cutBefore);
    const about = () => {
      const { folder, profile } = this.#context.state;
      const { grants } = this.#parts.permissions;
      const { choices } = settings;
      const conversation = this.#context.id;
      return { conversation, folder, profile, ...origin, choices, grants, servers: controls.servers.extra };
    };
    const begin = (launched: InitializingProcess): void => {
      rewinds.origin.begin(launched.isResumed && origin.fork === undefined ? origin.resume : undefined);
      this.#context.store.beginProcess(launched);
      settings.began(launched.layers, launched.leftOut);
      if (launched.takesPrompt && origin.resume === undefined) delivery.beginInitializing();
    };
    this.#starting++;
    try {
      const started = await process.start(about, begin).finally(() => this.#starting--);
      if (!started || started.client !== process.client) return false;
      delivery.endInitializing();
      if (process.facts.turn) written.confirm();
      this.#context.patch(getStartedState(started, this.#context.state));
      await settings.ready();
      // It can have ended meanwhile.
      if (started.client !== process.client || this.#context.state.status === "ended") return false;
      // Not by the state, which a first turn may have filled before the response arrived.
      if (!started.isResumed && origin.fork === undefined && origin.resume !== undefined)
        this.#context.notice("warning", { code: "startedAfresh" });
      delivery.sendNext();
      controls.servers.begin(started.servers, started.probe, started.refusesServers);
      return true;
    } catch (error) {
      controls.servers.end();
      // If the transport can explain the end of the process, its reason is better than the request that stayed open.
      if (isFailure(error) && !(isFailure(error, "connectionClosed") && this.#context.state.problem))
        this.block(toProblem(error));
      return false;
    }
  }

  /** True if the process is idle and has nothing that would end with it. */
  get canRest(): boolean {
    const { status, background, requests } = this.#context.state;
    return status === "idle" && background.length + requests.length === 0 && !this.#parts.queue.hasNext;
  }

  /** Ends the process until the next prompt, if `canRest`. Returns whether no process runs now. */
  async rest(): Promise<boolean> {
    if (!this.canRest) return this.#context.state.status === "resting";
    this.settle("resting");
    await this.#endProcess();
    return true;
  }

  /** Resolves once the process that was ended has exited; undefined while none is ending. */
  get ending(): Promise<void> | undefined {
    return this.#ending;
  }

  async #endProcess(): Promise<void> {
    const ending = this.#parts.process.end();
    this.#ending = ending;
    await ending;
    if (this.#ending === ending) this.#ending = undefined;
  }

  /** Shows the reason why nothing runs. */
  block(problem: Problem): void {
    this.#context.patch({ status: "ended", problem });
  }

  /**
   * Ends the running turn, whose open requests `claude` cancels, or a start. Queued prompts wait until the user sends
   * them.
   */
  async stop(): Promise<void> {
    const { status } = this.#context.state;
    if (status === "idle" || status === "ended") return;
    this.#parts.queue.hold();
    if (status === "working") return this.#parts.controls.stop(true);
    this.stops++;
    if (status === "starting") this.settle("resting");
    this.#stopping++;
    await this.#endProcess();
    this.#stopping--;
  }

  /** True while a stopped start ends. */
  get isStopping(): boolean {
    return this.#stopping > 0;
  }

  /** Ends a start that gets no answer. Call `start` next: the conversation still starts. */
  async endSilentStart(): Promise<void> {
    if (this.#starting === 0 || this.#context.state.silentSince === undefined) return;
    this.#context.patch({ silentSince: null });
    await this.#endProcess();
  }

  /** Ends the process, or a pending start, for good, and waits until it has exited. Rejects open requests. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const isPromptBack = this.#parts.written.close();
    this.settle("ended");
    if (isPromptBack) this.#context.patch({ isInterrupted: null });
    await Promise.all([this.#endProcess(), this.#parts.controls.servers.whenClosed()]);
  }

  /**
   * Brings the view to rest when nothing runs anymore: stops unsettled items, and keeps a prompt that `claude` did not
   * take.
   */
  settle(status: ConversationState["status"]): void {
    const { gate, written, process, delivery, permissions, edits, controls, settings } = this.#parts;
    const { store, clock, patch } = this.#context;
    const isInTurn = store.state.status === "working" && status !== "idle";
    gate.cancel();
    if (written.endProcess({ isInTurn })) patch({ isInterrupted: true });
    else if (isInTurn && status === "starting") process.interrupt();
    delivery.endInitializing();
    permissions.refuseAll();
    edits.endProcess();
    if (status === "starting") controls.servers.beginStart();
    else if (status !== "idle") controls.servers.end();
    this.#context.apply({ deltas: settleAll(store, clock.now()) });
    // Background tasks live in the process.
    if (status === "resting" || status === "ended") settings.endProcess();
    const ofProcess = status === "idle" ? {} : { background: [], isLoggedIn: null };
    patch({ status, activity: null, turnStartedAt: null, waitedMs: null, ...ofProcess });
    if (isInTurn) this.#parts.endTurn({ outcome: "interrupted" });
  }
}
