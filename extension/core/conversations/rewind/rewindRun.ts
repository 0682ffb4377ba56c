import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Checkpoint, CheckpointCause, CheckpointId } from "../../../shared/contract/changes/checkpoints.ts";
import type { RewindFailure, RewindParts } from "../../../shared/contract/changes/rewind.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import { isCovering, type RestoreResult, type RestoreStep } from "../../conversation/ports/fileHistory.ts";
import {
  type ConversationGoal,
  findUndoPoint,
  type PendingRewind,
  type RemovedPrompt,
} from "../../conversation/rewind/rewindMemory.ts";
import { rewindConversation, rewindFiles } from "./claudeRewind.ts";
import { findBlocked } from "./findBlocked.ts";
import type { PlannedRewind } from "./plannedRewind.ts";
import { returnFiles } from "./returnFiles.ts";
import type { RewindPorts } from "./rewindPorts.ts";

export interface RewindChoices {
  readonly parts: RewindParts;
  /** Steps for each file; empty for a rewind of the files by `claude`. */
  readonly steps: readonly RestoreStep[];
  /** First words of the prompt, for the notice. */
  readonly title: string;
  /** The prompt that leaves the conversation, for the composer; for a rewind that is finished after a crash. */
  readonly removed?: RemovedPrompt | undefined;
}

export type RewindOutcome =
  | {
      readonly kind: "done";
      /** Files that are not as planned nevertheless. */
      readonly different: readonly string[];
      /** True if it can be undone. */
      readonly canUndo: boolean;
    }
  | { readonly kind: "failed"; readonly failure: RewindFailure };

/** Files after their phase. */
interface RestoredPhase {
  /** The checkpoint before it, if one was taken. */
  readonly undo?: Checkpoint | undefined;
  readonly different: readonly string[];
}

/**
 * Carries out one planned rewind in phases, each of which is saved before it begins: restoring the files, truncating
 * the conversation, and returning the files if the conversation cannot follow. `recoverRewind` goes on from the saved
 * phase.
 */
export class RewindRun {
  readonly #conversation: Conversation;
  readonly #ports: RewindPorts;
  readonly #planned: PlannedRewind;
  readonly #choices: RewindChoices;

  constructor(conversation: Conversation, ports: RewindPorts, planned: PlannedRewind, choices: RewindChoices) {
    this.#conversation = conversation;
    this.#ports = ports;
    this.#planned = planned;
    this.#choices = choices;
  }

  /** Call once. Never rejects. */
  async run(): Promise<RewindOutcome> {
    let pending: PendingRewind;
    let files: RestoredPhase | RewindFailure;
    try {
      // The conversation can have been compacted while a question was open.
      const { prompt } = this.#planned;
      if (
        this.#choices.parts !== "files" &&
        prompt !== undefined &&
        (await findBlocked(this.#conversation, this.#ports, prompt)) !== undefined
      )
        return this.#endFailed({ code: "conversationNotTruncated", files: "unchanged" });
      pending = await this.#begin();
      files = await this.#restoreFiles(pending);
    } catch (error) {
      files = { code: "filesNotRestored", problem: { code: "refused", reason: getErrorMessage(error) } };
      return this.#endFailed(files);
    }
    if ("code" in files) return this.#endFailed(files);
    const { undo, different } = files;
    await this.#enter({ ...pending, phase: "truncating", undo: undo?.id });
    const { goal } = pending;
    const hasFollowed = goal === undefined || (await this.#takeConversation(goal).catch(() => false));
    return hasFollowed ? this.#finish(pending, undo, different) : this.#return(pending, undo);
  }

  /** Saves what is about to happen. Rejects if that is not possible; then nothing may happen. */
  async #begin(): Promise<PendingRewind> {
    const { kind, prompt, preview, target, reverses } = this.#planned;
    const { parts, steps, title, removed } = this.#choices;
    const { rewinds, fileHistory } = this.#conversation;
    const { sessionId } = this.#conversation.state;
    const lastEntry =
      sessionId === undefined ? undefined : await this.#ports.readLastEntry(sessionId).catch(() => undefined);
    const to = reverses?.id ?? target?.to ?? (`before:${prompt}` as CheckpointId);
    const goal = parts === "files" ? undefined : this.#getGoal();
    const isByClaude = parts !== "conversation" && !target && prompt !== undefined && preview.kind === "possible";
    const pending: PendingRewind = {
      kind,
      phase: "restoring",
      at: this.#ports.now(),
      to,
      paths: this.#hasFiles ? steps.map(({ path }) => path) : undefined,
      goal,
      earlier: fileHistory && findUndoPoint(await fileHistory.list(), to)?.id,
      from: rewinds.getPosition(lastEntry),
      prompt: title,
      ...(isByClaude ? { isByClaude } : {}),
      ...(goal?.kind === "before" ? { removed, shown: rewinds.stateAt(goal.prompt) } : {}),
    };
    rewinds.memory.note(pending);
    await this.#ports.save();
    return pending;
  }

  /** True if files are restored from a checkpoint. */
  get #hasFiles(): boolean {
    return (
      this.#choices.parts !== "conversation" &&
      this.#planned.target !== undefined &&
      this.#conversation.fileHistory !== undefined
    );
  }

  #getGoal(): ConversationGoal | undefined {
    const { prompt, reverses } = this.#planned;
    if (prompt !== undefined) return { kind: "before", prompt };
    return reverses?.from && { kind: "position", position: reverses.from };
  }

  async #restoreFiles({ to, isByClaude }: PendingRewind): Promise<RestoredPhase | RewindFailure> {
    const { prompt, target } = this.#planned;
    const history = this.#conversation.fileHistory;
    const cause: CheckpointCause = { kind: "rewind", to, prompt };
    if (history && target && this.#hasFiles) {
      const result = await history.restore(target.to, this.#choices.steps, target.expected, cause);
      return result.kind === "done" ? result : toFailure(result);
    }
    const undo = await history?.take(cause).catch(() => undefined);
    const problem = isByClaude && prompt !== undefined ? await rewindFiles(this.#conversation, prompt) : undefined;
    if (!problem) return { undo, different: [] };
    if (undo) await history?.cancel([undo.id]);
    return { code: "filesNotRestored", problem };
  }

  /** Resolves to false if the conversation did not go there; then it is where it was. */
  async #takeConversation(goal: ConversationGoal): Promise<boolean> {
    const { rewinds, transcript } = this.#conversation;
    if (goal.kind === "before") {
      const isLoaded = transcript.isLoaded(goal.prompt);
      if (!(await rewindConversation(this.#conversation, goal.prompt))) return false;
      // The view has only items after the prompt. Where the past cannot be read, the conversation shows that, and it
      // can be retried there.
      if (!isLoaded) await this.#ports.readPast();
      return true;
    }
    const { position } = goal;
    if (!(await this.#ports.rest())) return false;
    const here = rewinds.getPosition(undefined);
    rewinds.moveTo(position);
    const isRead = await this.#ports.readPast();
    if (isRead) rewinds.showState(position);
    if (isRead) return true;
    rewinds.moveTo(here);
    await this.#ports.readPast();
    rewinds.showState(here);
    return false;
  }

  async #finish(
    { to, at, from }: PendingRewind,
    undo: Checkpoint | undefined,
    different: readonly string[],
  ): Promise<RewindOutcome> {
    const { memory } = this.#conversation.rewinds;
    const { parts } = this.#choices;
    const withFiles = parts !== "conversation";
    // Without a checkpoint, files that `claude` restored cannot be restored again.
    const canUndo = !withFiles || (undo !== undefined && isCovering(undo));
    if (canUndo)
      memory.finish({ id: undo?.id ?? (this.#ports.newId() as CheckpointId), to, at: undo?.at ?? at, parts, from });
    else memory.cancel();
    await this.#saveIfPossible();
    if (withFiles) this.#conversation.edits.refresh();
    return { kind: "done", different, canUndo };
  }

  /** Ends a rewind whose conversation did not follow: the files return to the state before it. */
  async #return(pending: PendingRewind, undo: Checkpoint | undefined): Promise<RewindOutcome> {
    const history = this.#conversation.fileHistory;
    const { paths, to } = pending;
    if (!history || !undo || !paths) {
      if (this.#choices.parts !== "conversation")
        return this.#endFailed({ code: "conversationNotTruncated", files: "restored" });
      if (undo) await history?.cancel([undo.id]);
      return this.#endFailed({ code: "conversationNotTruncated", files: "unchanged" });
    }
    await this.#enter({ ...pending, phase: "returning", undo: undo.id });
    const written = new Map(
      this.#choices.steps.flatMap((step) => (step.kind === "write" ? [[step.path, step.content] as const] : [])),
    );
    const outcome = await returnFiles(history, { paths, to, undo: undo.id, written }).catch((error: unknown) =>
      toFailed(error),
    );
    this.#conversation.edits.refresh();
    if (outcome.kind === "failed") return this.#endFailed({ code: "conversationNotTruncated", files: "restored" });
    const { changed } = outcome;
    return this.#endFailed({
      code: "conversationNotTruncated",
      files: "back",
      ...(changed.length > 0 ? { changed } : {}),
    });
  }

  async #endFailed(failure: RewindFailure): Promise<RewindOutcome> {
    this.#conversation.rewinds.memory.cancel();
    await this.#saveIfPossible();
    return { kind: "failed", failure };
  }

  async #enter(pending: PendingRewind): Promise<void> {
    this.#conversation.rewinds.memory.note(pending);
    await this.#saveIfPossible();
  }

  /** A later phase goes on if it cannot be saved: a recovery from an earlier one leads to the same. */
  async #saveIfPossible(): Promise<void> {
    await this.#ports.save().catch(() => {});
  }
}

function toFailed(error: unknown): { readonly kind: "failed"; readonly message: string } {
  return { kind: "failed", message: getErrorMessage(error) };
}

function toFailure(result: Exclude<RestoreResult, { kind: "done" }>): RewindFailure {
  if (result.kind === "partial") return { code: "partlyRestored", files: result.notBack, reason: result.message };
  if (result.reason === "changed") return { code: "filesNotRestored", problem: { code: "changed", path: result.path } };
  if (result.reason === "noUndo")
    return { code: "filesNotRestored", problem: { code: "noUndo", reason: result.message } };
  return { code: "filesNotRestored", problem: { code: "refused", reason: result.message } };
}
