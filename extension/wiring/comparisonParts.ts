import {
  CheckpointComparisons,
  type CheckpointComparisonsOptions,
} from "../core/conversations/rewind/checkpointComparisons.ts";
import type { RewindQuestions } from "../core/conversations/rewind/rewindQuestions.ts";
import { checkpointRowText, formatCheckpointLabel as label } from "../shared/text/changes/checkpointRows.ts";
import { systemClock as clock } from "../systemClock.ts";
import { createCheckpointPicker } from "../vscode/dialogs/checkpointPicker.ts";

export interface ComparisonPartsOptions
  extends Pick<CheckpointComparisonsOptions, "conversations" | "list" | "view" | "rewind"> {
  readonly dialogs: Pick<RewindQuestions, "say">;
}

/** Builds the actions that compare checkpoints. */
export function createComparisons({ dialogs, ...options }: ComparisonPartsOptions): CheckpointComparisons {
  return new CheckpointComparisons({
    ...options,
    dialogs: createCheckpointPicker(
      (refusal) => dialogs.say(refusal),
      () => clock.now(),
    ),
    title: (point, other) =>
      other
        ? checkpointRowText.comparedWith(label(point), label(other))
        : checkpointRowText.comparedWithNow(label(point)),
  });
}
