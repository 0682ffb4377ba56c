import type { Checkpoint, CheckpointId } from "../../../shared/contract/changes/checkpoints.ts";
import type { FileState } from "../../conversation/ports/fileHistory.ts";
import { getRewindEvents, getRewindSteps } from "../../conversation/rewind/rewindLog.ts";

export type CheckpointRowKind = "message" | "call" | "manual" | "rewind" | "undo" | "redo" | "revert" | "apply";

/** A point in time of a conversation, as the tree shows it. */
export interface CheckpointRow {
  readonly id: CheckpointId;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: CheckpointRowKind;
  /** Id of the message, or the name of the tool or of the checkpoint. */
  readonly name: string;
  /** Id of the tool call of the row. */
  readonly call?: string | undefined;
  /** The two states between which the row shows changes; undefined for the first point, which nothing precedes. */
  readonly change: { readonly from: CheckpointId; readonly to: FileState } | undefined;
}

/**
 * Returns the rows of checkpoints (oldest first), newest first. A message shows the changes of its turn, a tool call
 * and a manual checkpoint those since the point before, everything else those up to the next point. A turn whose end no
 * point tells ends at the last one: only what follows a restore is compared with the disk, because each such comparison
 * takes a checkpoint.
 */
export function listCheckpointRows(checkpoints: readonly Checkpoint[]): readonly CheckpointRow[] {
  const kinds = listKinds(checkpoints);
  const last = checkpoints.at(-1)?.id;
  const rows: CheckpointRow[] = [];
  /** The point after the one at hand, and the next one that no turn contains. */
  let next: CheckpointId | undefined;
  let turnEnd: CheckpointId | undefined;
  for (let index = checkpoints.length - 1; index >= 0; index--) {
    const checkpoint = checkpoints[index];
    const kind = kinds[index];
    if (!checkpoint) continue;
    const { id, at, cause } = checkpoint;
    const isInTurn = cause.kind === "call" || cause.kind === "manual";
    const getChange = (): CheckpointRow["change"] => {
      const from = checkpoints[index - 1]?.id;
      if (isInTurn) return from && { from, to: id };
      if (cause.kind !== "message") return { from: id, to: next ?? "disk" };
      const to = turnEnd ?? last;
      return to === undefined || to === id ? undefined : { from: id, to };
    };
    if (kind)
      rows.push({
        id,
        at,
        kind,
        name: getName(checkpoint),
        call: cause.kind === "call" ? cause.call : undefined,
        change: getChange(),
      });
    next = id;
    if (!isInTurn) turnEnd = id;
  }
  return rows;
}

/** Returns the kind of each point; undefined for one that is not shown. */
function listKinds(checkpoints: readonly Checkpoint[]): readonly (CheckpointRowKind | undefined)[] {
  const events = getRewindEvents(checkpoints, []);
  let before = 0;
  return checkpoints.map(({ cause }) => {
    const steps = cause.kind === "rewind" ? getRewindSteps(events.slice(0, before)) : undefined;
    if (cause.kind === "rewind" || cause.kind === "message") before++;
    if (cause.kind === "rewind")
      return cause.to === steps?.undo ? "undo" : cause.to === steps?.redo ? "redo" : "rewind";
    return cause.kind === "turnEnd" || cause.kind === "preview" || cause.kind === "moment" ? undefined : cause.kind;
  });
}

function getName({ cause }: Checkpoint): string {
  if (cause.kind === "message") return cause.prompt;
  if (cause.kind === "call") return cause.tool;
  if (cause.kind === "manual") return cause.name;
  return cause.kind === "rewind" ? (cause.prompt ?? "") : "";
}
