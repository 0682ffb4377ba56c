import type { Checkpoint, CheckpointId } from "../../../shared/contract/changes/checkpoints.ts";
import type { RestorePlan } from "../../../shared/contract/changes/rewind.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import { type FileHistory, getUncoveredReason, isCovering } from "../../conversation/ports/fileHistory.ts";
import { planRestore } from "../../conversation/rewind/restorePlan.ts";
import { getRewindEvents, getRewindSteps } from "../../conversation/rewind/rewindLog.ts";
import { previewRewind } from "./claudeRewind.ts";
import { findBlocked } from "./findBlocked.ts";
import type { PlannedRewind } from "./plannedRewind.ts";
import type { RewindPorts } from "./rewindPorts.ts";
import { type RecoveredRewind, recoverRewind } from "./rewindRecovery.ts";
import { type RewindChoices, type RewindOutcome, RewindRun } from "./rewindRun.ts";

/**
 * Takes the files and the conversation back to an earlier point, or forward again. Files and conversation go together
 * or not at all:
 *
 * - What is about to happen is saved before the first file changes, and finished or rolled back at the next start
 *   (`recover`).
 * - The state before is a checkpoint. If the conversation cannot follow, the files return to it.
 */
export class Rewind {
  readonly #conversation: Conversation;
  readonly #ports: RewindPorts;

  constructor(conversation: Conversation, ports: RewindPorts) {
    this.#conversation = conversation;
    this.#ports = ports;
  }

  /**
   * Plans a rewind to before a prompt. Changes no file. Without a checkpoint of the prompt the plan is that of
   * `claude`.
   */
  async plan(prompt: string, signal?: AbortSignal): Promise<PlannedRewind> {
    const [planned, blocked] = await Promise.all([
      this.#plan(prompt, signal),
      findBlocked(this.#conversation, this.#ports, prompt),
    ]);
    return blocked === undefined ? planned : { ...planned, blocked };
  }

  async #plan(prompt: string, signal?: AbortSignal): Promise<PlannedRewind> {
    const history = this.#history;
    const target = await history?.before(prompt).catch(() => undefined);
    if (history && target && isCovering(target)) {
      const planned = await this.#planFiles(history, target, signal);
      if (planned) return { kind: "rewind", prompt, ...planned };
    }
    const preview = await previewRewind(this.#conversation, prompt);
    // If nothing can be recorded, only a new checkpoint tells the reason.
    const why =
      getUncoveredReason(target) ??
      getUncoveredReason(await history?.take({ kind: "preview" }, signal).catch(() => undefined));
    return {
      kind: "rewind",
      prompt,
      preview: preview.kind === "possible" && why !== undefined ? { ...preview, why } : preview,
    };
  }

  /** Plans to restore the files of a checkpoint; undefined if it no longer exists or covers nothing. */
  async planFiles(id: CheckpointId, signal?: AbortSignal): Promise<PlannedRewind | undefined> {
    const history = this.#history;
    const target = (await history?.list())?.find((checkpoint) => checkpoint.id === id);
    const planned = history && target && isCovering(target) && (await this.#planFiles(history, target, signal));
    return planned ? { kind: "rewind", ...planned } : undefined;
  }

  /** Plans the undo of the last rewind, or the redo of the last undo; undefined if there is none. */
  async planReverse(kind: "undo" | "redo", signal?: AbortSignal): Promise<PlannedRewind | undefined> {
    const history = this.#history;
    const { memory } = this.#conversation.rewinds;
    const checkpoints = (await history?.list()) ?? [];
    const id = this.#findStep(kind, checkpoints);
    if (id === undefined) return undefined;
    // A rewind of another window is known by its checkpoint only, which tells nothing about the conversation.
    const reverses = memory.find(id) ?? { id, parts: "files" as const };
    const target = checkpoints.find((checkpoint) => checkpoint.id === id);
    if (reverses.parts === "conversation")
      return { kind, reverses, preview: { kind: "planned", plan: { files: [], uncovered: [] } } };
    const planned = history && target && (await this.#planFiles(history, target, signal));
    return { kind, reverses, ...(planned ?? { preview: { kind: "impossible", problem: { code: "noCheckpoint" } } }) };
  }

  /** Returns whether there is a rewind to undo, or one to redo. Never rejects. */
  async canReverse(kind: "undo" | "redo"): Promise<boolean> {
    const checkpoints = await this.#history?.list().catch(() => undefined);
    return this.#findStep(kind, checkpoints ?? []) !== undefined;
  }

  /** Carries out a plan. Never rejects. */
  run(planned: PlannedRewind, choices: RewindChoices): Promise<RewindOutcome> {
    return new RewindRun(this.#conversation, this.#ports, planned, choices).run();
  }

  /**
   * Finishes a rewind that the end of the extension host interrupted, or returns its files. Resolves to undefined if
   * there is none. Call before the past is read. Rejects where nothing can be found out, for instance because another
   * window uses the store; then it can be called again.
   */
  recover(): Promise<RecoveredRewind | undefined> {
    return recoverRewind(this.#conversation, this.#ports);
  }

  /** Gives up a rewind that cannot be recovered: everything stays as it is. Resolves to what to tell the user. */
  async giveUp(reason: string): Promise<RecoveredRewind | undefined> {
    const { memory } = this.#conversation.rewinds;
    const { pending } = memory;
    memory.cancel();
    await this.#ports.save().catch(() => {});
    return pending && { notice: { code: "rewindUnknown", step: pending.kind, prompt: pending.prompt, reason } };
  }

  #findStep(kind: "undo" | "redo", checkpoints: readonly Checkpoint[]): CheckpointId | undefined {
    return getRewindSteps(getRewindEvents(checkpoints, this.#conversation.rewinds.memory.events))[kind];
  }

  async #planFiles(
    history: FileHistory,
    target: Checkpoint,
    signal?: AbortSignal,
  ): Promise<Pick<PlannedRewind, "preview" | "target"> | undefined> {
    const now = await history.take({ kind: "preview" }, signal);
    if (!isCovering(now)) return undefined;
    const { cause } = target;
    const edited =
      "prompt" in cause && cause.prompt !== undefined ? this.#conversation.edits.changed.pathsSince(cause.prompt) : [];
    const [comparison, byOthers, inBackground, named, deleted] = await Promise.all([
      history.compare(target.id, now.id),
      history.changedByOthers(target.id),
      history.changedInBackground(target.id),
      history.findUncovered(now.id, edited),
      history.findDeleted(target.id),
    ]);
    const plan: RestorePlan = planRestore({ target, now, comparison, byOthers, inBackground, named, deleted });
    return { preview: { kind: "planned", plan }, target: { to: target.id, expected: now.id } };
  }

  get #history(): FileHistory | undefined {
    return this.#conversation.fileHistory;
  }
}
