import { BufferSync } from "../core/conversations/files/bufferSync.ts";
import type { StateStore } from "../core/conversations/ports.ts";
import { LineComments } from "../core/conversations/requests/lineComments.ts";
import { PlanReview } from "../core/conversations/requests/planReview.ts";
import { ProposalDiffs, type ProposalDiffsOptions } from "../core/conversations/requests/proposalDiffs.ts";
import { SavedComments } from "../core/conversations/requests/savedComments.ts";
import type { ChangesQuestions } from "../core/conversations/rewind/confirmedReverts.ts";
import { createCommittedReader } from "../node/git/committedText.ts";
import { getErrorMessage } from "../shared/base/failure.ts";
import { later, once } from "../shared/base/later.ts";
import { changedFilesText } from "../shared/text/changes/changedFiles.ts";
import { getSideNames } from "../shared/text/changes/review.ts";
import { isWholeInRow } from "../shared/text/requests/wholeRequest.ts";
import { editorFiles } from "../vscode/files/editorFiles.ts";
import { findGitProgram } from "../vscode/files/git.ts";
import { TextBuffers } from "../vscode/files/textBuffers.ts";
import { ChangeMarks } from "../vscode/review/changeMarks.ts";
import { EditorChanges } from "../vscode/review/changesView.ts";
import { DiffReview } from "../vscode/review/diffReview.ts";
import { EditorComments } from "../vscode/review/lineComments.ts";
import { NotebookDiffs } from "../vscode/review/notebookDiffs.ts";
import { EditorPlans } from "../vscode/review/planDocuments.ts";
import { ChangedDecorations } from "../vscode/views/changedDecorations.ts";
import type { Keep } from "./keepIn.ts";

export interface ReviewPartsOptions extends Pick<ProposalDiffsOptions, "conversations" | "clock" | "opening"> {
  readonly keep: Keep;
  readonly dialogs: ChangesQuestions;
  /** Store for line comments until they are sent. */
  readonly comments: StateStore;
  readonly warn: (message: string) => void;
}

/** Builds the objects that show proposed and written edits in the editor. */
export function createReviewParts(options: ReviewPartsOptions) {
  const { keep, conversations, clock, opening, dialogs, warn } = options;
  const diff = keep(new DiffReview());
  const notebooks = keep(new NotebookDiffs());
  const diffs = keep(
    new ProposalDiffs({
      conversations,
      diff,
      notebooks,
      clock,
      opening,
      onError: (error) => warn(`no diff: ${getErrorMessage(error)}`),
    }),
  );
  const planDocuments = keep(new EditorPlans());
  const plans = keep(new PlanReview(conversations, planDocuments));
  const changesView = keep(new EditorChanges());
  const changes = later(
    once(async () => {
      const { ChangedFileActions } = await import("../core/conversations/rewind/changedFileActions.ts");
      return new ChangedFileActions({
        conversations,
        files: editorFiles,
        view: changesView,
        dialogs,
        committed: createCommittedReader(findGitProgram),
        ...changedFilesText,
      });
    }),
  );
  const decorations = keep(new ChangedDecorations(conversations));
  const marks = keep(new ChangeMarks((path) => changes.readTextBefore(path), decorations.onDidChangeFileDecorations));
  const { commentBox, comments } = createComments(options, decorations, planDocuments);
  const textBuffers = keep(new TextBuffers());
  const buffers = keep(
    new BufferSync({ conversations, buffers: textBuffers, dialogs, clock, sideNames: getSideNames }),
  );
  return {
    panel: { changes, buffers },
    changesView,
    isWholeInRow,
    diff,
    diffs,
    plans,
    changes,
    marks,
    commentBox,
    comments,
  };
}

/** Builds the comments on lines of changed files and of plans. */
function createComments(
  { keep, conversations, dialogs, comments: store }: ReviewPartsOptions,
  decorations: ChangedDecorations,
  plans: EditorPlans,
) {
  const commentBox = keep(
    new EditorComments({
      isChanged: (file) => decorations.has(file),
      planOf: (document) => plans.requestOf(document),
      saved: new SavedComments(store),
    }),
  );
  return { commentBox, comments: keep(new LineComments(conversations, commentBox, (refusal) => dialogs.say(refusal))) };
}
