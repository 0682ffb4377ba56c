import type { RestoreResult, RestoreStep } from "../../../core/conversation/ports/fileHistory.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Checkpoint, CheckpointCause, CheckpointId } from "../../../shared/contract/changes/checkpoints.ts";
import type { FolderSnapshot } from "../compareFolder.ts";
import type { BegunCheckpoint, ConversationPoints } from "../conversationPoints.ts";
import type { FolderCheckpoints } from "../folderCheckpoints.ts";
import type { FolderParts } from "../folderParts.ts";
import { toRelative } from "../index/paths.ts";
import type { Point } from "../points/point.ts";
import { restoreAll } from "./restoreAll.ts";
import { leadsToTarget } from "./restoredSnapshot.ts";

/** A folder with the snapshot that the plan was made from, and the one to restore. */
export interface PlannedFolder extends FolderSnapshot {
  readonly target: string;
}

/** The checkpoints that a restore takes. */
export interface RestorePoints {
  readonly newId: () => string;
  readonly points: ConversationPoints;
  /** Cause of the checkpoint before the restore. */
  readonly undo: CheckpointCause;
}

interface OpenFolder extends PlannedFolder {
  readonly parts: FolderParts;
}

interface NamedFolder extends OpenFolder {
  /** The steps in this folder by the names of their files. */
  readonly named: ReadonlyMap<string, RestoreStep>;
}

/**
 * Carries out the steps, all or none. Takes a checkpoint first; without it nothing is restored. If nothing changes, it
 * is cancelled.
 */
export async function restoreStates(
  folders: readonly PlannedFolder[],
  steps: readonly RestoreStep[],
  { newId, points, undo: cause }: RestorePoints,
): Promise<RestoreResult> {
  // In one order everywhere, so that two windows never wait for each other.
  const sorted = [...folders].sort((one, other) => (one.checkpoints.store < other.checkpoints.store ? -1 : 1));
  return holdAll(sorted, async (open) => {
    const named = open.map((folder) => ({ ...folder, named: nameSteps(folder, steps) }));
    const covered = new Set(named.flatMap((folder) => [...folder.named.values()]));
    const outside = steps.find((step) => !covered.has(step));
    if (outside)
      return { kind: "refused", reason: "failed", path: outside.path, message: "no checkpoint covers the file" };
    const begun = points.begin(cause);
    const cancel = async (): Promise<void> => {
      for (const { folder, parts } of open) await parts.log.add(points.makeCancelled(begun.id, folder)).catch(() => {});
      points.noteChange();
    };
    // The files are staged meanwhile.
    const undoing = takeAll(open, begun).then((taken) => points.note(taken));
    const noteRestored = async (isAsPlanned: boolean): Promise<void> =>
      takeRestored(named, points, await undoing, isAsPlanned);
    const [taken, restoring] = await Promise.allSettled([
      undoing,
      restoreAll(
        named.map(({ folder, parts, target, snapshot, named: own }) => ({
          folder,
          parts,
          target,
          expected: snapshot,
          steps: own,
          foldersFollow: cause.kind !== "revert",
        })),
        { newId, ready: undoing, onDone: (different) => noteRestored(different.length === 0) },
      ),
    ]);
    if (taken.status === "rejected" || restoring.status === "rejected") {
      await cancel();
      if (taken.status === "rejected")
        return { kind: "refused", reason: "noUndo", message: getErrorMessage(taken.reason) };
      return {
        kind: "refused",
        reason: "failed",
        message: getErrorMessage((restoring as PromiseRejectedResult).reason),
      };
    }
    const [undo, outcome] = [taken.value, restoring.value];
    if (outcome.kind === "done") return { kind: "done", undo, different: outcome.different };
    const { path, reason } = outcome;
    if (outcome.kind === "partial") {
      await noteRestored(false);
      return { kind: "partial", undo, notBack: outcome.notBack, message: reason };
    }
    await cancel();
    return { kind: "refused", path, reason: reason === "changed" ? "changed" : "failed", message: reason };
  });
}

/** Takes the points after a restore. Without them, the restored files count as changed by others. */
async function takeRestored(
  open: readonly NamedFolder[],
  points: RestorePoints["points"],
  undo: Checkpoint,
  isAsPlanned: boolean,
): Promise<void> {
  const find = async ({ folder, parts, snapshot: before, target, named }: NamedFolder): Promise<string> => {
    const isUndo = undo.folders.some((part) => part.folder === folder && part.snapshot === before);
    const isTarget = isAsPlanned && isUndo && (await leadsToTarget(parts.snapshots, { before, target, steps: named }));
    return isTarget ? target : (await parts.snapshots.take()).id;
  };
  await takeAll(open, points.begin({ kind: "restored" }), find).then(
    (taken) => points.note(taken),
    () => {},
  );
}

/** Runs work under the locks of all stores. */
async function holdAll<T>(
  folders: readonly PlannedFolder[],
  work: (open: readonly OpenFolder[]) => Promise<T>,
): Promise<T> {
  const [first, ...rest] = folders;
  if (!first) return work([]);
  return first.checkpoints.exclusive((parts) => holdAll(rest, (open) => work([{ ...first, parts }, ...open])));
}

function nameSteps(
  { folder, parts: { root } }: OpenFolder,
  steps: readonly RestoreStep[],
): ReadonlyMap<string, RestoreStep> {
  return new Map(
    steps.flatMap((step): readonly (readonly [string, RestoreStep])[] => {
      const name = toRelative([folder, root], step.path);
      return name === undefined ? [] : [[name, step]];
    }),
  );
}

/**
 * Adds a point in each folder, of a new snapshot or of the one that `find` returns. Settles when no folder is used any
 * more.
 */
async function takeAll<T extends OpenFolder>(
  open: readonly T[],
  begun: BegunCheckpoint,
  find = async ({ parts: { snapshots } }: T): Promise<string> => (await snapshots.take()).id,
): Promise<readonly Point[]> {
  const taken = await Promise.allSettled(
    open.map(async (each) => begun.add(each.parts.log, each.folder, { snapshot: await find(each) })),
  );
  return taken.map((each) => {
    if (each.status === "rejected") throw each.reason;
    return each.value;
  });
}

/** Adds points that cancel checkpoints to the log of a folder that has these. */
export function cancelIn(
  checkpoints: FolderCheckpoints,
  ids: readonly CheckpointId[],
  make: (id: CheckpointId) => Point,
): Promise<void> {
  return checkpoints.exclusive(async ({ log }) => {
    const known = new Set((await log.read()).map(({ id }) => id));
    for (const id of ids) if (known.has(id)) await log.add(make(id));
  });
}
