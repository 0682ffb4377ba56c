import type { ToolInvoked } from "../../core/conversation/events/conversationEvents.ts";
import type { ConversationAccess, Participant, ParticipantContext } from "../../core/conversation/ports/participant.ts";
import { background } from "../../shared/base/background.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { escapePath } from "../../shared/base/invisible.ts";
import type { Logger } from "../../shared/base/logger.ts";
import { readObject, readString } from "../../shared/base/read.ts";
import type { Checkpoint, CheckpointCause, UncoveredReason } from "../../shared/contract/changes/checkpoints.ts";
import type { QueuedPrompt } from "../../shared/contract/conversationState.ts";
import { nameFew } from "../../shared/contract/notices.ts";
import type { FileWriting } from "../../shared/contract/tools.ts";
import type { ConversationFiles } from "./conversationFiles.ts";
import { toRelative } from "./index/paths.ts";
import { findWritten } from "./writtenPaths.ts";

/** Maximum time in ms that a call which can write waits for the checkpoint before it. */
const maxWaitMs = 5_000;

export interface CheckpointParticipantOptions {
  readonly conversation: ConversationAccess & Pick<ParticipantContext, "events">;
  readonly files: ConversationFiles;
  readonly clock: Clock;
  readonly isEnabled: () => boolean;
  /** Returns whether checkpoints are also taken after calls that can write any file. */
  readonly includesShellChanges: () => boolean;
  /** Returns what files a call can write. */
  readonly getWriting: (tool: string, input: Readonly<Record<string, unknown>>) => FileWriting;
  /** Returns true for a tool that only makes other calls. */
  readonly isAgent: (tool: string) => boolean;
  readonly logger: Pick<Logger, "warn">;
}

interface PendingCheckpoint {
  isLate: boolean;
  /** True for the one before a message. */
  readonly isMessage: boolean;
  readonly done: Promise<void>;
}

/** Returns true for a message that can be a slash command; a path has further slashes. */
function isSlashCommand(text: string): boolean {
  return /^\s*\/[^\s/]+(?:\s|$)/.test(text);
}

/**
 * Takes checkpoints of a conversation: before a message, after each call that can write any file, and at the end of a
 * turn. Between them it takes moments: where a call that can write begins or is allowed, so that what changed until
 * then is known to be by others. Nothing waits for them but calls that can write. One that is not complete by then does
 * not count.
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
  /** Calls that can write and have not ended, with what they can write. */
  readonly #writing = new Map<string, "named" | "any">();
  /** True while commands in the text of a slash command or a skill can run. */
  #runsText = false;
  /** True once a hook ran: from then on, one tells the beginning of each call. */
  #hasHooks = false;
  /** Calls that wait for the user. */
  readonly #waiting = new Set<string>();

  constructor(options: CheckpointParticipantOptions) {
    this.#options = options;
    options.conversation.events.on("toolInvoked", (ended) => this.#settle(ended));
  }

  readonly hooks: NonNullable<Participant["hooks"]> = [
    {
      event: "PreToolUse",
      role: "observe",
      callback: async (input, { signal, toolUseId }) => {
        this.#endText();
        this.#hasHooks = true;
        const writing = this.#getWriting(input);
        if (writing === "none") return {};
        this.#mayHaveWritten = true;
        this.#takeMoment();
        // The calls of an agent have hooks of their own.
        if (toolUseId !== undefined && !this.#options.isAgent(readString(input, "tool_name") ?? ""))
          this.#begin(toolUseId, writing);
        await this.#awaitPending(signal);
        return {};
      },
    },
    {
      // Before each shell command in the text of a skill or a slash command, which has no other hook.
      event: "PreSkillShellCommand",
      since: "d",
      role: "observe",
      callback: async (_input, { signal }) => {
        this.#mayHaveWritten = true;
        this.#takeMoment();
        this.#beginText();
        await this.#awaitPending(signal);
        return {};
      },
    },
    ...(["PostToolUse", "PostToolUseFailure"] as const).map((event) => ({
      event,
      role: "observe" as const,
      callback: (
        input: Readonly<Record<string, unknown>>,
        { toolUseId }: { readonly toolUseId: string | undefined },
      ) => {
        const { files, isEnabled, includesShellChanges } = this.#options;
        if (this.#getWriting(input) === "named") for (const path of findWritten(input)) files.writes.wrote(path);
        if (toolUseId === undefined) return {};
        this.#writing.delete(toolUseId);
        files.writes.end(toolUseId);
        if (this.#getWriting(input) !== "any") return {};
        if (this.#prompt !== undefined && isEnabled() && includesShellChanges())
          this.#take({ kind: "call", call: toolUseId, tool: readString(input, "tool_name") ?? "" });
        return {};
      },
    })),
  ];

  beforePrompt(prompt: QueuedPrompt, signal: AbortSignal): Promise<undefined> | undefined {
    this.#prompt = prompt.id;
    this.#options.files.noteTurn(prompt.id);
    this.#options.files.writes.beginTurn();
    if (!this.#options.isEnabled()) return undefined;
    this.#take({ kind: "message", prompt: prompt.id });
    // The text of a slash command can have shell commands, which run before any call (2.0.77 to 2.1.329).
    if (!isSlashCommand(prompt.text)) return undefined;
    this.#mayHaveWritten = true;
    this.#beginText();
    return this.#awaitPending(signal).then(() => undefined);
  }

  callWaits(callId: string): void {
    this.#endText();
    this.#waiting.add(callId);
    this.#options.files.writes.withdraw(callId);
  }

  async callAllowed(callId: string, signal: AbortSignal): Promise<void> {
    this.#waiting.delete(callId);
    const writing = this.#writing.get(callId);
    if (writing === undefined) return;
    this.#takeMoment();
    this.#begin(callId, writing);
    await this.#awaitPending(signal);
  }

  turnEnded(): void {
    const prompt = this.#prompt;
    if (prompt !== undefined && this.#options.isEnabled()) {
      this.#take({ kind: "turnEnd", prompt }, !this.#mayHaveWritten);
      if (this.#mayHaveWritten)
        background(this.#reportDeleted(prompt), this.#options.logger, "looking for deleted files");
    }
    this.#options.files.writes.endTurn();
    this.#writing.clear();
    this.#waiting.clear();
    this.#options.files.noteTurn(undefined);
    this.#prompt = undefined;
    this.#runsText = false;
    this.#mayHaveWritten = false;
  }

  /**
   * Notes the end of a call by its result. No hook tells that of a call which a rule or a guard denied, or which failed
   * before it ran, and none tells anything where the organization of the user forbids hooks.
   */
  #settle({ callId, tool, input, outcome, response }: ToolInvoked): void {
    const { writes } = this.#options.files;
    if (!this.#hasHooks)
      return this.#noteUnseen(callId, { tool_name: tool, tool_input: input, tool_response: response }, outcome);
    if (outcome === "done" || !this.#writing.delete(callId)) return;
    if (outcome === "denied") return writes.withdraw(callId);
    writes.end(callId);
    // Later changes are by others.
    this.#takeMoment();
  }

  /** Notes a call that no hook reported and that is over. */
  #noteUnseen(callId: string, call: Readonly<Record<string, unknown>>, outcome: ToolInvoked["outcome"]): void {
    const writing = this.#getWriting(call);
    if (outcome === "denied" || writing === "none" || this.#prompt === undefined) return;
    this.#mayHaveWritten = true;
    const { writes } = this.#options.files;
    if (writing === "named") return findWritten(call).forEach((path) => void writes.wrote(path));
    writes.begin(callId);
    writes.end(callId);
    this.#takeMoment();
  }

  /** Notes that commands in the text of a slash command or a skill run. No frame reports their end. */
  #beginText(): void {
    if (this.#prompt === undefined || this.#runsText) return;
    this.#runsText = true;
    this.#options.files.writes.begin(this.#prompt);
  }

  /** Notes that they ended: the model has the text, and makes a call. Later changes are by others. */
  #endText(): void {
    if (this.#prompt === undefined || !this.#runsText) return;
    this.#runsText = false;
    this.#options.files.writes.end(this.#prompt);
    this.#takeMoment();
  }

  /** Takes a moment between calls; while one runs that can write any file, all changes are its own. */
  #takeMoment(): void {
    const { files, isEnabled } = this.#options;
    if (this.#prompt !== undefined && isEnabled() && files.writes.isQuiet) this.#take({ kind: "moment" });
  }

  /** Notes a call that runs from now on, unless it waits for the user. */
  #begin(callId: string, writing: "named" | "any"): void {
    this.#writing.set(callId, writing);
    if (writing === "any" && !this.#waiting.has(callId)) this.#options.files.writes.begin(callId);
  }

  #getWriting(input: Readonly<Record<string, unknown>>): FileWriting {
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
    if (waiting.length < this.#pending.size && !waiting.some(({ isMessage }) => isMessage))
      for (const pending of waiting) pending.isLate = true;
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

  /** Names the ignored files that are gone since a message; not those that the same folder has new ones for. */
  async #reportDeleted(prompt: string): Promise<void> {
    const { files, conversation } = this.#options;
    const point = await files.before(prompt);
    const deleted = point ? (await files.findDeleted(point.id)).filter(({ isReplaced }) => !isReplaced) : [];
    if (!point || deleted.length === 0) return;
    const roots = point.folders.map(({ folder }) => folder);
    const names = deleted.map(({ path: file }) => escapePath(toRelative(roots, file) ?? file));
    conversation.notice("warning", { code: "ignoredDeleted", ...nameFew(names), after: "turn" });
  }

  /** Reports each folder that is not covered, and each reason, once. */
  #report({ folders }: Checkpoint): void {
    for (const { folder, uncovered } of folders) {
      const key = `${uncovered} ${folder}`;
      if (uncovered === undefined || this.#reported.has(key)) continue;
      this.#reported.add(key);
      this.#options.conversation.notice("warning", {
        code: "notCovered",
        folder: escapePath(folder),
        reason: uncovered,
      });
    }
  }
}
