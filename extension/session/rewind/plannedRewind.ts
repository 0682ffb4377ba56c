import type { CheckpointId } from "../../contract/changes/checkpoints.ts";
import type { RewindPreview } from "../../contract/changes/rewind.ts";
import type { PendingRewind, RewindRecord } from "./rewindMemory.ts";

/** A state of the files to which a restore leads, and the state from which it was planned. */
export interface FileTarget {
  readonly to: CheckpointId;
  readonly expected: CheckpointId;
}

/** A planned rewind, undo or redo. */
export interface PlannedRewind {
  readonly kind: PendingRewind["kind"];
  /** The prompt that the conversation goes back to; undefined for an undo or redo. */
  readonly prompt?: string | undefined;
  readonly preview: RewindPreview;
  /** Set if the preview was planned from checkpoints. */
  readonly target?: FileTarget | undefined;
  /** The rewind that an undo or redo reverses, with its parts. */
  readonly reverses?: Pick<RewindRecord, "id" | "parts"> & Partial<RewindRecord>;
}
