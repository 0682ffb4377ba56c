import type { Checkpoint, CheckpointId } from "../../../shared/contract/changes/checkpoints.ts";
import type { RewindParts } from "../../../shared/contract/changes/rewind.ts";
import type { Attachment } from "../../../shared/contract/composer/attachments.ts";
import type { TaskView } from "../../../shared/contract/tasks.ts";
import type { ForkSource } from "./resumePoint.ts";
import type { RewindEvent } from "./rewindLog.ts";
import type { PromptState } from "./truncation.ts";

/** Maximum number of finished rewinds that a conversation remembers. */
const maxRecords = 50;

/** A place from which a conversation can continue, with the state that no transcript has. */
export interface ConversationPosition {
  readonly sessionId?: string | undefined;
  readonly forkedFrom?: ForkSource | undefined;
  readonly cutBefore?: string | undefined;
  /** The newest entry in the transcript of the session: what was added later does not belong to this position. */
  readonly lastEntry?: string | undefined;
  readonly title: string;
  readonly tasks: readonly TaskView[];
  readonly contextTokens: number;
  /** Cost of the turns that it has, in US dollars. */
  readonly costUsd?: number | undefined;
  readonly mode?: string | undefined;
}

/** Goal of a rewind for the conversation: before one of its prompts, or back to a position that it had. */
export type ConversationGoal =
  | { readonly kind: "before"; readonly prompt: string }
  | { readonly kind: "position"; readonly position: ConversationPosition };

/** A prompt that a rewind removes from the conversation, and returns to the composer. */
export interface RemovedPrompt {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/**
 * A rewind, an undo or a redo that is under way. It is saved before each phase begins: while files are restored, while
 * the conversation is truncated or moved, and while the files return because the conversation could not follow.
 */
export interface PendingRewind {
  readonly kind: "rewind" | "undo" | "redo";
  readonly phase: "restoring" | "truncating" | "returning";
  /** Time when it began, in milliseconds since the epoch. */
  readonly at: number;
  /** State that it leads to. */
  readonly to: CheckpointId;
  /** Paths that are restored to `to`; undefined if no files are restored. */
  readonly paths?: readonly string[] | undefined;
  /** Set if `claude` restores files, which leaves no trace of how far it came. */
  readonly isByClaude?: true | undefined;
  /** Undefined if the conversation stays as it is. */
  readonly goal?: ConversationGoal | undefined;
  /** The newest state that an earlier rewind to the same state left behind. */
  readonly earlier?: CheckpointId | undefined;
  /** State before it, once known: restoring it undoes the rewind. */
  readonly undo?: CheckpointId | undefined;
  /** Position of the conversation before it. */
  readonly from: ConversationPosition;
  /** First words of the prompt that it led to; empty for an undo. */
  readonly prompt: string;
  /** The prompt that it removes, and the state at that prompt, as far as it is known. */
  readonly removed?: RemovedPrompt | undefined;
  readonly shown?: PromptState | undefined;
}

/** A finished rewind, undo or redo. */
export interface RewindRecord {
  /** State before it. */
  readonly id: CheckpointId;
  readonly to: CheckpointId;
  readonly at: number;
  readonly parts: RewindParts;
  readonly from: ConversationPosition;
}

/** State about rewinds that outlives the extension host. */
export interface RememberedRewinds {
  readonly pending?: PendingRewind | undefined;
  /** Oldest first. */
  readonly done: readonly RewindRecord[];
  /** The last rewind before the newest turn, which ends what can be redone. */
  readonly beforeTurn?: CheckpointId | undefined;
}

/** Returns the state that the last rewind to `to` left behind; undefined without one. */
export function findUndoPoint(checkpoints: readonly Checkpoint[], to: CheckpointId): Checkpoint | undefined {
  return checkpoints.findLast(({ cause }) => cause.kind === "rewind" && cause.to === to);
}

/** Remembers the rewind that is under way, and the finished ones. */
export class RewindMemory {
  #pending: PendingRewind | undefined;
  #done: readonly RewindRecord[];
  #beforeTurn: CheckpointId | undefined;

  constructor({ pending, done, beforeTurn }: RememberedRewinds = { done: [] }) {
    this.#pending = pending;
    this.#done = done;
    this.#beforeTurn = beforeTurn;
  }

  /** Undefined if there is nothing to remember. */
  get remembered(): RememberedRewinds | undefined {
    return this.#pending || this.#done.length > 0
      ? { pending: this.#pending, done: this.#done, beforeTurn: this.#beforeTurn }
      : undefined;
  }

  get pending(): PendingRewind | undefined {
    return this.#pending;
  }

  get done(): readonly RewindRecord[] {
    return this.#done;
  }

  /** The finished rewinds, and the turn after them, which need no checkpoint. */
  get events(): readonly RewindEvent[] {
    return this.#done.flatMap(({ id, to, at }): RewindEvent[] => {
      const rewind = { kind: "rewind", id, to, at } as const;
      return id === this.#beforeTurn ? [rewind, { kind: "message", at }] : [rewind];
    });
  }

  /** Notes that a turn begins: what was undone cannot be redone any more. */
  noteTurn(): void {
    this.#beforeTurn = this.#done.at(-1)?.id;
  }

  find(id: CheckpointId): RewindRecord | undefined {
    return this.#done.find((record) => record.id === id);
  }

  /** Begins a rewind, or notes its next phase. */
  note(pending: PendingRewind): void {
    this.#pending = pending;
  }

  /** Ends a rewind that changed nothing. */
  cancel(): void {
    this.#pending = undefined;
  }

  finish(record: RewindRecord): void {
    this.#pending = undefined;
    this.#done = [...this.#done, record].slice(-maxRecords);
  }
}
