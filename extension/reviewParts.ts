import { messageOf } from "./base/failure.ts";
import { committedText } from "./cli/gitFiles.ts";
import { type ChangesQuestions, ChangesReview } from "./conversations/changesReview.ts";
import { LineComments } from "./conversations/lineComments.ts";
import { OpenBuffers } from "./conversations/openBuffers.ts";
import { PlanReview } from "./conversations/planReview.ts";
import type { StateStore } from "./conversations/ports.ts";
import { ProposalDiffs, type ProposalDiffsOptions } from "./conversations/proposalDiffs.ts";
import { SavedComments } from "./conversations/savedComments.ts";
import { ChangeMarks } from "./editor/changeMarks.ts";
import { EditorChanges } from "./editor/changesView.ts";
import { DiffReview } from "./editor/diffReview.ts";
import { editorFiles } from "./editor/editorFiles.ts";
import { gitProgram } from "./editor/git.ts";
import { EditorComments } from "./editor/lineComments.ts";
import { NotebookDiffs } from "./editor/notebookDiffs.ts";
import { EditorPlans } from "./editor/planDocuments.ts";
import { TextBuffers } from "./editor/textBuffers.ts";
import { changedFilesText } from "./text/changedFiles.ts";
import { sideNames } from "./text/review.ts";
import { isWholeInRow } from "./text/wholeRequest.ts";
import { ChangedDecorations } from "./views/changedDecorations.ts";

export interface ReviewPartsOptions extends Pick<ProposalDiffsOptions, "conversations" | "clock" | "opening"> {
  readonly dialogs: ChangesQuestions;
  /** Where comments are kept until they are sent. */
  readonly comments: StateStore;
  readonly warn: (message: string) => void;
}

async function committed(folder: string, path: string): Promise<string | undefined> {
  const git = await gitProgram().catch(() => undefined);
  return git === undefined ? undefined : committedText(git, folder, path).catch(() => undefined);
}

/** Builds what shows edits in the editor: before they are written, and once they were. No logic. */
export function reviewParts({ conversations, clock, opening, dialogs, comments: store, warn }: ReviewPartsOptions) {
  const diff = new DiffReview();
  const notebooks = new NotebookDiffs();
  const diffs = new ProposalDiffs({ conversations, diff, notebooks, clock, opening, onError: (error) => warn(`no diff: ${messageOf(error)}`) });
  const planDocuments = new EditorPlans();
  const plans = new PlanReview(conversations, planDocuments);
  const changesView = new EditorChanges();
  const changes = new ChangesReview({ conversations, files: editorFiles, view: changesView, dialogs, committed, ...changedFilesText });
  const decorations = new ChangedDecorations(conversations);
  const marks = new ChangeMarks((path) => changes.textBefore(path), decorations.onDidChangeFileDecorations);
  const commentBox = new EditorComments({
    isChanged: (file) => decorations.has(file),
    planOf: (document) => planDocuments.requestOf(document),
    saved: new SavedComments(store),
  });
  const comments = new LineComments(conversations, commentBox, (refusal) => dialogs.say(refusal));
  const textBuffers = new TextBuffers();
  const buffers = new OpenBuffers({ conversations, buffers: textBuffers, dialogs, clock, sideNames });
  return {
    panel: { changes, buffers },
    isWholeInRow,
    diff,
    diffs,
    plans,
    changes,
    marks,
    commentBox,
    comments,
    disposables: [diff, notebooks, diffs, planDocuments, plans, changesView, marks, decorations, commentBox, comments, buffers, textBuffers],
  };
}
