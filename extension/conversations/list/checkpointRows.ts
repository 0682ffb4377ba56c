import type { Checkpoint, CheckpointId } from "../../contract/changes/checkpoints.ts";
import type { FileState } from "../../session/fileHistory.ts";
import { getRewindEvents, getRewindSteps } from "../../session/rewind/rewindLog.ts";

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
 * Returns the rows of checkpoints (oldest first), newest first. A message shows the changes of its turn, a tool call and a manual checkpoint those
 * since the point before, everything else those up to the next point.
 */
export function listCheckpointRows(checkpoints: readonly Checkpoint[]): readonly CheckpointRow[] {
  return checkpoints
    .flatMap((checkpoint, index): CheckpointRow[] => {
      const kind = getKind(checkpoints, index);
      if (!kind) return [];
      const { id, at } = checkpoint;
      const call = checkpoint.cause.kind === "call" ? checkpoint.cause.call : undefined;
      return [{ id, at, kind, name: getName(checkpoint), call, change: getChange(checkpoints, index) }];
    })
    .reverse();
}

function getKind(checkpoints: readonly Checkpoint[], index: number): CheckpointRowKind | undefined {
  const cause = checkpoints[index]?.cause;
  if (cause?.kind === "rewind") {
    const { undo, redo } = getRewindSteps(getRewindEvents(checkpoints.slice(0, index), []));
    return cause.to === undo ? "undo" : cause.to === redo ? "redo" : "rewind";
  }
  return cause?.kind === "turnEnd" || cause?.kind === "preview" ? undefined : cause?.kind;
}

function getName({ cause }: Checkpoint): string {
  if (cause.kind === "message") return cause.prompt;
  if (cause.kind === "call") return cause.tool;
  if (cause.kind === "manual") return cause.name;
  return cause.kind === "rewind" ? (cause.prompt ?? "") : "";
}

function getChange(checkpoints: readonly Checkpoint[], index: number): CheckpointRow["change"] {
  const checkpoint = checkpoints[index];
  if (!checkpoint) return undefined;
  const { id, cause } = checkpoint;
  if (cause.kind === "call" || cause.kind === "manual") {
    const from = checkpoints[index - 1]?.id;
    return from && { from, to: id };
  }
  const later = checkpoints.slice(index + 1);
  const end = later.find((each) => cause.kind !== "message" || (each.cause.kind !== "call" && each.cause.kind !== "manual"));
  return { from: id, to: end?.id ?? "disk" };
}
