import type { Clock } from "../base/clock.ts";
import { Emitter } from "../base/emitter.ts";
import { type Failure, failures, isFailure, messageOf } from "../base/failure.ts";
import type { Logger } from "../base/logger.ts";
import { type Change, mainThread } from "../contract/changes.ts";
import type { ConversationState, Decision, Problem, QueuedPrompt } from "../contract/conversationState.ts";
import type { ToolDetail } from "../contract/items.ts";
import type { Page } from "../contract/toWebview.ts";
import { Client, type ClientListener } from "../protocol/client.ts";
import type { Frame } from "../protocol/decode.ts";
import { ConversationStore, type Step } from "./conversationStore.ts";
import { ErrorWatch } from "./errorWatch.ts";
import { PermissionBroker } from "./permissionBroker.ts";
import type { DescribeFailure, Files, Launcher, Start } from "./ports.ts";
import { PromptQueue } from "./promptQueue.ts";
import { reduceFrame } from "./reduce/reduceFrame.ts";
import { settleAll } from "./reduce/reduceResult.ts";
import type { OpenRequest } from "./requests.ts";
import { toolDetail } from "./toolDetail.ts";

export interface ConversationOptions {
  readonly launcher: Launcher;
  readonly files: Files;
  readonly describeFailure: DescribeFailure;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Makes uuids: prompts and requests are named by them. */
  readonly newId: () => string;
  /** Working folder, absolute. */
  readonly folder: string;
  /** A conversation to go on with, and its saved frames to show. */
  readonly saved?: { readonly sessionId: string; readonly frames: readonly Frame[]; readonly cutBefore?: string | undefined } | undefined;
  /** Prompts that waited when the conversation was left. */
  readonly queue?: readonly QueuedPrompt[] | undefined;
}

/**
 * One conversation: its `claude` process, its view, its queue and its open requests. The process may
 * end and be started again; the view stays. Nothing here rejects: problem shows in the state.
 */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #store: ConversationStore;
  readonly #broker: PermissionBroker;
  readonly #queue: PromptQueue;
  readonly #changed = new Emitter<readonly Change[]>();
  #client: Client | undefined;
  /** What the user chose for this conversation; a restart must not fall back to the settings. */
  #mode: string | undefined;
  #model: string | undefined;
  /** Counts starts and closes, so that one which was overtaken knows. */
  #starts = 0;
  /** Settles when every end and start that was begun is done. Never rejects. */
  #underWay: Promise<void> = Promise.resolve();
  readonly #errors = new ErrorWatch();
  #pendingCut: string | undefined;

  /** Every change of the view, in order. */
  readonly onDidChange = this.#changed.event;

  constructor(options: ConversationOptions) {
    this.#options = options;
    const { saved, folder } = options;
    this.#store = new ConversationStore({
      status: "starting",
      title: "",
      folder,
      models: [],
      contextTokens: 0,
      costUsd: 0,
      requests: [],
      tasks: [],
      queue: options.queue ?? [],
      ...(saved === undefined ? {} : { sessionId: saved.sessionId }),
    });
    this.#queue = new PromptQueue({ ...options, state: () => this.state, apply: (changes) => this.#apply(changes) });
    this.#broker = new PermissionBroker({
      ...options,
      store: this.#store,
      apply: (step) => this.#applyStep(step),
      fetchPlan: async () => {
        const answer = await this.#client?.call("get_plan", {}).catch(() => undefined);
        return answer?.content;
      },
      onMismatch: (subject) =>
        this.notice("error", `${subject} on disk is not what you accepted. Compare it before you go on; a tool, a formatter or another program changed it.`),
    });
    for (const frame of saved?.frames ?? []) this.#store.apply(reduceFrame(this.#store, frame, undefined));
    for (const change of settleAll(this.#store, undefined)) this.#store.apply({ changes: [change] });
    if (saved?.cutBefore !== undefined) this.cutBefore(saved.cutBefore);
  }

  get state(): ConversationState {
    return this.#store.state;
  }

  /** Prompts so far, newest first. */
  get prompts(): readonly { readonly id: string; readonly text: string }[] {
    return this.#store.timeline
      .items()
      .flatMap((item) => (item.kind === "prompt" ? [{ id: item.id, text: item.text }] : []))
      .reverse();
  }

  /** Text of the newest reply; undefined before there is one. */
  get lastReply(): string | undefined {
    return this.#store.timeline.items().findLast((item) => item.kind === "text")?.text;
  }

  page(thread: string, count: number, before?: number): Page {
    return this.#store.timeline.page(thread, count, before);
  }

  detail(toolId: string): ToolDetail | undefined {
    const record = this.#store.record(toolId);
    return record && toolDetail(toolId, record);
  }

  /** The request with its whole proposal, while it is open. */
  request(id: string): OpenRequest | undefined {
    return this.#broker.get(id);
  }

  /**
   * Starts the process, in place of one that runs; the conversation goes on where it was. Of several
   * calls the last one counts, and `close` ends them all: no process is left without an owner. Answers
   * whether this start led to a running conversation.
   */
  start(options: Pick<Start, "forkBefore"> = {}): Promise<boolean> {
    const turn = this.#end("starting");
    this.#errors.forget();
    this.#store.forgetProcess();
    this.#queue.release();
    this.#setState({ problem: null });
    const started = this.#underWay.then(() => this.#start(turn, options));
    this.#underWay = started.then(() => {});
    return started;
  }

  async #start(turn: number, options: Pick<Start, "forkBefore">): Promise<boolean> {
    if (turn !== this.#starts) return false;
    try {
      const resume = this.#hasHistory() ? this.state.sessionId : undefined;
      const { transport, version, isResumed } = await this.#options.launcher.launch({
        folder: this.state.folder,
        resume,
        permissionMode: this.#mode,
        model: this.#model,
        forkBefore: options.forkBefore ?? this.#pendingCut,
      });
      if (turn !== this.#starts) {
        await transport.close();
        return false;
      }
      const client = new Client({ ...this.#options, transport, version, listener: this.#listenerFor(turn) });
      this.#client = client;
      client.start();
      const answer = await client.initialize({ promptSuggestions: false, forwardSubagentText: true });
      if (turn !== this.#starts) return false;
      const models = (answer.models ?? []).map((model) => ({
        value: model.value,
        label: model.displayName ?? model.value,
        description: model.description ?? "",
      }));
      this.#setState({
        status: "idle",
        models,
        cliVersion: client.version ?? version,
        // 2.0.77 and 2.1.50 name the mode only with the first turn; until then nobody knows it.
        mode: answer.current_permission_mode ?? null,
      });
      if (resume !== undefined && !isResumed && (options.forkBefore ?? this.#pendingCut) === undefined) {
        this.notice(
          "warning",
          "The claude program had not saved this conversation yet, so it goes on without remembering it. Send a message again to repeat it.",
        );
      }
      this.#sendNext();
      return true;
    } catch (error) {
      // An end of the process was told by its transport, in better words.
      if (turn !== this.#starts || this.state.problem) return false;
      const failure = isFailure(error) ? error : failures.cliNotStartable("claude", messageOf(error), error);
      this.#options.logger.error(`start failed: ${failure.message}`);
      await this.#client?.close();
      if (turn === this.#starts) this.#setState({ status: "ended", problem: this.#options.describeFailure(failure) });
      return false;
    }
  }

  /** Hears one process only: what an earlier one still says is nobody's. */
  #listenerFor(turn: number): ClientListener {
    const isCurrent = (): boolean => turn === this.#starts;
    return {
      onFrame: (frame) => isCurrent() && this.#onFrame(frame),
      onUnknown: () => {},
      onCorrupt: (failure) => isCurrent() && this.#onCorrupt(failure),
      onClosed: (failure) => isCurrent() && this.#onClosed(failure),
      can_use_tool: (request, context) => (isCurrent() ? this.#broker.ask(request, context) : Promise.reject(failures.aborted())),
      elicitation: (request) => this.#elicitation(request),
      // None is declared in `initialize`, so none should come.
      request_user_dialog: async () => ({ behavior: "cancelled" }),
    };
  }

  /** Says why nothing is started. */
  block(problem: Problem): void {
    this.#setState({ status: "ended", problem });
  }

  /** Sends a prompt, or queues it while a turn runs or the process is not there. */
  submit(text: string): void {
    if (text.trim() === "") return;
    this.#queue.add(text);
    this.#sendNext();
  }

  /** Takes a prompt out of the queue and returns its text. */
  removeQueued(id: string): string | undefined {
    return this.#queue.remove(id);
  }

  /** Moves a queued prompt to the front and ends the running turn for it, if there is one. */
  async sendNow(id: string): Promise<void> {
    if (!this.#queue.putFirst(id)) return;
    if (this.state.status === "working") await this.stop();
    else this.#sendNext();
  }

  /** Ends the running turn; the CLI cancels what it asked. */
  async stop(): Promise<void> {
    if (this.state.status !== "working") return;
    await this.#attempt("Stop", (client) => client.interrupt());
  }

  /** Answers an open request. False when it is not open any more. */
  decide(id: string, decision: Decision): boolean {
    return this.#broker.decide(id, decision);
  }

  async setMode(mode: string): Promise<void> {
    await this.#attempt("Change the mode", async (client) => {
      this.#mode = await client.setPermissionMode(mode);
      this.#setState({ mode: this.#mode });
    });
  }

  /** Undefined goes back to the default. The badge changes when the CLI says so. */
  async setModel(model: string | undefined): Promise<void> {
    await this.#attempt("Change the model", async (client) => {
      const answered = (await client.setModel(model)) ?? model;
      this.#model = model;
      if (answered !== undefined) this.#setState({ model: answered });
    });
  }

  /** The client while its process runs; for controlRequests that concern one caller only, such as rewind. */
  get client(): Client | undefined {
    return this.state.status === "ended" || this.state.status === "starting" ? undefined : this.#client;
  }

  /**
   * Removes a prompt and all that followed, after the CLI did the same. Until the CLI begins its next turn
   * its saved transcript still has them, so that every start until then cuts there again.
   */
  cutBefore(promptId: string): void {
    this.#pendingCut = promptId;
    const items = this.#store.timeline.items();
    const start = items.findIndex((item) => item.id === promptId);
    if (start !== -1)
      this.#apply(
        items
          .slice(start)
          .reverse()
          .map((item) => ({ kind: "remove", thread: mainThread, id: item.id })),
      );
  }

  /** The prompt before which the next start must cut. */
  get pendingCut(): string | undefined {
    return this.#pendingCut;
  }

  notice(level: "info" | "warning" | "error", text: string): void {
    this.#apply([{ kind: "put", thread: mainThread, item: { kind: "notice", id: `notice:${this.#options.newId()}`, level, text } }]);
  }

  /** Ends the process, or a start under way, and waits until it is gone. Open requests are refused. */
  async close(): Promise<void> {
    this.#end("ended");
    await this.#underWay;
  }

  /** Takes the process out of the conversation and begins its end. Returns the number of what comes next. */
  #end(status: ConversationState["status"]): number {
    const client = this.#client;
    this.#client = undefined;
    this.#settle(status);
    // One after the other: a process that goes on with a conversation must find it written.
    if (client) this.#underWay = Promise.all([this.#underWay, client.close()]).then(() => {});
    return ++this.#starts;
  }

  #onFrame(frame: Frame): void {
    if (this.#queue.observe(frame)) this.#settle("idle");
    if (frame.type === "system" && frame.subtype === "init") this.#pendingCut = undefined;
    const verdict = this.#errors.observe(frame);
    this.#applyStep(reduceFrame(this.#store, frame, this.#options.clock.now()));
    // A mode that the user chose once is followed as the CLI changes it, by an approved plan for one.
    if (this.#mode !== undefined) this.#mode = this.state.mode ?? this.#mode;
    if (frame.type === "user") void this.#broker.verifyWrites();
    // A turn that went well says that whatever was wrong with the login is over.
    if (verdict === "fine" && this.state.problem?.kind === "login") this.#setState({ problem: null });
    else if (verdict && verdict !== "fine") this.#setState({ problem: this.#options.describeFailure(verdict) });
    if (this.state.status === "idle") this.#sendNext();
  }

  #onCorrupt(failure: Failure<"corruptLine">): void {
    this.notice("error", `A message of the CLI arrived damaged and is lost (${failure.data.reason}). The conversation goes on.`);
  }

  #onClosed(failure: Failure | undefined): void {
    this.#settle("ended");
    this.#setState({ problem: this.#options.describeFailure(this.#errors.endOf(failure)) });
  }

  /** Nothing runs any more: what looked alive is stopped, and a prompt that was not taken is kept. */
  #settle(status: ConversationState["status"]): void {
    this.#queue.takeBack();
    this.#broker.refuseAll();
    this.#apply(settleAll(this.#store, this.#options.clock.now()));
    this.#setState({ status, activity: null, turnStartedAt: null });
  }

  async #elicitation(request: { mcp_server_name: string; message?: string | undefined }): Promise<{ action: "decline" }> {
    this.notice("warning", `The MCP server ${request.mcp_server_name} asked for input, which this version declines: ${request.message ?? ""}`);
    return { action: "decline" };
  }

  #sendNext(): void {
    const { client } = this;
    if (client && this.state.status === "idle") this.#queue.sendFirst(({ id, text }) => client.prompt([{ type: "text", text }], { uuid: id }));
  }

  async #attempt(what: string, action: (client: Client) => Promise<unknown>): Promise<void> {
    const client = this.client;
    if (!client) return this.notice("warning", `${what}: the claude program is not running. Try again when it is.`);
    try {
      await action(client);
    } catch (error) {
      if (!isFailure(error, "connectionClosed")) this.notice("error", `${what} did not work: ${messageOf(error)}`);
    }
  }

  #hasHistory(): boolean {
    return this.#store.timeline.items().some((item) => item.kind !== "notice");
  }

  #setState(set: Extract<Change, { kind: "state" }>["set"]): void {
    this.#apply([{ kind: "state", set }]);
  }

  #apply(changes: readonly Change[]): void {
    this.#applyStep({ changes });
  }

  #applyStep(step: Step): void {
    const applied = this.#store.apply(step);
    if (applied.length > 0) this.#changed.fire(applied);
  }
}
