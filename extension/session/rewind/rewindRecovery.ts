import { getErrorMessage } from "../../base/failure.ts";
import type { CheckpointId } from "../../contract/changes/checkpoints.ts";
import type { Notice } from "../../contract/items.ts";
import type { Conversation } from "../conversation.ts";
import type { FileHistory, RestoreStep } from "../fileHistory.ts";
import { findUndoPoint, type PendingRewind } from "./rewindMemory.ts";
import type { RewindPorts } from "./rewindPorts.ts";

/** Outcome for the files of a rewind that was interrupted. */
type FileOutcome = "restored" | "unchanged" | "unknown";

/**
 * Finishes a rewind that the end of the extension host interrupted if its files are restored, else takes it back. Returns what to tell the user.
 * Call before the past is read and before a process starts. Never rejects.
 */
export async function recoverRewind(conversation: Conversation, { save }: Pick<RewindPorts, "save">): Promise<Notice | undefined> {
  const { rewinds, fileHistory } = conversation;
  const { pending } = rewinds.memory;
  if (!pending) return undefined;
  const interrupted = { step: pending.kind, prompt: pending.prompt };
  try {
    const { outcome, undo } = await findOutcome(fileHistory, pending);
    if (outcome !== "restored") {
      rewinds.memory.cancel();
      await save();
      return { code: outcome === "unchanged" ? "rewindTakenBack" : "rewindUnknown", ...interrupted };
    }
    const { goal, to, at, paths, from } = pending;
    if (goal?.kind === "before") rewinds.origin.truncate(goal.prompt);
    else if (goal) rewinds.moveTo(goal.position);
    const parts = goal === undefined ? "files" : paths === undefined ? "conversation" : "both";
    if (undo !== undefined) rewinds.memory.finish({ id: undo, to, at, parts, from });
    else rewinds.memory.cancel();
    await save();
    return { code: "rewindFinished", ...interrupted, ...(undo === undefined ? {} : { undo: true }) };
  } catch (error) {
    rewinds.memory.cancel();
    return { code: "rewindUnknown", ...interrupted, reason: getErrorMessage(error) };
  }
}

/** Finds out whether the files are restored. Takes them back if only some are. */
async function findOutcome(history: FileHistory | undefined, pending: PendingRewind): Promise<{ outcome: FileOutcome; undo?: CheckpointId | undefined }> {
  const { paths, to, earlier } = pending;
  if (pending.isByClaude) return { outcome: pending.phase === "truncating" ? "restored" : "unknown" };
  // No files are part of it, so it can be finished.
  if (paths === undefined) return { outcome: "restored", undo: pending.undo };
  if (!history) return { outcome: "unknown" };
  const taken = findUndoPoint(await history.list(), to);
  if (!taken || taken.id === earlier) return { outcome: "unchanged" };
  if (pending.phase === "truncating") return { outcome: "restored", undo: taken.id };
  const isPlanned = new Set(paths);
  const differ = async (from: CheckpointId): Promise<boolean> => (await history.compare(from, "disk")).differences.some(({ path }) => isPlanned.has(path));
  if (!(await differ(to))) return { outcome: "restored", undo: taken.id };
  if (!(await differ(taken.id))) {
    await history.cancel([taken.id]);
    return { outcome: "unchanged" };
  }
  const steps = paths.map((path): RestoreStep => ({ path, kind: "restore" }));
  const now = await history.take({ kind: "preview" });
  const back = await history.restore(taken.id, steps, now.id, { kind: "rewind", to: taken.id });
  if (back.kind !== "done") return { outcome: "unknown" };
  await history.cancel([taken.id, back.undo.id]);
  return { outcome: "unchanged" };
}
