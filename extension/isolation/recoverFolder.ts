import fs from "node:fs";
import path from "node:path";
import { withStoreLock } from "../checkpoints/storeLock.ts";
import type { IsolationRecovery } from "../contract/isolation.ts";
import { IsolatedStore } from "./isolatedStore.ts";
import { readRecord, writeRecord } from "./record.ts";
import { removeFolder } from "./removeFolder.ts";

/**
 * Finishes what a crash cut off in one folder: removes one that was not complete, finishes a confirmed discard, and finishes or takes back an apply.
 * Does nothing while another window uses it. `program`: path of git, if there is one.
 */
export async function recoverFolder(place: string, program: string | undefined, now: number): Promise<IsolationRecovery | undefined> {
  const record = readRecord(place);
  if (!record) return undefined;
  const { origin, state, version: _version, ...rest } = record;
  if (state === "creating") {
    // The lock of a window that still copies is held.
    if (!(await isFree(place))) return undefined;
    await removeFolder(place);
    return { code: "unfinishedRemoved", origin };
  }
  if (state === "discarding") {
    return withStoreLock(place, async () => {
      await removeFolder(path.join(place, "files"));
      writeRecord(place, { ...rest, origin, state: "discarded", discardedAt: now });
      return { code: "discardFinished", origin };
    });
  }
  if (program === undefined || !fs.existsSync(origin)) return undefined;
  const outcome = await withStoreLock(place, () => new IsolatedStore({ program, place, record }).recover());
  if (!outcome) return undefined;
  if (outcome.kind === "partial") return { code: "applyPartial", origin, files: outcome.notBack };
  return { code: outcome.kind === "done" ? "applyFinished" : "applyTakenBack", origin };
}

async function isFree(place: string): Promise<boolean> {
  // Aborted once the lock is found held: the wait of a lock checks the signal between two attempts.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), 200);
  return withStoreLock(place, async () => true, controller.signal)
    .catch(() => false)
    .finally(() => clearTimeout(timer));
}
