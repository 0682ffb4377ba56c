import { getErrorMessage } from "../../shared/base/failure.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { Launch, Launcher, ProcessStart, TranscriptSource } from "../conversation/ports/ports.ts";
import type { ParsedSession } from "./queryOptions.ts";

interface Choices extends Pick<ParsedSession, "spawn" | "relay" | "runtime" | "runtimeArgs" | "stderr"> {
  /** The session to continue. In another place it is not known by its transcript here. */
  readonly resume?: string | undefined;
}

/**
 * Starts the processes of an extension's conversation: where and how the extension chose, until its part ends, then
 * like any other.
 */
export class RunLauncher implements Launcher {
  readonly #launcher: Launcher;
  readonly #logger: Pick<Logger, "warn">;
  #choices: Choices;

  constructor(
    launcher: Launcher,
    { spawn, relay, runtime, runtimeArgs, stderr, resume }: Choices,
    logger: Pick<Logger, "warn">,
  ) {
    this.#launcher = launcher;
    this.#choices = { spawn, relay, runtime, runtimeArgs, stderr, resume };
    this.#logger = logger;
  }

  /** Call when the part of the extension ends. */
  release(): void {
    this.#choices = {};
  }

  async launch(start: ProcessStart, signal: AbortSignal): Promise<Launch> {
    const { spawn, relay, runtime, runtimeArgs, stderr, resume } = this.#choices;
    const elsewhere = spawn ? { spawn } : relay && { relay };
    const launch = await this.#launcher.launch(
      {
        ...start,
        elsewhere,
        runtime,
        runtimeArgs,
        ...(elsewhere ? { resume: start.resume ?? resume } : {}),
      },
      signal,
    );
    const { transport } = launch;
    return {
      ...launch,
      isElsewhere: elsewhere !== undefined,
      transport: stderr ? this.#tap(transport, stderr) : transport,
    };
  }

  #tap(transport: Launch["transport"], onStderr: (text: string) => void): Launch["transport"] {
    return {
      start: (reader) =>
        transport.start({
          onLine: (line) => reader.onLine(line),
          onClosed: (failure) => reader.onClosed(failure),
          onStderr: (text) => {
            reader.onStderr?.(text);
            try {
              onStderr(text);
            } catch (error) {
              this.#logger.warn(`the stderr callback of an extension failed: ${getErrorMessage(error)}`);
            }
          },
        }),
      send: (line) => transport.send(line),
      end: () => transport.end(),
      close: () => transport.close(),
    };
  }
}

const emptyPages = { read: async () => ({ frames: [], hasOlder: false, damaged: 0 }), copy: () => emptyPages };
/** Transcripts of conversations whose process runs in another place, where they are saved too: empty here. */
export const transcriptsElsewhere: TranscriptSource = {
  isElsewhere: true,
  open: async () => ({
    openAgent: async () => undefined,
    follow: () => ({ dispose() {} }),
    ...emptyPages,
  }),
  lastEntry: async () => undefined,
  findCut: async () => ({ kind: "unknown" }),
};
