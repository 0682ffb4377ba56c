import type { CheckpointId } from "../../contract/changes/checkpoints.ts";
import type { Notice } from "../../contract/items.ts";
import type { Conversation } from "../conversation.ts";
import type { FileHistory } from "../fileHistory.ts";
import { findFiles, returnFiles } from "./returnFiles.ts";
import { findUndoPoint, type PendingRewind } from "./rewindMemory.ts";
import type { RewindPorts } from "./rewindPorts.ts";

/** A rewind that was interrupted and has an outcome now. */
export interface RecoveredRewind {
  /** What to tell the user. */
  readonly notice: Notice;
  /** Set if the rewind was finished. */
  readonly finished?: PendingRewind | undefined;
}

/** Outcome for the files. `changed`: those that someone changed since, which stay. */
type FileOutcome =
  | { readonly kind: "restored"; readonly undo?: CheckpointId | undefined }
  | { readonly kind: "unchanged"; readonly changed: readonly string[] }
  | { readonly kind: "unknown" };

/**
 * Finishes a rewind that the end of the extension host interrupted if its files are restored, else returns those that are. Call before the past is
 * read and before a process starts. Rejects where nothing can be found out; then the rewind is still saved.
 */
export async function recoverRewind(conversation: Conversation, { save, newId }: Pick<RewindPorts, "save" | "newId">): Promise<RecoveredRewind | undefined> {
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
    return { notice: { code: "rewindTakenBack", ...interrupted, ...(changed.length > 0 ? { changed } : {}) } };
  }
  const { goal, to, at, paths, from, isByClaude } = pending;
  if (goal?.kind === "before") rewinds.origin.truncate(goal.prompt);
  else if (goal) rewinds.moveTo(goal.position);
  const parts = goal === undefined ? "files" : paths === undefined ? "conversation" : "both";
  // Files that `claude` restored cannot be restored again.
  const undo = outcome.undo ?? (paths === undefined && !isByClaude ? (newId() as CheckpointId) : undefined);
  if (undo !== undefined) rewinds.memory.finish({ id: undo, to, at, parts, from });
  else rewinds.memory.cancel();
  await saveIfPossible();
  return { notice: { code: "rewindFinished", ...interrupted, ...(undo === undefined ? {} : { undo: true }) }, finished: pending };
}

async function findOutcome(history: FileHistory | undefined, pending: PendingRewind): Promise<FileOutcome> {
  const { paths, phase, to, earlier } = pending;
  if (pending.isByClaude) return { kind: phase === "restoring" ? "unknown" : "restored" };
  const found = pending.undo ?? (history && findUndoPoint(await history.list(), to)?.id);
  const undo = found === earlier ? undefined : found;
  // No files are part of it, so it can be finished.
  if (paths === undefined) return { kind: "restored", undo };
  if (!history) return { kind: "unknown" };
  if (undo === undefined) return { kind: "unchanged", changed: [] };
  if (phase === "returning") return toOutcome(await returnFiles(history, { paths, to, undo }));
  const now = await history.take({ kind: "preview" });
  const { restored, unchanged, changed } = await findFiles(history, { paths, to, undo }, now.id);
  if (restored.length > 0 && (unchanged.length === 0 || phase === "truncating")) return { kind: "restored", undo };
  if (unchanged.length > 0) return toOutcome(await returnFiles(history, { paths, to, undo }));
  // Someone changed all of them since, so that they tell nothing.
  return changed.length > 0 && phase === "restoring" ? { kind: "unknown" } : { kind: "restored", undo };
}

function toOutcome(outcome: Awaited<ReturnType<typeof returnFiles>>): FileOutcome {
  if (outcome.kind === "failed") throw new Error(outcome.message);
  return { kind: "unchanged", changed: outcome.changed };
}
