import { background } from "../base/background.ts";
import type { Clock } from "../base/clock.ts";
import { escapePath } from "../base/invisible.ts";
import type { Logger } from "../base/logger.ts";
import { readObject, readString } from "../base/read.ts";
import type { Checkpoint, CheckpointCause, UncoveredReason } from "../contract/changes/checkpoints.ts";
import type { QueuedPrompt } from "../contract/conversationState.ts";
import type { ConversationAccess, Participant } from "../session/participant.ts";
import type { ConversationFiles } from "./conversationFiles.ts";

/** Maximum time in ms that a call which can write waits for the checkpoint before it. */
const maxWaitMs = 5_000;

export interface CheckpointParticipantOptions {
  readonly conversation: ConversationAccess;
  readonly files: ConversationFiles;
  readonly clock: Clock;
  readonly isEnabled: () => boolean;
  /** Returns whether checkpoints are also taken after calls that can write any file. */
  readonly includesShellChanges: () => boolean;
  /** Returns what files a call can write: those that it names, or any. */
  readonly getWriting: (tool: string, input: Readonly<Record<string, unknown>>) => "named" | "any" | undefined;
  readonly logger: Pick<Logger, "warn">;
}

interface PendingCheckpoint {
  isLate: boolean;
  /** True for the one before a message. */
  readonly isMessage: boolean;
  readonly done: Promise<void>;
}

/**
 * Takes checkpoints of a conversation: before a message, after each call that can write any file, and at the end of a turn. Nothing waits for them
 * but calls that can write. A checkpoint that is not complete by then does not count.
 */
export class CheckpointParticipant implements Participant {
  readonly name = "checkpoints";
  readonly #options: CheckpointParticipantOptions;
  readonly #pending = new Set<PendingCheckpoint>();
  /** Folders that are not covered, with the reason, as they were reported. */
  readonly #reported = new Set<string>();
  #prompt: string | undefined;
  /** True if a call of the turn may have written a file. */
  #mayHaveWritten = false;

  constructor(options: CheckpointParticipantOptions) {
    this.#options = options;
  }

  readonly hooks: NonNullable<Participant["hooks"]> = [
    {
      event: "PreToolUse",
      role: "observe",
      callback: async (input, { signal }) => {
        if (this.#getWriting(input) === undefined) return {};
        this.#mayHaveWritten = true;
        await this.#awaitPending(signal);
        return {};
      },
    },
    ...(["PostToolUse", "PostToolUseFailure"] as const).map((event) => ({
      event,
      role: "observe" as const,
      callback: (input: Readonly<Record<string, unknown>>, { toolUseId }: { readonly toolUseId: string | undefined }) => {
        const { isEnabled, includesShellChanges } = this.#options;
        if (toolUseId !== undefined && this.#prompt !== undefined && isEnabled() && this.#getWriting(input) === "any" && includesShellChanges())
          this.#take({ kind: "call", call: toolUseId, tool: readString(input, "tool_name") ?? "" });
        return {};
      },
    })),
  ];

  beforePrompt(prompt: QueuedPrompt): undefined {
    this.#prompt = prompt.id;
    this.#options.files.noteTurn(prompt.id);
    if (this.#options.isEnabled()) this.#take({ kind: "message", prompt: prompt.id });
  }

  turnEnded(): void {
    const prompt = this.#prompt;
    if (prompt !== undefined && this.#options.isEnabled()) this.#take({ kind: "turnEnd", prompt }, !this.#mayHaveWritten);
    this.#options.files.noteTurn(undefined);
    this.#prompt = undefined;
    this.#mayHaveWritten = false;
  }

  #getWriting(input: Readonly<Record<string, unknown>>): "named" | "any" | undefined {
    return this.#options.getWriting(readString(input, "tool_name") ?? "", readObject(input, "tool_input") ?? {});
  }

  #take(cause: CheckpointCause, isUnchanged = false): void {
    const { files, logger } = this.#options;
    const spoiled = (): UncoveredReason | undefined => (pending.isLate ? "timeout" : undefined);
    const work = files.takeWith(cause, { spoiled, isUnchanged }).then((checkpoint) => this.#report(checkpoint));
    const done = work.finally(() => this.#pending.delete(pending));
    const pending: PendingCheckpoint = { isLate: false, isMessage: cause.kind === "message", done };
    this.#pending.add(pending);
    background(done, logger, "taking a checkpoint");
  }

  /** Waits for the checkpoints that are being taken; those that take too long do not count. */
  async #awaitPending(signal: AbortSignal): Promise<void> {
    const waiting = [...this.#pending].filter(({ isLate }) => !isLate);
    // One that follows a late one is late too; only that before a message is worth another wait.
    if (waiting.length < this.#pending.size && !waiting.some(({ isMessage }) => isMessage)) for (const pending of waiting) pending.isLate = true;
    if (waiting.every(({ isLate }) => isLate)) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        timer.dispose();
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = this.#options.clock.after(maxWaitMs, () => {
        for (const pending of waiting) pending.isLate = true;
        end();
      });
      signal.addEventListener("abort", end, { once: true });
      Promise.allSettled(waiting.map(({ done }) => done)).then(end, end);
    });
  }

  /** Reports each folder that is not covered, and each reason, once. */
  #report({ folders }: Checkpoint): void {
    for (const { folder, uncovered } of folders) {
      const key = `${uncovered} ${folder}`;
      if (uncovered === undefined || this.#reported.has(key)) continue;
      this.#reported.add(key);
      this.#options.conversation.notice("warning", { code: "notCovered", folder: escapePath(folder), reason: uncovered });
    }
  }
}
