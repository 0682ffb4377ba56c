import { readString } from "../../../shared/base/read.ts";
import { areReadAtOnce, type DiffSettings, isCutInEditor, isHiddenInEditor } from "../../review/hiddenLines.ts";
import type { NotebookChange } from "../../review/notebook.ts";
import type { ConversationContext } from "../view/conversationContext.ts";
import type { OpenPermission } from "./openPermission.ts";
import type { OpenRequests } from "./openRequests.ts";
import { applyProposalStep, type ProposalStep, type ProposalText, renderProposalText } from "./proposals.ts";
import type { RequestUpdates } from "./requestUpdates.ts";
import { withProposal } from "./requestView.ts";

export interface RequestReviewsOptions {
  readonly requests: OpenRequests;
  readonly updates: RequestUpdates;
}

/** The user's review of open permission requests: what was on a screen, and what the user changed. */
export class RequestReviews {
  readonly #context: ConversationContext;
  readonly #requests: OpenRequests;
  readonly #updates: RequestUpdates;

  constructor(context: ConversationContext, { requests, updates }: RequestReviewsOptions) {
    this.#context = context;
    this.#requests = requests;
    this.#updates = updates;
  }

  /** Returns the proposal of an open request with the user's changes. */
  getProposal(id: string): ProposalText | undefined {
    const draft = this.#requests.permission(id)?.proposal;
    return draft && renderProposalText(draft);
  }

  /** Returns the change of an open request that can only be allowed as a whole. */
  getWholeChange(id: string): NotebookChange | undefined {
    return this.#requests.permission(id)?.wholeChange;
  }

  /** Returns the absolute path of the file that an open request edits. */
  getPath(id: string): string | undefined {
    return this.#requests.permission(id)?.path;
  }

  /** Returns the plan of an open request as it would be approved; undefined if the request is not a plan. */
  getPlanText(id: string): string | undefined {
    const open = this.#requests.permission(id);
    return open?.view.kind === "plan"
      ? (readString(open.input ?? open.request.input, "plan") ?? open.view.text)
      : undefined;
  }

  /**
   * Notes that the whole change of a request was on a screen in this revision: on its card, or in an editor with these
   * settings, which does not count if it leaves out or does not mark a part of it.
   */
  markShown(id: string, revision: number, place: "card" | DiffSettings): void {
    const open = this.#requests.permission(id);
    if (!open?.proposal || open.isShown || open.view.revision !== revision || open.view.kind !== "permission") return;
    const { change } = open.proposal.review;
    if (place !== "card" && isHiddenInEditor(change, { ...place, ignoresEdges: false })) return;
    // The card breaks long lines, where it has all of them.
    if (place !== "card" && open.view.proposal?.linesOmitted === 0 && isCutInEditor(change, place)) return;
    const isShown = place === "card" || !isHiddenInEditor(change, place);
    if (open.isShown === isShown) return;
    const shown: OpenPermission = {
      ...open,
      isShown,
      view: withProposal(open.view, open.proposal, this.#context.state.folder, isShown),
    };
    this.#requests.updateSameRevision(shown);
  }

  /** Returns whether an editor in front shows about the whole change of an open request at once. */
  isReadAtOnce(id: string): boolean {
    const draft = this.#requests.permission(id)?.proposal;
    return draft !== undefined && areReadAtOnce(draft.review.change, renderProposalText(draft).hunks);
  }

  /** Returns whether the whole change of an open request was on a screen in its current revision. */
  isShown(id: string): boolean {
    return this.#requests.permission(id)?.isShown === true;
  }

  /** Applies a step of the user's review to a request. Ignores steps for a revision that is not open. */
  step(id: string, revision: number, step: ProposalStep): void {
    const open = this.#requests.permission(id);
    if (open?.view.revision !== revision) return;
    if (!open.proposal || open.view.kind !== "permission") return this.#updates.writeInput(open, step);
    const draft = applyProposalStep(open.proposal, step);
    if (draft === open.proposal) return;
    // The user did not choose the new line ends: whether the earlier revision was shown, or a button of it is being
    // pressed, must not count for them.
    const isAnew = step.kind === "writable";
    const isShown = isAnew ? undefined : open.isShown;
    const changed: OpenPermission = {
      ...open,
      proposal: draft,
      isShown,
      view: withProposal(open.view, draft, this.#context.state.folder, isShown),
    };
    this.#requests[isAnew ? "update" : "updateSameRevision"](changed);
    this.#updates.lookAt(open.path, id);
  }
}
