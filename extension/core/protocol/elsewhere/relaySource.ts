import type { Clock } from "../../../shared/base/clock.ts";
import type { Disposable } from "../../../shared/base/disposable.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import { readNumber, readObject, readString } from "../../../shared/base/read.ts";
import { attempt } from "./attempt.ts";
import type { ProcessSource, RelayAddress, Socket, SourceProcess, SourceRequest } from "./processSource.ts";
import { RelayChannel } from "./relayChannel.ts";

/** Time between two signs of life, and the time without any after which a connection counts as cut. */
const pingMs = 10_000;
const silenceMs = 25_000;
/** First and longest delay before the next attempt to connect. */
const firstDelayMs = 100;
const maxDelayMs = 5_000;
/** Maximum time without a connection; the process then counts as gone. */
const maxOutageMs = 60_000;

type ExitListener = (code: number | null, signal: string | null) => void;

/** Returns a source of processes that a relay runs; the messages are in the README of this folder. */
export function createRelaySource(address: RelayAddress, clock: Clock, newId: () => string): ProcessSource {
  return (request) => new RelayProcess(address, request, clock, newId()).process;
}

/** A process that a relay runs, over as many connections as it takes. */
class RelayProcess {
  readonly process: SourceProcess;
  readonly #address: RelayAddress;
  /** The process to start; undefined once the relay has welcomed it. */
  #request: Omit<SourceRequest, "signal"> | undefined;
  readonly #clock: Clock;
  readonly #id: string;
  readonly #stdout = new ChunkQueue();
  readonly #stderr = new ChunkQueue();
  readonly #channel = new RelayChannel((message) => this.#take(message));
  #socket: Socket | undefined;
  #timer: Disposable | undefined;
  #pinging: Disposable | undefined;
  /** Time of the last sign of life, and the time since which this connection is silent. */
  #heardAt: number;
  #silentSince = 0;
  #delayMs = firstDelayMs;
  #isEnded = false;
  #onExit: ExitListener = () => {};
  #onError = (_error: Error): void => {};

  constructor(address: RelayAddress, { signal, ...request }: SourceRequest, clock: Clock, id: string) {
    this.#address = address;
    this.#request = request;
    this.#clock = clock;
    this.#id = id;
    this.#heardAt = clock.now();
    this.process = {
      stdin: { write: (text) => this.#channel.send({ stdin: text }), end: () => this.#channel.send({ end: true }) },
      stdout: this.#stdout,
      stderr: this.#stderr,
      kill: (name = "SIGTERM") => this.#kill(name),
      once: (event: "exit" | "error", listener: unknown) => {
        if (event === "exit") this.#onExit = listener as ExitListener;
        else this.#onError = listener as (error: Error) => void;
      },
    };
    signal.addEventListener("abort", () => !this.#socket && this.#end(), { once: true });
    this.#connect();
  }

  #connect(): void {
    try {
      const { url, connect = openSocket } = this.#address;
      const socket = connect(url);
      this.#socket = socket;
      const isCurrent = (): boolean => this.#socket === socket && !this.#isEnded;
      socket.addEventListener("open", () => {
        if (isCurrent())
          this.#write(
            socket,
            JSON.stringify({ hello: this.#id, received: this.#channel.received, request: this.#request }),
          );
      });
      socket.addEventListener("message", ({ data }) => isCurrent() && this.#hear(socket, data));
      for (const type of ["close", "error"] as const)
        socket.addEventListener(type, () => isCurrent() && this.#reconnect());
      this.#silentSince = this.#clock.now();
      this.#pingLater();
    } catch (error) {
      this.#fail(error);
    }
  }

  #hear(socket: Socket, data: unknown): void {
    this.#heardAt = this.#silentSince = this.#clock.now();
    const message: unknown = parse(data);
    if (typeof message !== "object" || message === null)
      return this.#fail(new Error("The relay sent a message that is not an object."));
    const refused = readString(message, "refused");
    if (refused !== undefined) return this.#fail(new Error(refused));
    const welcome = readNumber(message, "welcome");
    if (welcome === undefined) return this.#channel.receive(message);
    this.#delayMs = firstDelayMs;
    this.#request = undefined;
    this.#channel.attach((text) => this.#write(socket, text), welcome);
  }

  #take(message: object): void {
    const [stdout, stderr, exit] = [
      readString(message, "stdout"),
      readString(message, "stderr"),
      readObject(message, "exit"),
    ];
    if (stdout !== undefined) this.#stdout.push(stdout);
    if (stderr !== undefined) this.#stderr.push(stderr);
    if (exit) this.#end(readNumber(exit, "code") ?? null, readString(exit, "signal") ?? null);
  }

  #pingLater(): void {
    this.#pinging?.dispose();
    this.#pinging = this.#clock.after(pingMs, () => {
      if (this.#clock.now() - this.#silentSince >= silenceMs) return this.#reconnect();
      if (this.#socket) this.#write(this.#socket, JSON.stringify({ ping: true }));
      this.#pingLater();
    });
  }

  /** Writes to a connection. One that is not open yet, or no more, reports that by its own events. */
  #write(socket: Socket, text: string): void {
    attempt(() => socket.send(text));
  }

  #reconnect(): void {
    this.#drop();
    if (this.#clock.now() - this.#heardAt >= maxOutageMs) return this.#fail(new Error("The relay cannot be reached."));
    this.#timer = this.#clock.after(this.#delayMs, () => this.#connect());
    this.#delayMs = Math.min(this.#delayMs * 2, maxDelayMs);
  }

  /** Leaves the connection. */
  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#channel.detach();
    this.#pinging?.dispose();
    this.#timer?.dispose();
    attempt(() => socket?.close());
  }

  #kill(name: string): void {
    if (this.#socket) this.#channel.send({ kill: name });
    else this.#end(null, name);
  }

  #fail(error: unknown): void {
    if (this.#isEnded) return;
    this.#onError(error instanceof Error ? error : new Error(getErrorMessage(error)));
    this.#end();
  }

  #end(code: number | null = null, signal: string | null = null): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#drop();
    this.#stdout.end();
    this.#stderr.end();
    this.#onExit(code, signal);
  }
}

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}

function openSocket(url: string): Socket {
  const Platform = (globalThis as { WebSocket?: new (url: string) => Socket }).WebSocket;
  if (!Platform) throw new Error("This editor has no WebSocket. Pass one with connect.");
  return new Platform(url);
}

/** Chunks of a stream until they are read, in their order. */
class ChunkQueue implements AsyncIterable<string> {
  #waiting: string[] = [];
  #isEnded = false;
  #wake = (): void => {};

  push(chunk: string): void {
    this.#waiting.push(chunk);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      yield* this.#waiting.splice(0);
      if (this.#waiting.length > 0) continue;
      if (this.#isEnded) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
