import * as z from "zod";
import type { Clock } from "../../../shared/base/clock.ts";
import type { Disposable } from "../../../shared/base/disposable.ts";
import { type Failure, failures, getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import { maskStart } from "../../../shared/base/maskSecrets.ts";
import {
  type ControlRequest,
  type ControlResponse,
  decodeLine,
  decodeValue,
  type Frame,
  isActivity,
} from "../frames/decode.ts";
import {
  type InboundContext,
  type InboundHandlers,
  type InboundSubtype,
  inboundSchemas,
  unansweredSubtypes,
} from "../requests/inbound.ts";
import { PieceJoiner } from "./pieceJoiner.ts";
import type { Transport } from "./transport.ts";
import { toWellFormedJson } from "./wellFormed.ts";

/** Maximum number of characters of an unreadable line in the log. */
const maxLoggedLength = 200;

/** Events that a connection sends to its owner. */
export interface ConnectionEvents {
  /** `claude` wrote a line of its own accord, see `isActivity`; the line is handled next. */
  onActivity(): void;
  /**
   * A conversation frame arrived; frames keep the order of arrival. Pieces of a streamed block that arrive in one step
   * can be one frame.
   */
  onFrame(frame: Frame): void;
  /** A frame of unknown kind or shape arrived; it does not affect the conversation and is never fatal. */
  /** Data was lost on the wire; the conversation continues. */
  onCorrupt(failure: Failure<"corruptLine">): void;
  /** The other side is gone; before this, every request was rejected and every handler aborted. */
  onClosed(failure: Failure | undefined): void;
}

export interface RequestOptions {
  readonly limitMs: number;
  /** Rejects the request with `aborted`, and sends a cancel to `claude` if it accepts one. */
  readonly signal?: AbortSignal | undefined;
}

/** A request of `claude` that is not answered yet. */
interface InboundRequest {
  readonly request: ControlRequest["request"];
  readonly controller: AbortController;
}

interface PendingRequest {
  readonly subtype: string;
  resolve(payload: unknown): void;
  reject(error: Failure): void;
}

/**
 * Requests and responses in both directions over a transport. The two id spaces are independent. For each id the first
 * response wins; later, duplicate and unknown ones are dropped. Every pending request settles: answered, refused, timed
 * out, aborted, or rejected on close.
 */
export class Connection {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #newId: () => string;
  readonly #handlers: InboundHandlers;
  readonly #events: ConnectionEvents;
  readonly #canCancel: () => boolean;
  readonly #getRefusal: (request: ControlRequest["request"]) => Record<string, unknown> | undefined;
  /** Ids of answered requests: a response that was in transit can deliver one again (2.1.329). */
  readonly #answered = new Set<string>();
  readonly #pending = new Map<string, PendingRequest>();
  readonly #inbound = new Map<string, InboundRequest>();
  readonly #logged = new Set<string>();
  readonly #joiner: PieceJoiner;
  #isInputClosed = false;
  #closed: Failure | undefined | null = null;

  constructor(options: {
    transport: Transport;
    clock: Clock;
    logger: Logger;
    newId: () => string;
    handlers: InboundHandlers;
    events: ConnectionEvents;
    /** Returns true if `claude` accepts cancels of the host's requests: 2.1.329 does. */
    canCancel: () => boolean;
    /**
     * Returns the answer to a request that is refused because its turn or the connection ends; undefined if an error
     * refuses it.
     */
    getRefusal?: (request: ControlRequest["request"]) => Record<string, unknown> | undefined;
  }) {
    this.#transport = options.transport;
    this.#clock = options.clock;
    this.#logger = options.logger;
    this.#newId = options.newId;
    this.#handlers = options.handlers;
    this.#events = options.events;
    this.#canCancel = options.canCancel;
    this.#getRefusal = options.getRefusal ?? (() => undefined);
    this.#joiner = new PieceJoiner((frame) => this.#handle(() => this.#events.onFrame(frame)));
  }

  start(): void {
    this.#transport.start({
      onLine: (line) => this.#handle(() => this.#receive(line)),
      onInputClosed: () => this.#closeInput(),
      onClosed: (failure) => this.#onClosed(failure),
    });
  }

  /** Runs the work for a frame. One that could not be handled must not prevent the following ones. */
  #handle(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#logger.error(`a frame was not handled: ${getErrorMessage(error)}`);
    }
  }

  /** Sends a control request and resolves with the payload of the response, undefined for a bare acknowledgement. */
  request(subtype: string, body: Record<string, unknown>, options: RequestOptions): Promise<unknown> {
    if (this.#closed !== null) return Promise.reject(failures.connectionClosed("the CLI is not running", this.#closed));
    if (options.signal?.aborted) return Promise.reject(failures.aborted());
    const id = this.#newId();
    return new Promise<unknown>((resolve, reject) => {
      const timer: Disposable = this.#clock.after(options.limitMs, () =>
        settle(() => reject(failures.requestTimedOut(subtype, options.limitMs))),
      );
      const onAbort = (): void => {
        // `claude` exits at a kind of line that it does not know (all versions), and older versions do not know this
        // one.
        if (this.#canCancel()) this.#tryWrite({ type: "control_cancel_request", request_id: id });
        settle(() => reject(failures.aborted()));
      };
      const settle = (action: () => void): void => {
        if (!this.#pending.delete(id)) return;
        timer.dispose();
        options.signal?.removeEventListener("abort", onAbort);
        action();
      };
      options.signal?.addEventListener("abort", onAbort);
      this.#pending.set(id, {
        subtype,
        resolve: (payload) => settle(() => resolve(payload)),
        reject: (error) => settle(() => reject(error)),
      });
      try {
        this.#write({ type: "control_request", request_id: id, request: { subtype, ...body } });
      } catch (error) {
        settle(() => reject(error));
      }
    });
  }

  /** Writes a frame that is not a control frame, such as a user message. Throws `connectionClosed` if it cannot. */
  send(frame: object): void {
    this.#write(frame);
  }

  /** Dispatches requests of `claude` carried inside another frame, each at most once while it is open (2.1.329). */
  #dispatchPending(requests: readonly unknown[] | undefined): void {
    for (const value of requests ?? []) {
      if (typeof value !== "object" || value === null) continue;
      const decoded = decodeValue(value as Record<string, unknown>);
      if (decoded.kind === "request") this.#onRequest(decoded.request);
    }
  }

  /**
   * Answers the open requests that have a refusal of their own. Needed before an interrupt and an end: `claude` itself
   * runs a tool call whose hook was cancelled or failed (before 2.1.208).
   */
  refuseOpen(): void {
    for (const [id, { request, controller }] of [...this.#inbound]) {
      const payload = this.#getRefusal(request);
      if (!payload) continue;
      this.#inbound.delete(id);
      this.#answered.add(id);
      this.#tryWrite({ type: "control_response", response: { subtype: "success", request_id: id, response: payload } });
      controller.abort();
    }
  }

  /** Refuses open requests, ends the conversation and waits until the other side is gone. */
  close(): Promise<void> {
    this.refuseOpen();
    const open = [...this.#inbound];
    this.#inbound.clear();
    for (const [id, { controller }] of open) {
      this.#answered.add(id);
      this.#answerError(id, "The conversation was closed");
      controller.abort();
    }
    return this.#transport.close();
  }

  /** Throws `connectionClosed` if nothing can be sent. */
  #write(frame: object): void {
    try {
      this.#transport.send(toWellFormedJson(JSON.stringify(frame)));
    } catch (error) {
      this.#closeInput();
      throw error;
    }
  }

  /** Writes a frame for which nobody waits; the close tells that it did not arrive. */
  #tryWrite(frame: object): void {
    try {
      this.#write(frame);
    } catch (error) {
      this.#logger.debug(`a frame was not sent: ${getErrorMessage(error)}`);
    }
  }

  /** Withdraws the open requests of `claude`: an answer would not arrive. */
  #closeInput(): void {
    this.#isInputClosed = true;
    this.#withdrawAll(failures.connectionClosed("claude reads no input anymore"));
  }

  #withdrawAll(reason: Failure): void {
    const open = [...this.#inbound.values()];
    this.#inbound.clear();
    for (const { controller } of open) controller.abort(reason);
  }

  #receive(line: string): void {
    const decoded = decodeLine(line);
    if (isActivity(decoded)) this.#events.onActivity();
    if (decoded.kind !== "frame") this.#joiner.flush();
    switch (decoded.kind) {
      case "frame":
        return this.#joiner.add(decoded.frame);
      case "response":
        return this.#onResponse(decoded.response);
      case "request":
        return this.#onRequest(decoded.request);
      case "cancel":
        this.#inbound.get(decoded.requestId)?.controller.abort();
        this.#inbound.delete(decoded.requestId);
        return;
      case "unknown":
        this.#refuseMalformed(decoded.value);
        return this.#logOnce(
          `unknown frame ${decoded.name}${decoded.issues ? `: ${decoded.issues}` : ""}`,
          decoded.name,
        );
      case "noise":
        this.#logger.debug(`stdout noise: ${maskStart(decoded.text, maxLoggedLength, this.#logger.mask)}`);
        return;
      case "corrupt":
        this.#logger.error(
          `${decoded.failure.message}: ${maskStart(decoded.failure.data.start, maxLoggedLength, this.#logger.mask)}`,
        );
        return this.#events.onCorrupt(decoded.failure);
    }
  }

  /** Answers a request that cannot be read: `claude` would wait forever for a response. */
  #refuseMalformed(value: unknown): void {
    const { type, request_id: id } = value as { type?: unknown; request_id?: unknown };
    if (type === "control_request" && typeof id === "string")
      this.#answerError(id, "Malformed control request", "unsupported_request");
  }

  #onResponse(response: ControlResponse): void {
    const pending = this.#pending.get(response.request_id);
    // 2.0.77 and 2.1.50 deliver open requests in the error response to a repeated initialize, even if no caller waits
    // for it anymore; 2.1.329 in the success response to any initialize. In other responses the field has no meaning.
    if (response.subtype === "error" || pending?.subtype === "initialize") {
      this.#dispatchPending(response.pending_permission_requests);
      this.#dispatchPending(response.pending_elicitation_requests);
      this.#dispatchPending(response.pending_user_dialog_requests);
    }
    if (!pending) {
      this.#logger.debug(`late or unknown answer ${response.request_id}`);
      return;
    }
    if (response.subtype === "success") pending.resolve(response.response);
    else
      pending.reject(
        failures.requestRefused(pending.subtype, response.error ?? "no reason given", response.error_code),
      );
  }

  #onRequest(frame: ControlRequest): void {
    const { request_id: id, request } = frame;
    if (this.#isInputClosed || this.#inbound.has(id) || this.#answered.has(id)) return;
    if (unansweredSubtypes.has(request.subtype)) {
      this.#logOnce(`left unanswered: ${request.subtype}`, request.subtype);
      return;
    }
    if (!Object.hasOwn(inboundSchemas, request.subtype)) {
      this.#logOnce(`unsupported request ${request.subtype}`, request.subtype);
      this.#answerError(id, `Unsupported control request subtype: ${request.subtype}`, "unsupported_request");
      return;
    }
    const controller = new AbortController();
    this.#inbound.set(id, { request, controller });
    void this.#answer(request.subtype as InboundSubtype, id, request, controller);
  }

  async #answer(subtype: InboundSubtype, id: string, body: unknown, controller: AbortController): Promise<void> {
    let write: () => void;
    try {
      const payload = await this.#callHandler(subtype, body, { requestId: id, signal: controller.signal });
      write = () =>
        this.#tryWrite({
          type: "control_response",
          response: { subtype: "success", request_id: id, response: payload },
        });
    } catch (error) {
      if (!controller.signal.aborted) this.#logger.warn(`${subtype} handler failed: ${getErrorMessage(error)}`);
      write = () => this.#answerError(id, getErrorMessage(error));
    }
    // A cancelled request gets no response (all versions); a closed connection accepts none.
    if (this.#inbound.get(id)?.controller !== controller) return;
    this.#inbound.delete(id);
    this.#answered.add(id);
    write();
  }

  async #callHandler<S extends InboundSubtype>(subtype: S, body: unknown, context: InboundContext): Promise<unknown> {
    const schemas = inboundSchemas[subtype];
    const request = schemas.request.safeParse(body);
    if (!request.success) throw new Error(`Malformed ${subtype}: ${z.prettifyError(request.error)}`);
    const handler = this.#handlers[subtype] as (request: unknown, context: InboundContext) => Promise<unknown>;
    const answer = schemas.answer.safeParse(await handler.call(this.#handlers, request.data, context));
    if (!answer.success) throw failures.badFrame(subtype, z.prettifyError(answer.error));
    return answer.data;
  }

  #answerError(id: string, error: string, code?: string): void {
    this.#tryWrite({
      type: "control_response",
      response: { subtype: "error", request_id: id, error, ...(code === undefined ? {} : { error_code: code }) },
    });
  }

  #onClosed(failure: Failure | undefined): void {
    this.#joiner.flush();
    this.#closed = failure;
    const closed = failures.connectionClosed(failure?.message ?? "the CLI ended", failure);
    for (const pending of [...this.#pending.values()]) pending.reject(closed);
    this.#withdrawAll(closed);
    this.#events.onClosed(failure);
  }

  #logOnce(message: string, key: string): void {
    if (this.#logged.has(key)) return;
    this.#logged.add(key);
    this.#logger.info(message);
  }
}
