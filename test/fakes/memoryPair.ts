import { LineSplitter } from "../../extension/core/protocol/connection/lineSplitter.ts";
import type { Transport, TransportReader } from "../../extension/core/protocol/connection/transport.ts";
import { type Failure, failures } from "../../extension/shared/base/failure.ts";

/** The CLI's end of a memory pair: raw bytes in both directions, so that framing is real. */
export interface FakeCli {
  /** Lines that the host wrote, parsed, in order. */
  readonly received: Record<string, any>[];
  /** Called with each line that the host writes. */
  onLine: (frame: Record<string, any>) => void;
  /** Writes bytes to the host's reader. */
  writeBytes(bytes: Uint8Array): void;
  /** Writes one frame. */
  write(frame: object): void;
  /** Writes text to stderr. */
  writeStderr(text: string): void;
  /** Reads nothing from now on; `isTold`: the host learns that before it sends. */
  closeInput(isTold?: boolean): void;
  /** Ends the connection. */
  end(failure?: Failure): void;
  readonly isInputEnded: boolean;
}

/** Creates two linked ends in memory: the host's transport and a scriptable CLI. Delivery is synchronous. */
export function memoryPair(): { transport: Transport; cli: FakeCli } {
  const encoder = new TextEncoder();
  const received: Record<string, any>[] = [];
  let reader: TransportReader | undefined;
  let isClosed = false;
  let isInputEnded = false;
  const toHost = new LineSplitter((line) => reader?.onLine(line));
  const toCli = new LineSplitter((line) => {
    const frame = JSON.parse(line);
    received.push(frame);
    cli.onLine(frame);
  });
  const cli: FakeCli = {
    received,
    onLine: () => {},
    writeBytes: (bytes) => {
      if (!isClosed) toHost.push(bytes);
    },
    write: (frame) => cli.writeBytes(encoder.encode(`${JSON.stringify(frame)}\n`)),
    writeStderr: (text) => reader?.onStderr?.(text),
    closeInput: (isTold = true) => {
      isInputEnded = true;
      if (isTold) reader?.onInputClosed?.();
    },
    end: (failure) => {
      if (isClosed) return;
      isClosed = true;
      reader?.onClosed(failure);
    },
    get isInputEnded() {
      return isInputEnded;
    },
  };
  const transport: Transport = {
    start: (next) => {
      reader = next;
    },
    send: (line) => {
      if (isClosed || isInputEnded) throw failures.connectionClosed("the input is closed");
      toCli.push(encoder.encode(`${line}\n`));
    },
    end: () => {
      isInputEnded = true;
    },
    close: async () => {
      isInputEnded = true;
      cli.end();
    },
  };
  return { transport, cli };
}
