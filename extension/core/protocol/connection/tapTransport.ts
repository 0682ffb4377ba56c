import type { Failure } from "../../../shared/base/failure.ts";
import type { Transport, TransportReader } from "./transport.ts";

/** Observes everything that a transport carries. Must not throw. */
export interface TransportTap {
  onSent(line: string): void;
  onReceived(line: string): void;
  /** Text that `claude` wrote to stderr. */
  onStderr(text: string): void;
  onClosed(failure: Failure | undefined): void;
}

/** Returns a transport that reports to `tap` before it delivers. */
export function tapTransport(transport: Transport, tap: TransportTap): Transport {
  return {
    start: (reader: TransportReader) =>
      transport.start({
        onLine: (line) => {
          tap.onReceived(line);
          reader.onLine(line);
        },
        onStderr: (text) => {
          tap.onStderr(text);
          reader.onStderr?.(text);
        },
        onInputClosed: () => reader.onInputClosed?.(),
        onClosed: (failure) => {
          tap.onClosed(failure);
          reader.onClosed(failure);
        },
      }),
    send: (line) => {
      tap.onSent(line);
      transport.send(line);
    },
    end: () => transport.end(),
    close: () => transport.close(),
  };
}
