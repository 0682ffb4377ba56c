import type { CheckpointId } from "../../../shared/contract/changes/checkpoints.ts";
import type { RewindPreview } from "../../../shared/contract/changes/rewind.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { OngoingRewinds } from "./ongoingRewinds.ts";
import { countFiles, type FileDecider } from "./rewindDecisions.ts";
import type { RewindQuestions } from "./rewindQuestions.ts";
import { stopTurn } from "./rewoundConversation.ts";

export interface CheckpointRestoreOptions {
  readonly dialogs: RewindQuestions;
  readonly files: FileDecider;
  readonly ongoing: OngoingRewinds;
}

/** Restores the files of a checkpoint, after the questions about them. The conversation stays. */
export class CheckpointRestore {
  readonly #options: CheckpointRestoreOptions;

  constructor(options: CheckpointRestoreOptions) {
    this.#options = options;
  }

  /**
   * Restores all files, or the one with the path `only`. Reports failures to the user. `closed`: aborted when the
   * conversation is closed.
   */
  async restore(
    open: OpenConversation,
    id: CheckpointId,
    only: string | undefined,
    closed: AbortSignal,
  ): Promise<void> {
    const { dialogs, files, ongoing } = this.#options;
    const { conversation } = open;
    if (conversation.state.externalUse) return dialogs.say("runsElsewhere");
    if (!(await stopTurn(conversation, dialogs))) return;
    const { folder } = conversation.state;
    for (let isAsked = false; ; isAsked = true) {
      const read = await dialogs.whileReading(async (signal) => ({ planned: await open.rewind.planFiles(id, signal) }));
      // The conversation may have been closed while the files were read or a question was open.
      if (!read || open.isClosed) return;
      const { planned } = read;
      if (planned?.preview.kind !== "planned")
        return dialogs.showRewindFailed({ code: "filesNotRestored", problem: { code: "noCheckpoint" } });
      const { plan } = planned.preview;
      const meant =
        only === undefined ? plan : { files: plan.files.filter(({ path }) => path === only), uncovered: [] };
      const areSame = meant.files.length === 0;
      if (areSame && !meant.folders) return dialogs.say("sameFiles");
      const preview: RewindPreview = { kind: "planned", plan: meant };
      if (!isAsked && !(await dialogs.confirmRestore({ preview, folder, atWork: await ongoing.listAtWork(open) })))
        return;
      if (open.isClosed) return;
      const decided = await files.decide({ ...planned, preview }, conversation.fileHistory, folder, { closed });
      if (decided === undefined || open.isClosed) return;
      if (decided === "changed") continue;
      // The user keeps all of them.
      if (!areSame && decided.steps.length + decided.merges.length + decided.taken.length === 0) return;
      if (conversation.state.status === "working") return dialogs.say("changedMeanwhile");
      const outcome = await dialogs.whileRewinding(
        open.rewind.run(planned, { parts: "files", steps: decided.steps, title: "" }),
      );
      if (outcome.kind === "failed") return dialogs.showRewindFailed(outcome.failure);
      await ongoing.end(open, {
        code: "filesRestored",
        files: countFiles(preview, decided),
        ...(outcome.canUndo ? { undo: true } : {}),
      });
      ongoing.warn(conversation, [...outcome.different, ...decided.taken], preview);
      return files.end(decided);
    }
  }
}
