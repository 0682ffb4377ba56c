import type { Failure } from "../base/failure.ts";

/** What a transport tells its one reader. */
export interface TransportReader {
  /** One frame's text, without its newline; never blank. */
  onLine(line: string): void;
  /** The other side is gone. Called exactly once; nothing follows it. `failure` is absent after a clean end. */
  onClosed(failure: Failure | undefined): void;
}

/**
 * Carries lines between host and CLI. A process is one implementation; an in-memory pair, a custom
 * spawner or a WebSocket can take its place without any change above it.
 */
export interface Transport {
  /** Installs the reader and lets lines flow. Call once, before the first `send`. */
  start(reader: TransportReader): void;
  /** Queues one frame's text, which holds no newline. Lines leave in the order of the calls. After the end it is dropped. */
  send(line: string): void;
  /** Says that nothing more will be sent. The other side may still send. Idempotent. */
  end(): void;
  /** Ends, then releases everything, by force if need be. Resolves when nothing is left. Idempotent. */
  close(): Promise<void>;
}
