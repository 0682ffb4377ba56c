import type { RewindPreview } from "../../../shared/contract/changes/rewind.ts";
import type { FileTarget } from "../../conversation/ports/fileHistory.ts";
import type { CutProblem } from "../../conversation/ports/ports.ts";
import type { PendingRewind, RewindRecord } from "../../conversation/rewind/rewindMemory.ts";

/** A planned rewind, undo or redo. */
export interface PlannedRewind {
  readonly kind: PendingRewind["kind"];
  /** The prompt that the conversation goes back to; undefined for an undo or redo. */
  readonly prompt?: string | undefined;
  readonly preview: RewindPreview;
  /** Set if the preview was planned from checkpoints. */
  readonly target?: FileTarget | undefined;
  /** The reason why only the files can be restored: the conversation cannot go back to before the prompt. */
  readonly blocked?: CutProblem | undefined;
  /** The rewind that an undo or redo reverses, with its parts. */
  readonly reverses?: Pick<RewindRecord, "id" | "parts"> & Partial<RewindRecord>;
}
