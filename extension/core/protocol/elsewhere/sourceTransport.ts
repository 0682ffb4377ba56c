import type { Clock } from "../../../shared/base/clock.ts";
import { DisposableStore } from "../../../shared/base/disposable.ts";
import { type Failure, failures, getErrorMessage, isFailure } from "../../../shared/base/failure.ts";
import { LineSplitter } from "../connection/lineSplitter.ts";
import type { Transport, TransportReader } from "../connection/transport.ts";
import { attempt } from "./attempt.ts";
import type { ProcessSource, SourceProcess, SourceRequest } from "./processSource.ts";

/** Times as for a process of this machine, see `node/claude/processTransport.ts`. */
const graceMs = 2_000;
const termMs = 5_000;
const drainMs = 1_000;
/** Reason why a line cannot be sent. */
const noInput = "claude reads no input anymore";
/** Number of characters at the end of stderr that are kept for an exit message. */
const stderrTailLength = 4096;

/**
 * A process of another place as a transport. It starts with the reader. `close` never rejects, and the end never
 * depends on the foreign code: a process that does not confirm it counts as gone after the last time limit, and what it
 * says later is dropped.
 */
export class SourceTransport implements Transport {
  readonly #source: ProcessSource;
  readonly #request: Omit<SourceRequest, "signal">;
  readonly #clock: Clock;
  readonly #encoder = new TextEncoder();
  readonly #resources = new DisposableStore();
  readonly #abort = new AbortController();
  readonly #gone: Promise<void>;
  #process: SourceProcess | undefined;
  #reader: TransportReader | undefined;
  /** Lines that wait for the process. */
  #unsent: string[] = [];
  #stderr = "";
  #failure: Failure | undefined;
  /** `isOwn`: the process ended before it was asked to. */
  #exit: { readonly code: number | null; readonly signal: string | null; readonly isOwn: boolean } | undefined;
  #isInputEnded = false;
  #isOutputEnded = false;
  #hasOutput = false;
  #isClosing = false;
  #isGone = false;
  #resolveGone: () => void = () => {};

  constructor(source: ProcessSource, request: Omit<SourceRequest, "signal">, clock: Clock) {
    this.#source = source;
    this.#request = request;
    this.#clock = clock;
    this.#gone = new Promise((resolve) => {
      this.#resolveGone = resolve;
    });
  }

  start(reader: TransportReader): void {
    this.#reader = reader;
    if (this.#isGone) return reader.onClosed(this.#failure);
    // In a microtask, so that a child process gets its listeners before Node reports that it could not be started.
    Promise.resolve()
      .then(() => this.#source({ ...this.#request, signal: this.#abort.signal }))
      .then((process) => this.#attach(process))
      .catch((error: unknown) => this.#fail(error));
  }

  send(line: string): void {
    if (this.#isInputEnded || this.#isGone) throw failures.connectionClosed(noInput);
    if (this.#process) this.#write(this.#process, line);
    else this.#unsent.push(line);
  }

  end(): void {
    if (this.#isInputEnded) return;
    this.#isInputEnded = true;
    attempt(() => this.#process?.stdin.end());
  }

  close(): Promise<void> {
    this.#beginClose();
    return this.#gone;
  }

  #beginClose(): void {
    if (this.#isClosing || this.#isGone) return;
    this.#isClosing = true;
    this.end();
    if (!this.#process) this.#finish();
    else {
      this.#resources.add(this.#clock.after(graceMs, () => this.#kill("SIGTERM")));
      this.#resources.add(this.#clock.after(graceMs + termMs, () => this.#kill("SIGKILL")));
      this.#resources.add(this.#clock.after(graceMs + termMs + drainMs, () => this.#finish()));
    }
  }

  #attach(process: SourceProcess): void {
    process.once("error", (error) => this.#fail(error));
    process.once("exit", (code, signal) => this.#noteExit(code, signal));
    // A write can race with the exit; the exit has the cause.
    process.stdin.on?.("error", () => this.#noteInputClosed());
    if (this.#isGone) return attempt(() => process.kill("SIGKILL"));
    this.#process = process;
    const reader = this.#reader as TransportReader;
    const splitter = new LineSplitter((line) => {
      this.#hasOutput = true;
      reader.onLine(line);
    });
    this.#read(process.stdout, (chunk) => splitter.push(chunk))
      .then(() => {
        if (!this.#isGone) splitter.end();
        this.#noteOutputEnd();
      })
      .catch((error: unknown) => this.#fail(error));
    const decoder = new TextDecoder();
    const onStderr = (chunk: Uint8Array): void => {
      const text = decoder.decode(chunk, { stream: true });
      this.#stderr = (this.#stderr + text).slice(-stderrTailLength);
      reader.onStderr?.(text);
    };
    if (process.stderr) this.#read(process.stderr, onStderr).catch(() => {});
    for (const line of this.#unsent.splice(0)) attempt(() => this.#write(process, line));
    if (this.#isInputEnded) attempt(() => process.stdin.end());
  }

  async #read(chunks: AsyncIterable<Uint8Array | string>, onChunk: (chunk: Uint8Array) => void): Promise<void> {
    for await (const chunk of chunks) {
      if (this.#isGone) return;
      onChunk(typeof chunk === "string" ? this.#encoder.encode(chunk) : chunk);
    }
  }

  #write({ stdin }: SourceProcess, line: string): void {
    try {
      stdin.write(`${line}\n`);
    } catch (error) {
      this.#noteInputClosed();
      throw failures.connectionClosed(noInput, error);
    }
  }

  /** A process that reads nothing anymore has ended, or is ended here: its reader could wait forever. */
  #noteInputClosed(): void {
    if (this.#isInputEnded || this.#isGone) return;
    this.#isInputEnded = true;
    this.#endLater("input");
    this.#reader?.onInputClosed?.();
  }

  /** Ends a process that closed a stream, unless it exits by itself. */
  #endLater(closed: "input" | "output"): void {
    const end = (): void => {
      if (this.#exit || this.#isGone) return;
      this.#failure ??= this.#isClosing
        ? undefined
        : failures.cliExited(null, null, `It closed its ${closed} but kept running.`);
      this.#beginClose();
    };
    this.#resources.add(this.#clock.after(graceMs, end));
  }

  #kill(signal: "SIGTERM" | "SIGKILL"): void {
    this.#abort.abort();
    attempt(() => this.#process?.kill(signal));
  }

  #noteExit(code: number | null, signal: string | null): void {
    this.#exit = { code, signal, isOwn: !this.#isClosing };
    this.#noteInputClosed();
    if (this.#isOutputEnded) this.#finish();
    else this.#resources.add(this.#clock.after(drainMs, () => this.#finish()));
  }

  #noteOutputEnd(): void {
    this.#isOutputEnded = true;
    if (this.#exit) this.#finish();
    else this.#endLater("output");
  }

  /** Ends the transport because of an error of the process, of its output, or of its start. */
  #fail(error: unknown): void {
    if (this.#isGone) return;
    const reason = getErrorMessage(error);
    if (isFailure(error)) this.#failure ??= error;
    else
      this.#failure ??= this.#hasOutput
        ? failures.cliExited(null, null, reason)
        : failures.cliNotStartable(this.#request.command, reason, error);
    if (this.#process && !this.#exit) this.#kill("SIGKILL");
    this.#finish();
  }

  #finish(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#resources.dispose();
    this.#abort.abort();
    const { code, signal, isOwn } = this.#exit ?? { code: 0, signal: null };
    if (!this.#failure && isOwn && (code !== 0 || signal))
      this.#failure = failures.cliExited(code, signal, this.#stderr.trim());
    try {
      this.#reader?.onClosed(this.#failure);
    } finally {
      this.#resolveGone();
    }
  }
}
