import type { Failure } from "../../../shared/base/failure.ts";

/** Listener for the events of a transport; each transport has one. */
export interface TransportReader {
  /** Receives the text of one frame, without its newline; never blank. */
  onLine(line: string): void;
  /** Receives text that the other side wrote to stderr, as it comes; optional, since a transport may have none. */
  onStderr?(text: string): void;
  /**
   * Nothing can be sent anymore, while the other side may still send; `onClosed` follows within seconds. Optional for
   * transports that cannot tell.
   */
  onInputClosed?(): void;
  /** The other side is gone. Called exactly once, as the last event. `failure` is undefined after a clean end. */
  onClosed(failure: Failure | undefined): void;
}

/**
 * Carries lines between host and `claude`. A process is one implementation; an in-memory pair, a custom spawner or a
 * WebSocket can replace it without changes to its users.
 */
export interface Transport {
  /** Installs the reader and starts to deliver lines. Call once, before the first `send`. */
  start(reader: TransportReader): void;
  /**
   * Queues the text of one frame, without a newline. Lines are sent in the order of the calls. Throws
   * `connectionClosed` if the line cannot be sent, such as after the end.
   */
  send(line: string): void;
  /** Closes the sending direction. The other side may still send. Idempotent. */
  end(): void;
  /** Ends, then releases everything, by force if necessary. Resolves when all is released. Idempotent. */
  close(): Promise<void>;
}
