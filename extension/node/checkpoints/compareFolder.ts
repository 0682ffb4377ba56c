import type { Comparison } from "../../core/conversation/ports/fileHistory.ts";
import type { FileDifference, GapReason, UncoveredFile } from "../../shared/contract/changes/checkpoints.ts";
import { listTaken } from "./disk/takenPlaces.ts";
import type { FolderCheckpoints } from "./folderCheckpoints.ts";
import { getParents, toAbsolute } from "./index/paths.ts";
import { compareFolderModes } from "./restore/folderModeChanges.ts";
import type { SideList, TreeChange, TreeFile } from "./snapshotModel.ts";
import { listModes } from "./snapshots/compareSnapshots.ts";
import type { Snapshots } from "./snapshots/snapshots.ts";
import { findLost } from "./store/readObjects.ts";

/** A folder in a state of the files. */
export interface FolderSnapshot {
  /** Absolute path as the conversation knows it. */
  readonly folder: string;
  readonly checkpoints: FolderCheckpoints;
  readonly snapshot: string;
}

/**
 * Compares the states of a folder. A file that one of them leaves out, or whose content in the first one is lost, is
 * not a difference. Nor is one of the first in whose place the present state has what no snapshot holds.
 */
export async function compareFolder(
  { folder, checkpoints, snapshot: from }: FolderSnapshot,
  to: string,
): Promise<Comparison> {
  const parts = await checkpoints.open();
  const { snapshots } = parts;
  const read = await Promise.all([
    snapshots.compare(from, to),
    snapshots.countLines(from, to).catch(() => undefined),
    snapshots.readSideList(from),
    snapshots.readSideList(to),
  ]).catch(async (error: unknown) => {
    snapshots.health.noteDamage();
    if (await snapshots.isReadable(from)) throw error;
    return undefined;
  });
  if (!read) return { differences: [], uncovered: [{ path: folder, reason: "lost" }] };
  const [{ changes, ignored }, counted, before, after] = read;
  const { counts, lost } = counted
    ? { counts: counted, lost: new Set<string>() }
    : await countAround(snapshots, { from, to, changes });
  const gaps = new Map<string, GapReason>([...before.gaps, ...after.gaps].map(({ path, reason }) => [path, reason]));
  for (const { path, before: then } of changes) if (then && lost.has(then.blob)) gaps.set(path, "lost");
  if (to === (await snapshots.findCurrent()))
    for (const name of await listTaken(parts.root, changes)) gaps.set(name, "taken");
  const isCovered = (name: string): boolean => !gaps.has(name);
  const covered = changes.filter(({ path }) => isCovered(path));
  const moves = findMoves(covered);
  const differences = covered.map((change): FileDifference => {
    const kind = change.before === undefined ? "added" : change.after === undefined ? "removed" : "changed";
    const isMode = change.before?.blob === change.after?.blob;
    const from = moves.get(change.path);
    const movedFrom = from === undefined ? {} : { movedFrom: toAbsolute(folder, from) };
    return {
      path: toAbsolute(folder, change.path),
      folder,
      kind: isMode ? "mode" : kind,
      lines: isMode ? undefined : counts.get(change.path),
      ...movedFrom,
    };
  });
  const withMode = listModes(changes, before, after)
    .filter(isCovered)
    .map((name): FileDifference => ({ path: toAbsolute(folder, name), folder, kind: "mode" }));
  const closed = [...gaps].flatMap(([name, reason]) => (reason === "unreadable" ? [`${name}/`] : []));
  for (const name of ignored)
    gaps.set(name, closed.some((folder) => name.startsWith(folder)) ? "unreadable" : "ignored");
  const uncovered = [...gaps].map(([name, reason]): UncoveredFile => ({ path: toAbsolute(folder, name), reason }));
  // A restore leads the other way.
  const modes = await compareFolderModes(parts, { before: after, after: before, target: from }, () => true);
  const folders = new Set([...listEmptyFolders(changes, before, after), ...modes.map(({ path }) => path)]).size;
  return { differences: [...differences, ...withMode], uncovered, folders };
}

interface SnapshotChanges {
  readonly from: string;
  readonly to: string;
  readonly changes: readonly TreeChange[];
}

/** Finds the contents that the store has lost, and counts the lines of the other files. */
async function countAround(snapshots: Snapshots, { from, to, changes }: SnapshotChanges) {
  snapshots.health.noteDamage();
  const blobs = changes.flatMap(({ before, after }) => [before?.blob ?? [], after?.blob ?? []].flat());
  const lost = await findLost(snapshots.git, blobs);
  const isWhole = (file: TreeFile | undefined): boolean => file === undefined || !lost.has(file.blob);
  const whole = changes.filter(({ before, after }) => isWhole(before) && isWhole(after)).map(({ path }) => path);
  return { counts: await snapshots.countLines(from, to, whole).catch(() => new Map()), lost };
}

/** Joins the comparisons of several folders. */
export function joinComparisons(all: readonly Comparison[]): Comparison {
  const folders = all.reduce((count, each) => count + (each.folders ?? 0), 0);
  return {
    differences: all.flatMap(({ differences }) => differences),
    uncovered: all.flatMap(({ uncovered }) => uncovered),
    ...(folders === 0 ? {} : { folders }),
  };
}

/** Lists the empty folders that only one of two snapshots has, also none with a file in it. */
function listEmptyFolders(changes: readonly TreeChange[], before: SideList, after: SideList): readonly string[] {
  const filled = new Set(changes.flatMap(({ path }) => getParents(path)));
  const [then, now] = [new Set(before.emptyFolders), new Set(after.emptyFolders)];
  return [...then, ...now].filter((name) => then.has(name) !== now.has(name) && !filled.has(name));
}

/** Returns the former path of each added file that moved: one removed and one added file have the same content. */
function findMoves(changes: readonly TreeChange[]): ReadonlyMap<string, string> {
  const removed = new Map<string, string[]>();
  const added = new Map<string, string[]>();
  for (const { path, before, after } of changes) {
    if (before && !after) removed.set(before.blob, [...(removed.get(before.blob) ?? []), path]);
    if (after && !before) added.set(after.blob, [...(added.get(after.blob) ?? []), path]);
  }
  return new Map(
    [...added].flatMap(([blob, [to, ...others]]) => {
      const [from, ...more] = removed.get(blob) ?? [];
      return from === undefined || to === undefined || others.length + more.length > 0 ? [] : [[to, from] as const];
    }),
  );
}
