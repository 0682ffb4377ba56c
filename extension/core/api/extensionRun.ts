import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import { mainThread } from "../../shared/contract/ids.ts";
import type { DeniedCall, TurnItem } from "../../shared/contract/items.ts";
import type { StateDelta } from "../../shared/contract/stateDeltas.ts";
import type { TurnEnded } from "../conversation/events/conversationEvents.ts";
import type { ReplacedId } from "../conversation/prompts/promptQueue.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { OpenConversation } from "../conversations/openConversation.ts";
import { type ApiError, apiErrors, fromProblem, fromTurn } from "./apiError.ts";
import type { CustomServers } from "./customServers.ts";
import type { ParsedMessage } from "./message.ts";
import { parseServers } from "./queryOptions.ts";
import { RunEvents } from "./runEvents.ts";
import type { OutputSchema } from "./schema.ts";
import type { McpServerChanges, McpServers, TandemEvent, TurnResult, Usage } from "./tandem.d.ts";

export interface ExtensionRunOptions {
  readonly conversations: Conversations;
  readonly open: OpenConversation;
  readonly servers: CustomServers;
  /** Rejects with an `ApiError` if the extension may not start anything now. */
  readonly admit: () => Promise<unknown>;
  readonly clock: Clock;
  /** Returns a new uuid. */
  readonly newId: () => string;
  /** Maximum duration of a turn. */
  readonly timeoutMs?: number | undefined;
  readonly schema?: OutputSchema | undefined;
  /** Called when the extension can send no more. */
  readonly onEnd: () => void;
  /** Called with each session id that `claude` reports for a turn of the extension. */
  readonly onSession: (sessionId: string) => void;
}

/** A message that was sent and whose turn has not ended. */
interface PendingTurn {
  /**
   * Id of the message, in the queue and in the conversation; it changes when the message comes back from an ended
   * process.
   */
  id: string;
  readonly timer: Disposable | undefined;
  readonly push: (event: TandemEvent) => void;
  /** True once the conversation shows the message, so that the next end of a turn is its own. */
  hasBegun: boolean;
  /** The row of the turn, once it has ended. */
  row?: TurnItem;
  resolve(result: TurnResult<unknown> | Promise<TurnResult<unknown>>): void;
  reject(error: ApiError): void;
}

/**
 * A conversation that an extension started: sends its messages, publishes its events, and ends its process. The user
 * sees it like any other conversation and can send messages in it too; their turns are not the extension's. Invariants:
 *
 * - At most one message of the extension is pending.
 * - Once the user stopped the conversation or closed it, the extension cannot send anymore.
 * - No message of the extension is sent after its promise was rejected; messages of the user stay in the queue.
 * - The process ends after the extension's last turn, unless the user sent a message too.
 */
export class ExtensionRun {
  readonly #options: ExtensionRunOptions;
  readonly #events: RunEvents;
  readonly #store = new DisposableStore();
  #pending: PendingTurn | undefined;
  #ended: ApiError | undefined;
  #stopping: Promise<void> | undefined;
  /** True once the user sent a message, so that the process is the user's. */
  #isTakenOver = false;

  constructor(options: ExtensionRunOptions) {
    this.#options = options;
    const { conversations, open } = options;
    // While a message waits, a turn of the user can run, whose events are not the extension's.
    this.#events = new RunEvents((event) => this.#pending?.hasBegun && this.#pending.push(event));
    this.#store.add(open.conversation.changes.onDidChangeView(({ changes }) => this.#follow(changes)));
    this.#store.add(
      open.conversation.events.onDidPublish((event) =>
        event.kind === "turnEnded" ? this.#endTurn(event) : this.#events.noteFact(event),
      ),
    );
    this.#store.add(open.conversation.queue.onDidReplaceId((replaced) => this.#followId(replaced)));
    this.#store.add(
      conversations.onDidChangeList(() => !conversations.get(open.id) && this.fail(apiErrors.aborted("user"))),
    );
  }

  get sessionId(): string | undefined {
    return this.#options.open.conversation.state.sessionId;
  }

  /**
   * Sends a message; its events go to `push`. Resolves with the result of its turn; rejects with an `ApiError`. Call it
   * when the turn before has ended.
   */
  async send({ text, attachments }: ParsedMessage, push: (event: TandemEvent) => void): Promise<TurnResult<unknown>> {
    const { open, clock, newId, timeoutMs, conversations, admit } = this.#options;
    if (!this.#ended) await admit();
    if (!this.#ended && open.conversation.state.problem) await open.restart();
    if (this.#ended) throw this.#ended;
    return new Promise((resolve, reject) => {
      const timer = timeoutMs === undefined ? undefined : clock.after(timeoutMs, () => this.#timeOut(timeoutMs));
      const id = newId();
      this.#pending = { id, timer, push, hasBegun: false, resolve, reject };
      open.submit(text, open.conversation.promptAttachments.store(attachments), id);
      conversations.inBackground(open.open(), "opening a conversation of an extension");
      this.#checkState();
    });
  }

  /** Replaces the MCP servers of the extension. Rejects with an `ApiError`. */
  async setMcpServers(given: McpServers): Promise<McpServerChanges> {
    const servers = parseServers(given);
    await this.#options.admit();
    if (this.#ended) throw this.#ended;
    return this.#options.servers.set(servers);
  }

  /**
   * Ends the conversation's process once it is idle; the conversation stays in the list and the user can continue it.
   */
  end(): void {
    this.fail(apiErrors.aborted("extension"));
  }

  /** Rejects the pending message and all later ones, and stops the running turn. Resolves when it has stopped. */
  stop(error: ApiError): Promise<void> {
    this.#stopping ??= this.#stop(error);
    return this.#stopping;
  }

  async #stop(error: ApiError): Promise<void> {
    this.fail(error);
    const { conversations, open } = this.#options;
    if (open.isBlank) return conversations.remove(open.id);
    const { state, queue } = open.conversation;
    // A message of the user waits for the start.
    const isAwaited = state.status !== "working" && queue.hasNext;
    if (!this.#isTakenOver && !isAwaited) await open.conversation.stop();
  }

  /** Rejects the pending message and all later ones. */
  fail(error: ApiError): void {
    this.#ended ??= error;
    this.#reject(error);
    this.#options.onEnd();
    this.#restIfIdle();
  }

  #follow(changes: readonly StateDelta[]): void {
    for (const delta of changes) {
      if (delta.kind === "put" && delta.thread === mainThread) {
        if (delta.item.kind === "prompt") this.#beginTurn(delta.item.id);
        if (delta.item.kind === "turn" && this.#pending?.hasBegun) this.#pending.row = delta.item;
      }
      this.#events.note(delta);
    }
    this.#checkState();
    this.#restIfIdle();
  }

  #followId({ id, newId }: ReplacedId): void {
    if (this.#pending?.id === id) this.#pending.id = newId;
  }

  #beginTurn(id: string): void {
    this.#events.begin();
    const pending = this.#pending;
    // A prompt of the user can join the turn of the extension.
    if (pending?.id === id) pending.hasBegun = true;
    else this.#isTakenOver = true;
  }

  #endTurn(ended: TurnEnded): void {
    const pending = this.#pending;
    if (!pending?.hasBegun) return;
    if (ended.sessionId !== undefined) this.#options.onSession(ended.sessionId);
    if (ended.outcome === "stopped") return this.fail(apiErrors.aborted("user", pending.row));
    if (ended.outcome === "failed") return this.#reject(fromTurn(ended.failure, pending.row));
    // The reason for the end of a process follows in the same step.
    if (ended.outcome === "interrupted")
      return queueMicrotask(
        () => this.#pending === pending && this.#reject(this.#problem ?? apiErrors.ended("", pending.row)),
      );
    this.#pending = undefined;
    pending.timer?.dispose();
    pending.resolve(this.#readResult(ended, pending));
  }

  async #readResult(ended: TurnEnded, { row, push }: PendingTurn): Promise<TurnResult<unknown>> {
    const { schema } = this.#options;
    if (schema && ended.structuredOutput === undefined)
      throw apiErrors.schemaMismatch("the model answered without the schema", row);
    const output =
      schema &&
      (await schema
        .check(ended.structuredOutput)
        .catch((error) => Promise.reject(apiErrors.schemaMismatch(getErrorMessage(error), row))));
    const result = toTurnResult(ended, row, {
      text: this.#events.reply || ended.output,
      output,
      folder: this.#options.open.conversation.state.folder,
    });
    push({ kind: "turnEnded", result });
    return result;
  }

  get #problem(): ApiError | undefined {
    const { problem } = this.#options.open.conversation.state;
    return problem && fromProblem(problem);
  }

  /** Rejects a message that no turn will answer: there is no process, or the user has to decide about it. */
  #checkState(): void {
    const pending = this.#pending;
    if (!pending) return;
    if (this.#problem) return this.#reject(this.#problem);
    const queued = this.#options.open.conversation.state.queue.find(({ id }) => id === pending.id);
    if (queued?.isHeld || !(queued || pending.hasBegun)) this.#reject(apiErrors.aborted("user", queued));
  }

  #timeOut(timeoutMs: number): void {
    this.#options.conversations.inBackground(
      this.stop(apiErrors.timedOut(timeoutMs)),
      "stopping a turn of an extension",
    );
  }

  #reject(error: ApiError): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (!pending) return;
    pending.timer?.dispose();
    this.#options.open.conversation.queue.remove(pending.id);
    pending.reject(error);
  }

  #restIfIdle(): void {
    const { open, conversations } = this.#options;
    if (!this.#ended || !(open.canRest || this.#isTakenOver || !open.hasProcess)) return;
    this.#store.dispose();
    conversations.inBackground(this.#rest(), "ending the process of an extension's conversation");
  }

  /**
   * Ends the process. The choices and servers of the extension do not apply when the user continues the conversation.
   */
  async #rest(): Promise<void> {
    const { open, servers } = this.#options;
    if (!this.#isTakenOver) {
      await open.rest();
      await open.conversation.settings.reset();
    }
    await servers.set({});
  }
}

/** Returns the result of a turn that is done; `text` is its last reply, and `output` the answer by a schema. */
function toTurnResult(
  ended: TurnEnded,
  turn: TurnItem | undefined,
  { text, output, folder }: Pick<TurnResult<unknown>, "text" | "output" | "folder">,
): TurnResult<unknown> {
  const denials = (turn?.denials ?? []).map(({ id, tool, subject }: DeniedCall) => ({ id, tool, subject }));
  return { text, output, sessionId: ended.sessionId ?? "", folder, usage: toUsage(ended), denials };
}

function toUsage({ usage, costUsd, durationMs }: TurnEnded): Usage {
  return {
    models: (usage?.models ?? []).map(({ model, input, output, cacheRead, cacheWrite }) => ({
      model,
      input,
      output,
      cacheRead,
      cacheWrite,
    })),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(usage?.steps === undefined ? {} : { steps: usage.steps }),
  };
}
