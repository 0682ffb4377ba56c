import { getErrorMessage } from "../../base/failure.ts";
import type { Checkpoint, CheckpointCause, CheckpointId } from "../../contract/changes/checkpoints.ts";
import type { RestorePlan, RewindFailure, RewindParts, RewindPreview } from "../../contract/changes/rewind.ts";
import type { Notice } from "../../contract/items.ts";
import type { Conversation } from "../conversation.ts";
import { type FileHistory, type FileTarget, isCovering, type RestoreResult, type RestoreStep } from "../fileHistory.ts";
import { previewRewind, rewindConversation, rewindFiles } from "./claudeRewind.ts";
import { getUncoveredReason, planRestore } from "./restorePlan.ts";
import { getRewindEvents, getRewindSteps } from "./rewindLog.ts";
import { type ConversationGoal, findUndoPoint, type PendingRewind, type RewindRecord } from "./rewindMemory.ts";
import type { RewindPorts } from "./rewindPorts.ts";
import { recoverRewind } from "./rewindRecovery.ts";

/** A planned rewind, undo or redo. */
export interface PlannedRewind {
  readonly kind: PendingRewind["kind"];
  /** The prompt that the conversation goes back to; undefined for an undo or redo. */
  readonly prompt?: string | undefined;
  readonly preview: RewindPreview;
  /** Set if the preview was planned from checkpoints. */
  readonly target?: FileTarget | undefined;
  /** The rewind that an undo or redo reverses, with its parts. */
  readonly reverses?: Pick<RewindRecord, "id" | "parts"> & Partial<RewindRecord>;
}

export interface RewindChoices {
  readonly parts: RewindParts;
  /** Steps for each file; empty for a rewind of the files by `claude`. */
  readonly steps: readonly RestoreStep[];
  /** First words of the prompt, for the notice. */
  readonly title: string;
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

/**
 * Takes the files and the conversation back to an earlier point, or forward again. Files and conversation go together or not at all:
 *
 * - What is about to happen is saved before the first file changes, and finished or rolled back at the next start (`recover`).
 * - The state before is a checkpoint. If the conversation cannot follow, the files return to it.
 */
export class Rewind {
  readonly #conversation: Conversation;
  readonly #ports: RewindPorts;

  constructor(conversation: Conversation, ports: RewindPorts) {
    this.#conversation = conversation;
    this.#ports = ports;
  }

  /** Plans a rewind to before a prompt. Changes no file. Without a checkpoint of the prompt the plan is that of `claude`. */
  async plan(prompt: string, signal?: AbortSignal): Promise<PlannedRewind> {
    const history = this.#history;
    const target = await history?.before(prompt).catch(() => undefined);
    if (history && target && isCovering(target)) {
      const planned = await this.#planFiles(history, target, signal);
      if (planned) return { kind: "rewind", prompt, ...planned };
    }
    const preview = await previewRewind(this.#conversation, prompt);
    // If nothing can be recorded, only a new checkpoint tells the reason.
    const why = getUncoveredReason(target) ?? getUncoveredReason(await history?.take({ kind: "preview" }, signal).catch(() => undefined));
    return { kind: "rewind", prompt, preview: preview.kind === "possible" && why !== undefined ? { ...preview, why } : preview };
  }

  /** Plans to restore the files of a checkpoint; undefined if it no longer exists or covers nothing. `prompts`: those that the conversation shares. */
  async planFiles(id: CheckpointId, prompts: ReadonlySet<string>, signal?: AbortSignal): Promise<PlannedRewind | undefined> {
    const history = this.#history;
    const target = (await history?.list(prompts))?.find((checkpoint) => checkpoint.id === id);
    const planned = history && target && isCovering(target) && (await this.#planFiles(history, target, signal));
    return planned ? { kind: "rewind", ...planned } : undefined;
  }

  /** Plans the undo of the last rewind, or the redo of the last undo; undefined if there is none. */
  async planReverse(kind: "undo" | "redo", signal?: AbortSignal): Promise<PlannedRewind | undefined> {
    const history = this.#history;
    const { memory } = this.#conversation.rewinds;
    const checkpoints = (await history?.list()) ?? [];
    const records = memory.done.map(({ id, to, at }) => ({ kind: "rewind" as const, id, to, at }));
    const id = getRewindSteps(getRewindEvents(checkpoints, records))[kind];
    if (id === undefined) return undefined;
    // A rewind of another window is known by its checkpoint only, which tells nothing about the conversation.
    const reverses = memory.find(id) ?? { id, parts: "files" as const };
    const target = checkpoints.find((checkpoint) => checkpoint.id === id);
    if (reverses.parts === "conversation") return { kind, reverses, preview: { kind: "planned", plan: { files: [], uncovered: [] } } };
    const planned = history && target && (await this.#planFiles(history, target, signal));
    return { kind, reverses, ...(planned ?? { preview: { kind: "impossible", problem: { code: "noCheckpoint" } } }) };
  }

  /** Carries out a plan. Never rejects. */
  async run(planned: PlannedRewind, choices: RewindChoices): Promise<RewindOutcome> {
    try {
      return await this.#run(planned, choices);
    } catch (error) {
      this.#conversation.rewinds.memory.cancel();
      return failed({ code: "filesNotRestored", problem: { code: "refused", reason: getErrorMessage(error) } });
    }
  }

  /**
   * Finishes or takes back a rewind that the end of the extension host interrupted. Returns what to tell the user. Call before the past is read.
   * Never rejects.
   */
  recover(): Promise<Notice | undefined> {
    return recoverRewind(this.#conversation, this.#ports);
  }

  async #run({ kind, prompt, preview, target, reverses }: PlannedRewind, { parts, steps, title }: RewindChoices): Promise<RewindOutcome> {
    const { memory } = this.#conversation.rewinds;
    const history = this.#history;
    const withFiles = parts !== "conversation";
    const goal = parts === "files" ? undefined : this.#getGoal(prompt, reverses);
    const files = withFiles && target ? { steps, ...target } : undefined;
    const to = reverses?.id ?? target?.to ?? (`before:${prompt}` as CheckpointId);
    const from = this.#conversation.rewinds.getPosition(await this.#readLastEntry());
    const paths = files?.steps.map(({ path }) => path);
    const earlier = history && findUndoPoint(await history.list(), to)?.id;
    const isByClaude = withFiles && !target && prompt !== undefined && preview.kind === "possible";
    const moment = { at: this.#ports.now(), to, from, earlier };
    let pending: PendingRewind = { kind, phase: "restoring", ...moment, paths, goal, prompt: title, ...(isByClaude ? { isByClaude } : {}) };
    memory.note(pending);
    await this.#ports.save();
    const cause: CheckpointCause = { kind: "rewind", to, prompt };
    let undo: Checkpoint | undefined;
    let different: readonly string[] = [];
    if (history && files) {
      const result = await history.restore(files.to, files.steps, files.expected, cause);
      if (result.kind !== "done") return await this.#endFailed(toFailure(result));
      ({ undo, different } = result);
    } else {
      undo = await history?.take(cause).catch(() => undefined);
      const problem = isByClaude ? await rewindFiles(this.#conversation, prompt) : undefined;
      if (problem) {
        if (undo) await history?.cancel([undo.id]);
        return await this.#endFailed({ code: "filesNotRestored", problem });
      }
    }
    pending = { ...pending, phase: "truncating", undo: undo?.id };
    memory.note(pending);
    await this.#ports.save();
    if (goal && !(await this.#takeConversation(goal))) return this.#endUncut(history, files, undo, withFiles);
    // Without a checkpoint, files that `claude` restored cannot be restored again.
    const canUndo = !withFiles || (undo !== undefined && isCovering(undo));
    if (canUndo) memory.finish({ id: undo?.id ?? (this.#ports.newId() as CheckpointId), to, at: undo?.at ?? pending.at, parts, from });
    else memory.cancel();
    await this.#ports.save();
    if (withFiles) this.#conversation.edits.refresh();
    return { kind: "done", different, canUndo };
  }

  async #planFiles(history: FileHistory, target: Checkpoint, signal?: AbortSignal): Promise<Pick<PlannedRewind, "preview" | "target"> | undefined> {
    const now = await history.take({ kind: "preview" }, signal);
    if (!isCovering(now)) return undefined;
    const { cause } = target;
    const edited = "prompt" in cause && cause.prompt !== undefined ? this.#conversation.edits.changed.pathsSince(cause.prompt) : [];
    const [comparison, byOthers, named] = await Promise.all([
      history.compare(target.id, now.id),
      history.changedByOthers(target.id),
      history.findUncovered(now.id, edited),
    ]);
    const plan: RestorePlan = planRestore({ target, now, comparison, byOthers, named });
    return { preview: { kind: "planned", plan }, target: { to: target.id, expected: now.id } };
  }

  /** Ends a rewind whose conversation did not follow: the files return to the state before it. */
  async #endUncut(
    history: FileHistory | undefined,
    files: { readonly steps: readonly RestoreStep[] } | undefined,
    undo: Checkpoint | undefined,
    withFiles: boolean,
  ): Promise<RewindOutcome> {
    if (!history || !undo || !files) {
      if (undo && !withFiles) await history?.cancel([undo.id]);
      return this.#endFailed({ code: "conversationNotCut", files: withFiles ? "restored" : "unchanged" });
    }
    const steps = files.steps.map(({ path }): RestoreStep => ({ path, kind: "restore" }));
    const now = await history.take({ kind: "preview" });
    const back = await history.restore(undo.id, steps, now.id, { kind: "rewind", to: undo.id });
    if (back.kind === "done") await history.cancel([undo.id, back.undo.id]);
    this.#conversation.edits.refresh();
    return this.#endFailed({ code: "conversationNotCut", files: back.kind === "done" ? "back" : "restored" });
  }

  async #endFailed(failure: RewindFailure): Promise<RewindOutcome> {
    this.#conversation.rewinds.memory.cancel();
    await this.#ports.save();
    return failed(failure);
  }

  /** Resolves to false if the conversation did not go there. */
  async #takeConversation(goal: ConversationGoal): Promise<boolean> {
    if (goal.kind === "before") {
      const isLoaded = this.#conversation.transcript.isLoaded(goal.prompt);
      const isCut = await rewindConversation(this.#conversation, goal.prompt);
      // The view has only items after the prompt.
      return isCut && (isLoaded || (await this.#ports.readPast()));
    }
    const { position } = goal;
    const { rewinds } = this.#conversation;
    if (!(await this.#ports.rest())) return false;
    const here = rewinds.getPosition(undefined);
    rewinds.moveTo(position);
    if (await this.#ports.readPast()) {
      rewinds.showState(position);
      return true;
    }
    rewinds.moveTo(here);
    await this.#ports.readPast();
    return false;
  }

  #getGoal(prompt: string | undefined, reverses: PlannedRewind["reverses"]): ConversationGoal | undefined {
    if (prompt !== undefined) return { kind: "before", prompt };
    return reverses?.from && { kind: "position", position: reverses.from };
  }

  async #readLastEntry(): Promise<string | undefined> {
    const { sessionId } = this.#conversation.state;
    return sessionId === undefined ? undefined : await this.#ports.readLastEntry(sessionId).catch(() => undefined);
  }

  get #history(): FileHistory | undefined {
    return this.#conversation.fileHistory;
  }
}

function failed(failure: RewindFailure): RewindOutcome {
  return { kind: "failed", failure };
}

function toFailure(result: Exclude<RestoreResult, { kind: "done" }>): RewindFailure {
  if (result.kind === "partial") return { code: "partlyRestored", files: result.notBack, reason: result.message };
  if (result.reason === "changed") return { code: "filesNotRestored", problem: { code: "changed", path: result.path } };
  if (result.reason === "noUndo") return { code: "filesNotRestored", problem: { code: "noUndo", reason: result.message } };
  return { code: "filesNotRestored", problem: { code: "refused", reason: result.message } };
}
