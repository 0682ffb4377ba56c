import type { FolderParts } from "../folderParts.ts";
import type { RecoveredRestore } from "../recoveredRestores.ts";
import { readJournal } from "./journalFile.ts";
import { openRestore } from "./openRestore.ts";
import { findUnfinished, recordRecovered } from "./recordRecovered.ts";

/**
 * Finishes or takes back a restore that a crash cut off in a folder, records it, and removes what it left. Call under
 * the lock of the store. Resolves to undefined if nothing had begun. Rejects with `NewerStore` for a journal of a newer
 * version.
 */
export async function recoverRestore(parts: FolderParts): Promise<RecoveredRestore | undefined> {
  const restore = openRestore(parts);
  const found = await readJournal(parts.store);
  const journal = found === "damaged" ? undefined : found;
  const points = journal ? await parts.log.read().catch(() => []) : [];
  const undo = findUnfinished(points);
  // Its journal could not be removed: to go on with it would take back what the user changed since.
  const isFinished =
    journal !== undefined && points.findLast(({ cause }) => cause.kind !== "cancelled")?.cause.kind === "restored";
  if (isFinished) await restore.forget();
  const outcome = isFinished ? undefined : await restore.recover();
  if (undo && journal) await recordRecovered(parts, { undo, journal, outcome }).catch(() => {});
  return outcome && { outcome, cause: undo?.cause };
}
