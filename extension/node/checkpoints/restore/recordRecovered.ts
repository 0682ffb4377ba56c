import { randomUUID } from "node:crypto";
import type { CheckpointId } from "../../../shared/contract/changes/checkpoints.ts";
import { isRestoring, type Point, type PointCause } from "../points/point.ts";
import type { PointLog } from "../points/pointLog.ts";
import { listChanged } from "../snapshots/compareSnapshots.ts";
import type { Snapshots } from "../snapshots/snapshots.ts";
import type { RestoreOutcome } from "./restore.ts";
import type { Journal } from "./restoreModel.ts";

/**
 * Completes the log after a restore that a crash cut off. What it wrote does not count as changed by others, but for
 * files that these changed meanwhile. The checkpoint before one that did not happen (`undo`) is cancelled. `outcome`:
 * undefined for one that had not begun. Call under the lock of the store. Rejects if nothing could be added: all files
 * then count as changed by others.
 */
export async function recordRecovered(
  { log, snapshots }: { readonly log: Pick<PointLog, "add">; readonly snapshots: Snapshots },
  {
    undo,
    journal,
    outcome,
  }: { readonly undo: Point; readonly journal: Journal; readonly outcome: RestoreOutcome | undefined },
): Promise<void> {
  const { run, conversation, session, copyOf, copyBefore, turn, folder } = undo;
  const add = (cause: PointCause, part: Pick<Point, "snapshot" | "saved"> = {}): Promise<void> =>
    log.add({
      id: randomUUID() as CheckpointId,
      at: Date.now(),
      run,
      conversation,
      session,
      copyOf,
      copyBefore,
      turn,
      cause,
      folder,
      ...part,
    });
  // The parts in other folders may be finished, and can only be undone with the checkpoint.
  const isTakenBack = outcome?.kind === "rolledBack" && journal.commit === undefined;
  if (outcome === undefined || isTakenBack) return add({ kind: "cancelled", checkpoint: undo.id });
  if (outcome.kind !== "done") return;
  const { id: snapshot } = await snapshots.take();
  const changed = undo.snapshot === undefined ? [] : await listChanged(snapshots, undo.snapshot, snapshot);
  const asPlanned = new Set(
    journal.operations.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from])),
  );
  for (const { path } of journal.modes) asPlanned.add(path);
  for (const path of outcome.different) asPlanned.delete(path);
  const saved = changed.filter((path) => !asPlanned.has(path));
  return add({ kind: "restored" }, { snapshot, ...(saved.length > 0 ? { saved } : {}) });
}

/** Returns the checkpoint before a restore whose end no point tells: nothing else is logged meanwhile. */
export function findUnfinished(points: readonly Point[]): Point | undefined {
  const cancelled = new Set(points.flatMap(({ cause }) => (cause.kind === "cancelled" ? [cause.checkpoint] : [])));
  const last = points.findLast(({ cause }) => cause.kind !== "cancelled");
  return last && isRestoring(last) && !cancelled.has(last.id) ? last : undefined;
}
