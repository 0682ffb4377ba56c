import fs from "node:fs";
import type { PrivateGit } from "../../git/privateGit.ts";
import type { FolderCheckpoints } from "../folderCheckpoints.ts";
import { compactObjects, hasUnshared, measureStore } from "../store/storeFiles.ts";
import type { Point } from "./point.ts";
import { type RetentionRules, selectPoints } from "./retention.ts";

/** Number of loose objects above which a store is compacted although nothing is removed. */
const maxLoose = 4_000;

/** Shares of the unused conversations that go in turn, until the store is small enough. */
const shares = [0, 0.25, 0.5, 1];

export interface CleanUpRules extends Omit<RetentionRules, "share"> {
  /** Maximum size of the store in bytes. */
  readonly maxBytes: number;
  /** True to remove the checkpoints of all conversations that are not in use. */
  readonly isThorough?: boolean;
}

/** Removes old checkpoints from a store, and what only they need. Returns the size of the store in bytes after that. */
export function cleanUp(
  checkpoints: FolderCheckpoints,
  { maxBytes, isThorough = false, ...rules }: CleanUpRules,
): Promise<number> {
  return checkpoints.exclusive(async ({ snapshots, log }) => {
    if (isThorough) await snapshots.health.check();
    let bytes = await measureStore(checkpoints.store);
    for (const share of isThorough ? [1] : shares) {
      if (share > 0 && bytes <= maxBytes && !isThorough) break;
      const points = await log.read();
      const current = await snapshots.findCurrent();
      const selected = selectPoints(points, { ...rules, share });
      const kept = share > 0 && !isThorough ? addFree(points, selected, current) : selected;
      const isCompacted = share === 0 || isThorough ? await canBeSmaller(snapshots.git, bytes > maxBytes) : false;
      if (kept.length === points.length && !isCompacted) continue;
      const needed = new Set(kept.flatMap(({ snapshot, ignored }) => [snapshot ?? [], ignored ?? []].flat()));
      if (current !== undefined) needed.add(current);
      await log.replace(kept);
      await compactObjects(snapshots.git, [...needed]);
      bytes = await measureStore(checkpoints.store);
    }
    return bytes;
  });
}

/**
 * Adds the points of the conversations whose removal gives back no space: others need all their snapshots. In the order
 * of the points.
 */
function addFree(points: readonly Point[], kept: readonly Point[], current: string | undefined): readonly Point[] {
  const needed = new Set([current, ...kept.map(({ snapshot }) => snapshot)]);
  const stay = new Set(kept);
  const removed = points.filter((point) => !stay.has(point));
  const freeing = new Set(
    removed.flatMap(({ snapshot, conversation }) =>
      snapshot === undefined || needed.has(snapshot) ? [] : [conversation],
    ),
  );
  return points.filter((point) => stay.has(point) || !freeing.has(point.conversation));
}

/**
 * Returns whether a store is compacted although nothing is removed: it has many files, or is too large and has objects
 * that were only borrowed.
 */
async function canBeSmaller(git: PrivateGit, isTooLarge: boolean): Promise<boolean> {
  return (await hasManyLoose(git.folder)) || (isTooLarge && (await hasUnshared(git)));
}

/** Estimates the number of loose objects by one of their 256 folders. */
async function hasManyLoose(folder: string): Promise<boolean> {
  const names = await fs.promises.readdir(`${folder}/objects/17`).catch(() => []);
  return names.length > maxLoose / 256;
}
