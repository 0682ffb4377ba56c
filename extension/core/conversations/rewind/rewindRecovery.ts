import type { Checkpoint, CheckpointId } from "../../../shared/contract/changes/checkpoints.ts";
import type { Notice } from "../../../shared/contract/notices.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import type { FileHistory } from "../../conversation/ports/fileHistory.ts";
import { findUndoPoint, type PendingRewind } from "../../conversation/rewind/rewindMemory.ts";
import { findFiles, returnFiles } from "./returnFiles.ts";
import type { RewindPorts } from "./rewindPorts.ts";

/** A rewind that was interrupted and has an outcome now. */
export interface RecoveredRewind {
  /** The message to the user. */
  readonly notice: Notice;
  /** Set if the rewind was finished. */
  readonly finished?: PendingRewind | undefined;
}

/** Outcome for the files. `changed`: those that someone changed since, which stay. */
type FileOutcome =
  | { readonly kind: "restored"; readonly undo?: Checkpoint | undefined }
  | { readonly kind: "unchanged"; readonly changed: readonly string[] }
  | { readonly kind: "unknown" };

/**
 * Finishes a rewind that the end of the extension host interrupted if its files are restored, else returns those that
 * are. Call before the past is read and before a process starts. Rejects where nothing can be found out; then the
 * rewind is still saved.
 */
export async function recoverRewind(
  conversation: Conversation,
  { save, newId }: Pick<RewindPorts, "save" | "newId">,
): Promise<RecoveredRewind | undefined> {
  const { rewinds, fileHistory } = conversation;
  const { pending } = rewinds.memory;
  if (!pending) return undefined;
  const interrupted = { step: pending.kind, prompt: pending.prompt };
  // Otherwise it is found again, with the same outcome.
  const saveIfPossible = (): Promise<void> => save().catch(() => {});
  const outcome = await findOutcome(fileHistory, pending);
  if (outcome.kind !== "restored") {
    rewinds.memory.cancel();
    await saveIfPossible();
    if (outcome.kind === "unknown") return { notice: { code: "rewindUnknown", ...interrupted } };
    const { changed } = outcome;
    return { notice: { code: "rewindRolledBack", ...interrupted, ...(changed.length > 0 ? { changed } : {}) } };
  }
  const { goal, to, at, paths, from, isByClaude } = pending;
  if (goal?.kind === "before") rewinds.origin.truncate(goal.prompt);
  else if (goal) rewinds.moveTo(goal.position);
  const parts = goal === undefined ? "files" : paths === undefined ? "conversation" : "both";
  // Files that `claude` restored cannot be restored again.
  const undo = outcome.undo ?? (paths === undefined && !isByClaude ? { id: newId() as CheckpointId, at } : undefined);
  if (undo) rewinds.memory.finish({ id: undo.id, to, at: undo.at, parts, from });
  else rewinds.memory.cancel();
  await saveIfPossible();
  return { notice: { code: "rewindFinished", ...interrupted, ...(undo ? { undo: true } : {}) }, finished: pending };
}

/** Outcome of a rewind whose checkpoint does not exist: none was taken, or a clean-up removed it. */
const missing: { readonly [P in PendingRewind["phase"]]: FileOutcome } = {
  restoring: { kind: "unchanged", changed: [] },
  truncating: { kind: "restored" },
  returning: { kind: "unknown" },
};

async function findOutcome(history: FileHistory | undefined, pending: PendingRewind): Promise<FileOutcome> {
  const { paths, phase, to, earlier } = pending;
  if (pending.isByClaude) return { kind: phase === "restoring" ? "unknown" : "restored" };
  const checkpoints = (await history?.list()) ?? [];
  const found =
    pending.undo === undefined ? findUndoPoint(checkpoints, to) : checkpoints.find(({ id }) => id === pending.undo);
  const undo = found?.id === earlier ? undefined : found;
  // No files are part of it, so it can be finished.
  if (paths === undefined) return { kind: "restored", undo: undo ?? (await history?.take({ kind: "rewind", to })) };
  if (!history) return { kind: "unknown" };
  if (undo === undefined) return missing[phase];
  if (phase === "returning") return toOutcome(await returnFiles(history, { paths, to, undo: undo.id }));
  const now = await history.take({ kind: "preview" });
  const { restored, unchanged, changed } = await findFiles(history, { paths, to, undo: undo.id }, now.id);
  // A restore is carried out whole or not at all, so that some files tell about all. Those that tell the opposite were
  // changed since.
  if (restored.length > 0 && (unchanged.length === 0 || phase === "truncating")) return { kind: "restored", undo };
  if (restored.length > 0) return { kind: "unknown" };
  if (unchanged.length > 0) return toOutcome(await returnFiles(history, { paths, to, undo: undo.id }));
  // Someone changed all of them since, so that they tell nothing.
  return changed.length > 0 && phase === "restoring" ? { kind: "unknown" } : { kind: "restored", undo };
}

function toOutcome(outcome: Awaited<ReturnType<typeof returnFiles>>): FileOutcome {
  if (outcome.kind === "failed") throw new Error(outcome.message);
  return { kind: "unchanged", changed: outcome.changed };
}
