import * as z from "zod";
import { failures, getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { ControlRequest } from "../frames/decode.ts";
import {
  type InboundContext,
  type InboundHandlers,
  type InboundSubtype,
  inboundSchemas,
  isAsked,
} from "../requests/inbound.ts";

export interface InboundRequestsOptions {
  readonly handlers: InboundHandlers;
  readonly logger: Logger;
  /** Writes a frame if the connection can send. Throws if the frame has a value that JSON lacks. */
  readonly tryWrite: (frame: object) => void;
  /**
   * Returns the answer to a request that is refused because its turn or the connection ends; undefined if an error
   * refuses it.
   */
  readonly getRefusal: (request: ControlRequest["request"]) => Record<string, unknown> | undefined;
}

interface OpenInbound {
  readonly request: ControlRequest["request"];
  readonly controller: AbortController;
}

/**
 * Requests of `claude` that are open here. Each is answered once: by its handler, by a refusal, or with an error. One
 * that `claude` cancels, or whose answer would not arrive, gets none, and its handler is aborted.
 */
export class InboundRequests {
  readonly #options: InboundRequestsOptions;
  readonly #open = new Map<string, OpenInbound>();
  /** Ids of answered requests: a response that was in transit can deliver one again (2.1.329). */
  readonly #answered = new Set<string>();

  constructor(options: InboundRequestsOptions) {
    this.#options = options;
  }

  /** Returns whether a request with this id is open or was answered. */
  has(id: string): boolean {
    return this.#open.has(id) || this.#answered.has(id);
  }

  /** Calls the handler of a request and answers with its result. Call once for each id, see `has`. */
  answer(subtype: InboundSubtype, { request_id: id, request }: ControlRequest): void {
    const controller = new AbortController();
    this.#open.set(id, { request, controller });
    void this.#answer(subtype, id, request, controller);
  }

  /** Answers a request that no handler gets with an error. */
  answerError(id: string, error: string, code?: string): void {
    this.#options.tryWrite({
      type: "control_response",
      response: { subtype: "error", request_id: id, error, ...(code === undefined ? {} : { error_code: code }) },
    });
  }

  /** Aborts the handler of a request that `claude` cancelled. */
  cancel(id: string): void {
    this.#open.get(id)?.controller.abort();
    this.#open.delete(id);
  }

  /**
   * Answers the open requests that have a refusal of their own. Needed before an interrupt and an end: `claude` itself
   * runs a tool call whose hook was cancelled or failed (before 2.1.208).
   */
  refuse(): void {
    for (const [id, { request, controller }] of [...this.#open]) {
      const payload = this.#options.getRefusal(request);
      if (!payload) continue;
      this.#open.delete(id);
      this.#answered.add(id);
      this.#answerSuccess(id, payload);
      controller.abort();
    }
  }

  /** Answers all open requests, with an error those that have no refusal of their own. */
  refuseAll(): void {
    this.refuse();
    const open = [...this.#open];
    this.#open.clear();
    for (const [id, { controller }] of open) {
      this.#answered.add(id);
      this.answerError(id, "The conversation was closed");
      controller.abort();
    }
  }

  /** Aborts all handlers, because no answer would arrive. */
  withdrawAll(reason: Error): void {
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const { controller } of open) controller.abort(reason);
  }

  async #answer(subtype: InboundSubtype, id: string, body: unknown, controller: AbortController): Promise<void> {
    let write: () => void;
    try {
      const payload = await this.#callHandler(subtype, body, { requestId: id, signal: controller.signal });
      write = () => this.#answerSuccess(id, payload);
    } catch (error) {
      if (!controller.signal.aborted) this.#options.logger.warn(`${subtype} handler failed: ${getErrorMessage(error)}`);
      write = () => this.answerError(id, getErrorMessage(error));
    }
    // A cancelled request gets no response (all versions); a closed connection accepts none.
    if (this.#open.get(id)?.controller !== controller) return;
    this.#open.delete(id);
    this.#answered.add(id);
    write();
  }

  async #callHandler(subtype: InboundSubtype, body: unknown, context: InboundContext): Promise<unknown> {
    const { handlers } = this.#options;
    const schemas = inboundSchemas[subtype];
    const request = schemas.request.safeParse(body);
    if (!request.success) throw new Error(`Malformed ${subtype}: ${z.prettifyError(request.error)}`);
    const handler = handlers[isAsked(subtype) ? "askUser" : subtype] as (
      request: unknown,
      context: InboundContext,
    ) => Promise<unknown>;
    const answer = schemas.answer.safeParse(await handler.call(handlers, request.data, context));
    if (!answer.success) throw failures.badFrame(subtype, z.prettifyError(answer.error));
    return answer.data;
  }

  #answerSuccess(id: string, payload: unknown): void {
    const { tryWrite, logger } = this.#options;
    try {
      tryWrite({ type: "control_response", response: { subtype: "success", request_id: id, response: payload } });
    } catch (error) {
      // The server of an extension, or a hook of it, answers with what it likes.
      logger.warn(`an answer cannot be written: ${getErrorMessage(error)}`);
      this.answerError(id, getErrorMessage(error));
    }
  }
}
