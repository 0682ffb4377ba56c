import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import spawn from "cross-spawn";
import { LineSplitter } from "../../core/protocol/connection/lineSplitter.ts";
import type { Transport, TransportReader } from "../../core/protocol/connection/transport.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { DisposableStore } from "../../shared/base/disposable.ts";
import { type Failure, failures, getErrorMessage, isFailure } from "../../shared/base/failure.ts";
import { endLeftBehind, endTree, markName } from "../processes/runningProcess.ts";

export interface ChildProcessOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** Mark in the environment of the child and of all processes that it starts, by which they are found. */
  readonly mark: string;
  /** Called once the child and all processes that it started are gone. */
  readonly onGone?: () => void;
  /** Starts the child; replaced in a test. A child in another place is a `SourceTransport`. */
  readonly spawn?: typeof spawn;
}

/** Number of characters at the end of stderr that are kept for an exit message. */
const stderrTailLength = 4096;
/** Time before SIGTERM, and then before SIGKILL: `claude` flushes its transcript after stdin ends. */
const graceMs = 2_000;
const termMs = 5_000;
/** Time that output in the pipe may take after an exit. */
const drainMs = 1_000;

/** Longest time in ms of one step that reads output. */
const sliceMs = 8;

const isWindows = process.platform === "win32";

/** A child process as a transport: stdin and stdout carry lines, the end of stderr explains an exit. */
export class ProcessTransport implements Transport {
  readonly #child: ChildProcess;
  readonly #clock: Clock;
  readonly #file: string;
  readonly #mark: string;
  readonly #onGone: () => void;
  readonly #resources = new DisposableStore();
  readonly #gone: Promise<void>;
  #reader: TransportReader | undefined;
  #stderr = "";
  #failure: Failure | undefined;
  /** `isOwn`: the child ended before it was asked to. */
  #exit: { code: number | null; signal: NodeJS.Signals | null; isOwn: boolean } | undefined;
  /** Milliseconds since the epoch, taken before the start and after the end. */
  readonly #startedAt: number;
  #endedAt: number | undefined;
  #isClosing = false;
  #isGone = false;
  #resolveGone: () => void = () => {};

  constructor(options: ChildProcessOptions) {
    this.#clock = options.clock;
    this.#file = options.file;
    this.#mark = options.mark;
    this.#onGone = options.onGone ?? (() => {});
    this.#gone = new Promise((resolve) => {
      this.#resolveGone = resolve;
    });
    this.#startedAt = this.#clock.now();
    this.#child = (options.spawn ?? spawn)(options.file, [...options.args], {
      cwd: options.cwd,
      env: { ...options.env, [markName]: options.mark },
      // If an editor dies without closing, stdin ends, and `claude` ends after it: with the turn, and with agents
      // beside it (2.1.329).
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
      // Its own process group, so that processes that `claude` leaves behind can be ended with it.
      detached: !isWindows,
    });
    this.#child.once("error", (error) => this.#onSpawnError(error));
    // A write can race with the exit; the exit has the cause, EPIPE does not.
    this.#child.stdin?.on("error", () => {}).once("close", () => this.#onInputClosed());
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = getEnd(this.#stderr + text, stderrTailLength);
      this.#reader?.onStderr?.(text);
    });
    this.#child.once("exit", (code, signal) => {
      this.#exit = { code, signal, isOwn: !this.#isClosing };
      this.#endedAt = this.#clock.now();
      this.#resources.add(this.#clock.after(drainMs, () => this.#finish()));
    });
    this.#child.once("close", () => this.#finish());
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  start(reader: TransportReader): void {
    this.#reader = reader;
    if (this.#isGone) return reader.onClosed(this.#failure);
    const splitter = new LineSplitter((line) => reader.onLine(line));
    const guard = (step: () => void): void => {
      try {
        step();
      } catch (error) {
        if (!isFailure(error, "corruptLine")) throw error;
        this.#failure = error;
        void this.close();
      }
    };
    const { stdout } = this.#child;
    if (stdout) readInSlices(stdout, (chunk) => !this.#failure && guard(() => splitter.push(chunk)));
    stdout?.once("end", () => {
      if (!this.#failure) guard(() => splitter.end());
      // Without this, the transport would wait forever for a process that closed its output but runs on.
      this.#resources.add(this.#clock.after(graceMs, () => this.#onSilent("output")));
    });
  }

  send(line: string): void {
    if (!this.#child.stdin?.writable) throw failures.connectionClosed("claude reads no input anymore");
    this.#child.stdin.write(`${line}\n`);
  }

  end(): void {
    this.#child.stdin?.end();
  }

  async close(): Promise<void> {
    if (this.#isClosing || this.#isGone) return this.#gone;
    this.#isClosing = true;
    this.end();
    // SIGTERM on Windows is an instant kill, so the child gets the whole time to end by itself.
    if (isWindows) {
      this.#resources.add(this.#clock.after(graceMs + termMs, () => this.#killTree("SIGKILL")));
    } else {
      this.#resources.add(this.#clock.after(graceMs, () => this.#killTree("SIGTERM")));
      this.#resources.add(this.#clock.after(graceMs + termMs, () => this.#killTree("SIGKILL")));
    }
    return this.#gone;
  }

  #killTree(signal: "SIGTERM" | "SIGKILL"): void {
    // After the child's end, another process may have its id; the processes that it left behind are ended when its
    // output is closed.
    if (this.#child.pid !== undefined && !this.#isGone && !this.#exit)
      void endTree(this.#child.pid, this.#mark, signal);
  }

  /** A child that reads nothing anymore has ended, or is ended here: its reader could wait forever. */
  #onInputClosed(): void {
    if (this.#isClosing || this.#isGone) return;
    this.#resources.add(this.#clock.after(graceMs, () => this.#onSilent("input")));
    this.#reader?.onInputClosed?.();
  }

  #onSilent(closed: "input" | "output"): void {
    if (this.#exit || this.#isGone) return;
    this.#failure ??= this.#isClosing
      ? undefined
      : failures.cliExited(null, null, `It closed its ${closed} but kept running.`);
    void this.close();
  }

  #onSpawnError(error: NodeJS.ErrnoException): void {
    if (this.#child.pid !== undefined) return;
    const reason = error.code === "EACCES" ? "the file is not executable" : getErrorMessage(error);
    this.#failure = failures.cliNotStartable(this.#file, reason, error);
    this.#finish();
  }

  #finish(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#resources.dispose();
    // A late line would open a request on a closed connection.
    this.#child.stdout?.removeAllListeners("data").removeAllListeners("end").resume();
    const ended = this.#endLeftBehind();
    if (!this.#failure && this.#exit?.isOwn && (this.#exit.code !== 0 || this.#exit.signal)) {
      this.#failure = failures.cliExited(this.#exit.code, this.#exit.signal, this.#stderr.trim());
    }
    try {
      this.#reader?.onClosed(this.#failure);
    } finally {
      void ended.finally(() => {
        this.#onGone();
        this.#resolveGone();
      });
    }
  }

  /** Ends shells and servers that the child left behind. */
  async #endLeftBehind(): Promise<void> {
    const { pid } = this.#child;
    if (pid === undefined) return;
    await endLeftBehind(
      { pid, startedAt: this.#startedAt * 1000, endedAt: (this.#endedAt ?? this.#clock.now()) * 1000 },
      this.#mark,
    );
  }
}

/**
 * Passes on what a stream delivers, in short steps. A pipe hands over up to 2 MB in one step of the event loop, and
 * messages to the window, which are sent by timers, would wait for its end.
 */
function readInSlices(stream: Readable, read: (chunk: Uint8Array) => void): void {
  let end: number | undefined;
  stream.on("data", (chunk: Uint8Array) => {
    read(chunk);
    const now = performance.now();
    if (end === undefined) {
      end = now + sliceMs;
      setImmediate(() => {
        end = undefined;
      });
    } else if (now > end) {
      stream.pause();
      setImmediate(() => stream.resume());
    }
  });
}

/**
 * Returns the end of a text, from the beginning of a line or at least of a word: what remained of a secret that is cut
 * would not be recognized.
 */
function getEnd(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = text.slice(-maxLength);
  const line = end.indexOf("\n");
  return end.slice((line === -1 || line === end.length - 1 ? end.search(/\s/) : line) + 1);
}
