import type { Clock } from "../../../shared/base/clock.ts";
import type { Disposable } from "../../../shared/base/disposable.ts";
import { type Failure, failures } from "../../../shared/base/failure.ts";
import type { ControlResponse } from "../frames/decode.ts";

export interface RequestOptions {
  readonly limitMs: number;
  /** Rejects the request with `aborted`, and sends a cancel to `claude` if it accepts one. */
  readonly signal?: AbortSignal | undefined;
}

export interface OutboundRequestsOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  /** Writes a frame. Throws if it cannot be sent. */
  readonly write: (frame: object) => void;
  /** Writes a frame if the connection can send. Never throws. */
  readonly tryWrite: (frame: object) => void;
  /** Returns true if `claude` accepts cancels of the host's requests: 2.1.329 does. */
  readonly canCancel: () => boolean;
}

interface PendingRequest {
  readonly subtype: string;
  resolve(payload: unknown): void;
  reject(error: Failure): void;
}

/**
 * Requests to `claude` that wait for a response. Each settles: answered, refused, timed out, aborted, or rejected on
 * close. For each id the first response wins.
 */
export class OutboundRequests {
  readonly #options: OutboundRequestsOptions;
  readonly #pending = new Map<string, PendingRequest>();

  constructor(options: OutboundRequestsOptions) {
    this.#options = options;
  }

  /** Sends a request and resolves with the payload of the response, undefined for a bare acknowledgement. */
  send(subtype: string, body: Record<string, unknown>, { limitMs, signal }: RequestOptions): Promise<unknown> {
    if (signal?.aborted) return Promise.reject(failures.aborted());
    const { clock, newId, write, tryWrite, canCancel } = this.#options;
    const id = newId();
    return new Promise<unknown>((resolve, reject) => {
      const timer: Disposable = clock.after(limitMs, () =>
        settle(() => reject(failures.requestTimedOut(subtype, limitMs))),
      );
      const onAbort = (): void => {
        // `claude` exits at a kind of line that it does not know (all versions), and older versions do not know this
        // one.
        if (canCancel()) tryWrite({ type: "control_cancel_request", request_id: id });
        settle(() => reject(failures.aborted()));
      };
      const settle = (action: () => void): void => {
        if (!this.#pending.delete(id)) return;
        timer.dispose();
        signal?.removeEventListener("abort", onAbort);
        action();
      };
      signal?.addEventListener("abort", onAbort);
      this.#pending.set(id, {
        subtype,
        resolve: (payload) => settle(() => resolve(payload)),
        reject: (error) => settle(() => reject(error)),
      });
      try {
        write({ type: "control_request", request_id: id, request: { subtype, ...body } });
      } catch (error) {
        settle(() => reject(error));
      }
    });
  }

  /** Returns the subtype of a request that waits for a response; undefined for a late or unknown id. */
  subtypeOf(id: string): string | undefined {
    return this.#pending.get(id)?.subtype;
  }

  /** Settles the request that a response is for. Returns false if no request waits for it. */
  settle(response: ControlResponse): boolean {
    const pending = this.#pending.get(response.request_id);
    if (!pending) return false;
    if (response.subtype === "success") pending.resolve(response.response);
    else
      pending.reject(
        failures.requestRefused(pending.subtype, response.error ?? "no reason given", response.error_code),
      );
    return true;
  }

  /** Rejects all requests, because the other side is gone. */
  rejectAll(failure: Failure): void {
    for (const pending of [...this.#pending.values()]) pending.reject(failure);
  }
}
