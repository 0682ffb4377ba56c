/** A start of `claude` in another place. Holds nothing of this machine but what the caller of the start gave. */
export interface SourceRequest {
  /** Name of the program, to be found in the other place. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Variables in addition to those of the other place. */
  readonly environment: Readonly<Record<string, string>>;
  /** Fires when the process must be gone. */
  readonly signal: AbortSignal;
}

type Chunks = AsyncIterable<Uint8Array | string>;

/** A process in another place; a child process of Node fits. It comes from an extension, so it can do anything. */
export interface SourceProcess {
  readonly stdin: {
    write(text: string): unknown;
    end(): unknown;
    on?(event: "error", listener: (error: Error) => void): unknown;
  };
  readonly stdout: Chunks;
  readonly stderr?: Chunks | null | undefined;
  kill(signal?: "SIGTERM" | "SIGKILL"): unknown;
  once(event: "exit", listener: (code: number | null, signal: string | null) => void): unknown;
  once(event: "error", listener: (error: Error) => void): unknown;
}

/** Starts a process in another place: in a container, over SSH, in a virtual machine. */
export type ProcessSource = (request: SourceRequest) => SourceProcess | PromiseLike<SourceProcess>;

/** A connection with messages of text; a WebSocket of a browser, of Node, or of the package `ws` fits. */
export interface Socket {
  send(text: string): void;
  close(): void;
  addEventListener(type: "open" | "close" | "error", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
}

/** A relay that runs `claude` elsewhere. */
export interface RelayAddress {
  readonly url: string;
  /** Opens a connection; the WebSocket of the platform by default. */
  readonly connect?: ((url: string) => Socket) | undefined;
}

/** The place where `claude` runs, if it is not this machine. */
export type Elsewhere = { readonly spawn: ProcessSource } | { readonly relay: RelayAddress };
