import fs from "node:fs";
import path from "node:path";
import type { IsolationRecovery } from "../../shared/contract/changes/isolation.ts";
import { withStoreLock } from "../checkpoints/store/storeLock.ts";
import { finishDiscard } from "./discard.ts";
import { getAppliedFolder, hasRecord, readRecord } from "./record.ts";
import { removeFolder, removePlace } from "./removeFolder.ts";
import { detachWorktree } from "./worktreeBranch.ts";

/** Time in ms to wait for the lock of a folder. One that is held belongs to a window that still works. */
const waitMs = 200;

/**
 * Finishes work that a crash interrupted in one folder: removes one that was not complete, finishes a confirmed
 * discard, and finishes or takes back an apply. Does nothing while another window uses the folder. `program`: path of
 * git, if there is one.
 */
export async function recoverFolder(
  place: string,
  program: string | undefined,
  now: number,
): Promise<IsolationRecovery | undefined> {
  const state = readRecord(place)?.state;
  // A place without a record and files has nothing of value. One whose record is damaged, or that of another version,
  // can have snapshots.
  const isUnfinished = state === "creating" || !(hasRecord(place) || fs.existsSync(path.join(place, "files")));
  if (!isUnfinished) return runIfFree(place, () => recoverLocked(place, program, now));
  const origin = readRecord(place)?.origin;
  const isRemoved = await runIfFree(place, async () => {
    // Another window may have completed it before the lock was free.
    const record = readRecord(place);
    const isStill = record?.state === state;
    if (isStill) await removePlace(place);
    if (isStill && record) await detachWorktree(program, record);
    return isStill;
  });
  if (isRemoved) await removeFolder(place);
  return isRemoved && origin !== undefined ? { code: "unfinishedRemoved", origin } : undefined;
}

/** Does the same for a complete folder. Call under its lock. */
export async function recoverLocked(
  place: string,
  program: string | undefined,
  now: number,
): Promise<IsolationRecovery | undefined> {
  const record = readRecord(place);
  if (!record) return undefined;
  const { origin } = record;
  if (record.state === "discarding") {
    await finishDiscard(program, place, record, now);
    return { code: "discardFinished", origin };
  }
  if (program === undefined || !fs.existsSync(getAppliedFolder(record))) return undefined;
  const { IsolatedStores } = await import("./isolatedStores.ts");
  const outcome = await new IsolatedStores({ program, place, record }).recover();
  if (!outcome) return undefined;
  if (outcome.kind === "partial") return { code: "applyPartial", origin, files: outcome.notBack };
  const files = outcome.kind === "done" ? outcome.different : (outcome.kept ?? []);
  return {
    code: outcome.kind === "done" ? "applyFinished" : "applyTakenBack",
    origin,
    ...(files.length > 0 ? { files } : {}),
  };
}

async function runIfFree<T>(place: string, work: () => Promise<T>): Promise<T | undefined> {
  const signal = AbortSignal.timeout(waitMs);
  try {
    return await withStoreLock(place, work, signal);
  } catch (error) {
    if (signal.aborted && error === signal.reason) return undefined;
    throw error;
  }
}
