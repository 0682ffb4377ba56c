import type { Checkpoint, CheckpointId } from "../../../shared/contract/changes/checkpoints.ts";
import type { Point } from "./point.ts";

/** Returns the points of several logs, oldest first, without those of restores that did not happen. */
export function mergeLogs(logs: readonly (readonly Point[])[]): readonly Point[] {
  const cancelled = new Set(logs.flat().flatMap(({ cause }) => (cause.kind === "cancelled" ? [cause.checkpoint] : [])));
  const ordered = logs.flatMap((points) => {
    let latest = 0;
    return points.map((point) => {
      // A log is in the order of its points, also if the clock was set back meanwhile.
      latest = Math.max(latest, point.at);
      return { point, latest };
    });
  });
  const sorted = ordered.sort((one, other) => one.latest - other.latest).map(({ point }) => point);
  return sorted.filter(({ id, cause }) => cause.kind !== "cancelled" && !cancelled.has(id));
}

/** Joins the parts of checkpoints in several folders; in the order of the points. */
export function joinPoints(points: readonly Point[]): readonly Checkpoint[] {
  const joined = new Map<CheckpointId, Checkpoint>();
  for (const { id, at, cause, folder, snapshot, uncovered } of points) {
    if (cause.kind === "restored" || cause.kind === "cancelled") continue;
    const known = joined.get(id);
    const part = {
      folder,
      ...(snapshot === undefined ? {} : { snapshot }),
      ...(uncovered === undefined ? {} : { uncovered }),
    };
    joined.set(id, { id, at: known?.at ?? at, cause, folders: [...(known?.folders ?? []), part] });
  }
  return [...joined.values()];
}
