import type { Clock } from "../../../shared/base/clock.ts";
import { type Failure, failures, getErrorMessage, isFailure } from "../../../shared/base/failure.ts";
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
import { type InboundHandlers, type InboundSubtype, inboundSchemas, unansweredSubtypes } from "../requests/inbound.ts";
import { InboundRequests } from "./inboundRequests.ts";
import { OutboundRequests, type RequestOptions } from "./outboundRequests.ts";
import { PieceJoiner } from "./pieceJoiner.ts";
import type { Transport } from "./transport.ts";

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
  /** Data was lost on the wire; the conversation continues. */
  onCorrupt(failure: Failure<"corruptLine">): void;
  /** The other side is gone; before this, every request was rejected and every handler aborted. */
  onClosed(failure: Failure | undefined): void;
}

/** `inputClosed`: nothing can be sent, but the other side is still there. `failure` is undefined after a clean end. */
type ConnectionState =
  | { readonly kind: "new" | "open" | "inputClosed" }
  | { readonly kind: "closed"; readonly failure: Failure | undefined };

/**
 * Requests and responses in both directions over a transport. The two id spaces are independent. Late, duplicate and
 * unknown responses are dropped.
 */
export class Connection {
  readonly #transport: Transport;
  readonly #logger: Logger;
  readonly #events: ConnectionEvents;
  readonly #inbound: InboundRequests;
  readonly #outbound: OutboundRequests;
  readonly #logged = new Set<string>();
  readonly #joiner: PieceJoiner;
  #state: ConnectionState = { kind: "new" };

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
    const { transport, logger, events, getRefusal = () => undefined } = options;
    this.#transport = transport;
    this.#logger = logger;
    this.#events = events;
    const write = (frame: object): void => this.send(frame);
    const tryWrite = (frame: object): void => this.#tryWrite(frame);
    this.#inbound = new InboundRequests({ handlers: options.handlers, logger, tryWrite, getRefusal });
    this.#outbound = new OutboundRequests({ ...options, write, tryWrite });
    this.#joiner = new PieceJoiner((frame) => this.#handle(() => events.onFrame(frame)));
  }

  start(): void {
    this.#state = { kind: "open" };
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
    if (this.#state.kind === "closed")
      return Promise.reject(failures.connectionClosed("the CLI is not running", this.#state.failure));
    return this.#outbound.send(subtype, body, options);
  }

  /**
   * Writes a frame, such as a user message. Throws `connectionClosed` if nothing can be sent, and another error if the
   * frame has a value that JSON lacks.
   */
  send(frame: object): void {
    const line = toWellFormedJson(JSON.stringify(frame));
    try {
      this.#transport.send(line);
    } catch (error) {
      this.#closeInput();
      throw error;
    }
  }

  /** Writes a frame without an answer. Where nothing can be sent, the close tells it. */
  #tryWrite(frame: object): void {
    try {
      this.send(frame);
    } catch (error) {
      if (!isFailure(error, "connectionClosed")) throw error;
      this.#logger.debug(`a frame was not sent: ${getErrorMessage(error)}`);
    }
  }

  /** Withdraws the open requests of `claude`: an answer would not arrive. */
  #closeInput(): void {
    if (this.#state.kind !== "closed") this.#state = { kind: "inputClosed" };
    this.#inbound.withdrawAll(failures.connectionClosed("claude reads no input anymore"));
  }

  /** Answers the open requests that have a refusal of their own; needed before an interrupt. */
  refuseOpen(): void {
    this.#inbound.refuse();
  }

  /** Refuses open requests, ends the conversation and waits until the other side is gone. */
  close(): Promise<void> {
    this.#inbound.refuseAll();
    // Work for later requests would be for nothing: no answer arrives.
    this.#closeInput();
    return this.#transport.close();
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
        return this.#inbound.cancel(decoded.requestId);
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
      this.#inbound.answerError(id, "Malformed control request", "unsupported_request");
  }

  #onResponse(response: ControlResponse): void {
    // 2.0.77 and 2.1.50 deliver open requests in the error response to a repeated initialize, even if no caller waits
    // for it anymore; 2.1.329 in the success response to any initialize. In other responses the field has no meaning.
    if (response.subtype === "error" || this.#outbound.subtypeOf(response.request_id) === "initialize") {
      this.#dispatchPending(response.pending_permission_requests);
      this.#dispatchPending(response.pending_elicitation_requests);
      this.#dispatchPending(response.pending_user_dialog_requests);
    }
    if (!this.#outbound.settle(response)) this.#logger.debug(`late or unknown answer ${response.request_id}`);
  }

  /** Dispatches requests of `claude` carried inside another frame, each at most once while it is open (2.1.329). */
  #dispatchPending(requests: readonly unknown[] | undefined): void {
    for (const value of requests ?? []) {
      if (typeof value !== "object" || value === null) continue;
      const decoded = decodeValue(value as Record<string, unknown>);
      if (decoded.kind === "request") this.#onRequest(decoded.request);
    }
  }

  #onRequest(frame: ControlRequest): void {
    const { request_id: id, request } = frame;
    if (this.#state.kind !== "open" || this.#inbound.has(id)) return;
    if (unansweredSubtypes.has(request.subtype)) {
      this.#logOnce(`left unanswered: ${request.subtype}`, request.subtype);
      return;
    }
    if (!Object.hasOwn(inboundSchemas, request.subtype)) {
      this.#logOnce(`unsupported request ${request.subtype}`, request.subtype);
      this.#inbound.answerError(id, `Unsupported control request subtype: ${request.subtype}`, "unsupported_request");
      return;
    }
    this.#inbound.answer(request.subtype as InboundSubtype, frame);
  }

  #onClosed(failure: Failure | undefined): void {
    this.#joiner.flush();
    this.#state = { kind: "closed", failure };
    const closed = failures.connectionClosed(failure?.message ?? "the CLI ended", failure);
    this.#outbound.rejectAll(closed);
    this.#inbound.withdrawAll(closed);
    this.#events.onClosed(failure);
  }

  #logOnce(message: string, key: string): void {
    if (this.#logged.has(key)) return;
    this.#logged.add(key);
    this.#logger.info(message);
  }
}

/**
 * Replaces halves of surrogate pairs in a JSON text, which the model's API refuses. `JSON.stringify` writes exactly
 * these as escapes, and all other characters as they are.
 */
function toWellFormedJson(json: string): string {
  return json.includes("\\ud")
    ? json.replace(/\\(?:ud[89a-f][0-9a-f]{2}|.)/g, (written) => (written.length === 6 ? "\ufffd" : written))
    : json;
}
