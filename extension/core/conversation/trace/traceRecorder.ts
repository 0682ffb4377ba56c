import { background } from "../../../shared/base/background.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import { createMask, maxSecretLength } from "../../../shared/base/maskSecrets.ts";
import { parseJson } from "../../../shared/base/read.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import { describeLine } from "../../protocol/connection/describeLine.ts";
import { tapTransport } from "../../protocol/connection/tapTransport.ts";
import { formatTracedLine, type TraceHeader } from "../../protocol/connection/trace.ts";
import type { ConversationEvent } from "../events/conversationEvents.ts";
import type { Launch, Launcher, ProcessStart } from "../ports/ports.ts";

/** A file to which a protocol trace is written. */
export interface TraceFile {
  readonly path: string;
  /** Appends a line. Rejects when the disk refuses it, and from then on. */
  append(line: string): Promise<void>;
  /** Resolves when everything is on disk. */
  close(): Promise<void>;
}

export interface TraceRecorderOptions {
  readonly launcher: Launcher;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Version of Tandem. */
  readonly version: string;
  /** Returns true if each line of the wire is logged. */
  readonly isDebug: () => boolean;
  /** Returns values that no trace and no log may contain. May throw where a setting is wrong. */
  readonly secrets: () => readonly string[];
  /** Returns further such values, which come into use while a recording runs. */
  readonly laterSecrets: () => readonly string[];
}

interface Recording {
  readonly file: TraceFile;
  readonly startedAt: number;
  /** Masks the secrets of its beginning and those that came into use since. */
  readonly mask: (text: string) => string;
  /** Called once when the disk refuses the trace; the recording has ended then. */
  readonly onFailed: (reason: string) => void;
}

/**
 * Starts processes and observes what they exchange with Tandem: logs each line at level debug and stderr at level info,
 * and records the trace of a conversation while the user wants that.
 */
export class TraceRecorder implements Launcher {
  readonly #options: TraceRecorderOptions;
  readonly #recordings = new Map<string, Recording>();
  readonly #mask = createMask(() => this.secrets);
  #secrets: readonly string[] = [];

  constructor(options: TraceRecorderOptions) {
    this.#options = options;
  }

  /** Values that no log may contain: the secrets of the last start and those that came into use since. */
  get secrets(): readonly string[] {
    return [...this.#secrets, ...this.#options.laterSecrets()];
  }

  async launch(start: ProcessStart, signal: AbortSignal): Promise<Launch> {
    this.#readSecrets();
    const launch = await this.#options.launcher.launch(start, signal);
    const { conversation } = start;
    this.#append(conversation, (at) => JSON.stringify({ at, started: launch.version }));
    const { isDebug, logger } = this.#options;
    const name = conversation.slice(0, 8);
    const onLine = (from: "claude" | "tandem", line: string): void => {
      if (isDebug()) logger.debug(`[${name}] ${from === "claude" ? "<" : ">"} ${describeLine(line)}`);
      this.#append(conversation, (at, mask) => formatTracedLine(at, from, mask(line)));
    };
    const stderr = new WholeLines(this.#mask, (masked) => {
      for (const line of masked.split("\n")) if (line.trim() !== "") logger.info(`[${name}] stderr: ${line.trimEnd()}`);
      this.#append(conversation, (at) => JSON.stringify({ at, stderr: masked }));
    });
    const transport = tapTransport(launch.transport, {
      onSent: (line) => onLine("tandem", line),
      onReceived: (line) => onLine("claude", line),
      onStderr: (text) => stderr.add(text),
      onClosed: (failure) => {
        stderr.end();
        this.#append(conversation, (at, mask) => JSON.stringify({ at, ended: mask(failure?.message ?? "") }));
      },
    });
    return { ...launch, transport };
  }

  /** Records an event of a conversation. */
  noteEvent(id: ConversationId, event: ConversationEvent): void {
    this.#append(id, (at, mask) => {
      const text = mask(JSON.stringify(event));
      return parseJson(text) === undefined
        ? JSON.stringify({ at, event: { kind: event.kind } })
        : `{"at":${at},"event":${text}}`;
    });
  }

  isRecording(id: ConversationId): boolean {
    return this.#recordings.has(id);
  }

  /** Begins to record a conversation into a file. Rejects when the file cannot be written. */
  async start(id: ConversationId, file: TraceFile, onFailed: (reason: string) => void): Promise<void> {
    const { clock, version, logger } = this.#options;
    const startedAt = clock.now();
    const header: TraceHeader = { trace: 1, startedAt, tandem: version };
    this.#readSecrets();
    try {
      await file.append(JSON.stringify(header));
    } catch (error) {
      background(file.close(), logger, "closing a trace");
      throw error;
    }
    const secrets = this.#secrets;
    this.#recordings.set(id, {
      file,
      startedAt,
      mask: createMask(() => [...secrets, ...this.#options.laterSecrets()]),
      onFailed,
    });
  }

  /** Ends the recording of a conversation and returns the path of the trace; undefined if none was recorded. */
  async stop(id: ConversationId): Promise<string | undefined> {
    const recording = this.#recordings.get(id);
    this.#recordings.delete(id);
    await recording?.file.close();
    return recording?.file.path;
  }

  /** Reads the secrets again. Keeps the known ones if a setting is wrong: what observes a process must never throw. */
  #readSecrets(): void {
    try {
      this.#secrets = this.#options.secrets();
    } catch (error) {
      this.#options.logger.warn(`the secrets were not read again: ${getErrorMessage(error)}`);
    }
  }

  #append(conversation: string, format: (at: number, mask: (text: string) => string) => string): void {
    const recording = this.#recordings.get(conversation);
    if (!recording) return;
    const { file, startedAt, mask, onFailed } = recording;
    file.append(format(this.#options.clock.now() - startedAt, mask)).catch((error: unknown) => {
      if (this.#recordings.get(conversation) !== recording) return;
      this.#recordings.delete(conversation);
      background(file.close(), this.#options.logger, "closing a trace");
      onFailed(getErrorMessage(error));
    });
  }
}

/** Length from which the beginning of a line does not wait for its end. */
const maxLineLength = 65_536;

/** Masks text and passes it on by whole lines, since a secret that comes in two pieces is not recognized. */
class WholeLines {
  readonly #mask: (text: string) => string;
  readonly #onLines: (masked: string) => void;
  #rest = "";

  constructor(mask: (text: string) => string, onLines: (masked: string) => void) {
    this.#mask = mask;
    this.#onLines = onLines;
  }

  add(text: string): void {
    const whole = this.#rest + text;
    const end = whole.lastIndexOf("\n") + 1;
    this.#rest = whole.slice(end);
    if (end > 0) this.#onLines(this.#mask(whole.slice(0, end)));
    if (this.#rest.length <= maxLineLength) return;
    // The end of what is there can be the beginning of a secret.
    const masked = this.#mask(this.#rest);
    this.#rest = masked.slice(-maxSecretLength);
    this.#onLines(masked.slice(0, -maxSecretLength));
  }

  /** Passes on the rest. */
  end(): void {
    const rest = this.#rest;
    this.#rest = "";
    if (rest !== "") this.#onLines(this.#mask(rest));
  }
}
