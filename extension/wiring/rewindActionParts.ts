import { RewindAction, type RewindActionOptions } from "../core/conversations/rewind/rewindAction.ts";
import { FileDecider } from "../core/conversations/rewind/rewindDecisions.ts";
import type { RewindEditors } from "../core/conversations/rewind/rewindQuestions.ts";
import { getRewindSideNames } from "../shared/text/changes/review.ts";

export interface RewindActionPartsOptions extends Omit<RewindActionOptions, "files"> {
  readonly editors: RewindEditors;
}

/** Builds the action that rewinds conversations. */
export function createRewindAction({ editors, ...options }: RewindActionPartsOptions): RewindAction {
  const files = new FileDecider({ dialogs: options.dialogs, editors, sideNames: getRewindSideNames });
  return new RewindAction({ ...options, files });
}
