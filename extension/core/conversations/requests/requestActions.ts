import type { UnsavedAction } from "../../../shared/contract/fromWebview.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { Decision, PermissionView, RequestView, ReviewStep } from "../../../shared/contract/requests/requests.ts";
import type { Panels } from "../ports.ts";
import { PagelessRequests, type WholeRequestDialog } from "./pagelessRequests.ts";
import type { PlanReview } from "./planReview.ts";
import type { ProposalDiffs } from "./proposalDiffs.ts";
import {
  type AnswerSurface,
  type DecisionMessages,
  RequestDecisions,
  type RequestDecisionsOptions,
} from "./requestDecisions.ts";
import type { DiffView, UnsavedEditors, VisibleDiff } from "./reviewPorts.ts";
import type { WaitingRequest, WaitingRequests } from "./waitingRequests.ts";

/** Questions and messages about requests. */
export interface RequestQuestions extends DecisionMessages {
  /** Reports that a request was allowed without a click on its card. */
  showAllowed(request: PermissionView): void;
  /**
   * Asks which suggested rule to allow from now on and which settings store it; undefined for none, "review" to do so
   * on the card.
   */
  pickSuggestion(request: PermissionView): Promise<Decision | { readonly kind: "review" } | undefined>;
}

export interface RequestActionsOptions extends Omit<RequestDecisionsOptions, "showUnseen"> {
  readonly waiting: WaitingRequests;
  readonly dialogs: RequestQuestions;
  readonly diff: DiffView;
  readonly diffs: ProposalDiffs;
  readonly plans: PlanReview;
  /** Shows the changes that a call of a tool plans, in a multi-file diff. Resolves to false if none are known. */
  readonly showPlanned: (callId: string, title: string) => Promise<boolean>;
  readonly editors: UnsavedEditors;
  /** Checks whether a row of the list of all requests shows the whole content of a request. */
  readonly isWholeInRow: (view: RequestView, isChangeShown: boolean) => boolean;
  readonly panels: Panels;
  readonly native: WholeRequestDialog;
}

/** Actions of the user on requests, from a card, a command or the diff. */
export class RequestActions {
  readonly #options: RequestActionsOptions;
  readonly #decisions: RequestDecisions;
  readonly #pageless: PagelessRequests;

  constructor(options: RequestActionsOptions) {
    this.#options = options;
    this.#decisions = new RequestDecisions({
      ...options,
      showUnseen: (conversation, id) => this.#show(conversation, id),
    });
    this.#pageless = new PagelessRequests({
      ...options,
      openDocument: (conversation, id) => this.#openDocument(conversation, id),
      decide: ({ conversation, view: { id, revision } }, decision, place) =>
        this.decide(conversation, id, revision, decision, place),
    });
  }

  /**
   * Decides about the revision of a request that was visible. Decides nothing, and reports that, where the request is
   * answered already, has another revision by now, or has a part that the user has not seen yet.
   */
  decide(
    conversation: ConversationId,
    id: string,
    revision: number,
    decision: Decision,
    place: AnswerSurface = "card",
  ): Promise<void> {
    return this.#decisions.decide(conversation, id, revision, decision, place);
  }

  /** Decides about a row of the list of all requests, once it was visible long enough to be read. */
  async decideRow({ conversation, view: { id, revision } }: WaitingRequest, kind: "allow" | "deny"): Promise<void> {
    const { waiting, isWholeInRow } = this.#options;
    if (!waiting.isStill) return this.#options.dialogs.say("tooSoon");
    // The row comes from a command argument, which can contain anything, so look the request up.
    const request = waiting.all.find((each) => each.conversation === conversation && each.view.id === id);
    if (kind === "allow" && request && !isWholeInRow(request.view, request.isChangeShown))
      return this.revealCard(conversation, id);
    await this.decide(conversation, id, revision, { kind }, "tree");
  }

  /**
   * Allows a request; the oldest one without an id. A request that was not visible is shown instead, and so is a
   * question or a plan, which need more than a yes. Asks natively about a permission where no page can show it.
   */
  async approve(id?: string): Promise<void> {
    const request = this.#find(id);
    if (!request) return this.#options.dialogs.say("noRequest");
    const { view, conversation, isSeen } = request;
    const pageless = this.#pageless.find(conversation, view.id);
    if (pageless) return this.#pageless.ask(pageless);
    if (view.kind !== "permission" || view.isDenyOnly || view.needsCard) return this.revealCard(conversation, view.id);
    if (!isSeen) return this.#show(conversation, view.id);
    await this.decide(conversation, view.id, view.revision, { kind: "allow" }, "command");
    if (this.#decisions.findAnswer(conversation, view.id)?.kind === "allow") this.#options.dialogs.showAllowed(view);
  }

  /** Offers the "always" choices that `claude` suggests for a request. */
  async approveAlways(id?: string): Promise<void> {
    const { dialogs } = this.#options;
    const request = this.#find(id);
    if (!request) return dialogs.say("noRequest");
    const { view, conversation } = request;
    if (view.kind !== "permission" || view.always.length === 0) return dialogs.say("noSuggestion");
    const pageless = this.#pageless.find(conversation, view.id);
    if (pageless) return this.#pageless.ask(pageless, true);
    if (!request.isSeen) return this.#show(conversation, view.id);
    const decision = await dialogs.pickSuggestion(view);
    if (decision?.kind === "review") await this.revealCard(conversation, view.id);
    else if (decision) await this.decide(conversation, view.id, view.revision, decision, "command");
  }

  async deny(id?: string, isStopping = false): Promise<void> {
    const request = this.#find(id);
    if (request)
      await this.decide(
        request.conversation,
        request.view.id,
        request.view.revision,
        { kind: "deny", isStopping },
        "command",
      );
    else this.#options.dialogs.say("noRequest");
  }

  /** Opens the diff or the plan of a waiting request; without an id the oldest request that has one. */
  async openDiff(id?: string): Promise<void> {
    for (const { conversation, view } of this.#options.waiting.all)
      if ((id === undefined || view.id === id) && (await this.#openDocument(conversation, view.id))) return;
    this.#options.dialogs.say("noDiff");
  }

  /** Shows the card of a request, and its diff if it has one; only its document where no page can show the card. */
  async reveal(conversation: ConversationId, id: string): Promise<void> {
    if (this.#pageless.find(conversation, id) && (await this.#openDocument(conversation, id))) return;
    await this.revealCard(conversation, id);
    await this.#options.diffs.show(conversation, id);
  }

  /** Shows the card of a request, in front of earlier ones; asks natively where no page can show it. */
  async revealCard(conversation: ConversationId, id: string): Promise<void> {
    const pageless = this.#pageless.find(conversation, id);
    if (pageless) return this.#pageless.ask(pageless);
    await this.#options.panels.focus(conversation);
    this.#options.panels.showRequest(conversation, id);
  }

  async openDiffOf(conversation: ConversationId, id: string): Promise<void> {
    if (!(await this.#openDocument(conversation, id))) this.#options.dialogs.say("noDiff");
  }

  /**
   * Opens the document of a request in an editor: its diff, its plan, or the diffs of all files that it would change.
   */
  async #openDocument(conversation: ConversationId, id: string): Promise<boolean> {
    const { conversations, diffs, plans, showPlanned } = this.#options;
    if ((await diffs.show(conversation, id)) || (await plans.open(conversation, id))) return true;
    const view = conversations.get(conversation)?.conversation.permissions.get(id)?.view;
    return (
      view?.kind === "permission" &&
      view.isPlanned === true &&
      (await showPlanned(view.toolId, `${view.tool} ${view.subject}`.trim()))
    );
  }

  /**
   * Saves the unsaved text of the file of a request, so that the proposal is based on it, or compares it with the disk.
   */
  async handleUnsaved(conversation: ConversationId, id: string, action: UnsavedAction): Promise<void> {
    const { conversations, editors, dialogs } = this.#options;
    const path = conversations.get(conversation)?.conversation.permissions.reviews.getPath(id);
    if (path === undefined) return dialogs.say("answered");
    if (action === "compare") await editors.compare(path);
    else if ((await editors.save([path])).length > 0) dialogs.say("unsavedFile");
  }

  /** Changes a proposal before the decision about it. */
  stepProposal(conversation: ConversationId, id: string, revision: number, step: ReviewStep): void {
    this.#decisions.stepProposal(conversation, id, revision, step);
  }

  /**
   * Accepts or rejects a hunk of a proposal in its diff, by its index or at the cursor. For `document` see `#diffOf`.
   */
  reviewHunk(isAccepted: boolean, document?: string, index?: number): void {
    // The typed text may have moved the hunks.
    this.#options.diffs.flush();
    const diff = this.#diffOf(document);
    const hunk = index ?? diff?.hunk;
    if (!diff || hunk === undefined) return this.#options.dialogs.say("noDiffOpen");
    const { conversation, id, revision } = diff.request;
    this.stepProposal(conversation, id, revision, { kind: "hunk", hunk, isAccepted });
  }

  acceptDiff(document?: string): Promise<void> {
    return this.#decideDiff({ kind: "allow" }, document);
  }

  rejectDiff(document?: string): Promise<void> {
    return this.#decideDiff({ kind: "deny" }, document);
  }

  /**
   * Returns the diff with a document. Without one it returns the diff in front, else the diff of the current
   * conversation, else the only one.
   */
  #diffOf(document: string | undefined): VisibleDiff | undefined {
    const { diff, conversations } = this.#options;
    const { visible } = diff;
    if (document !== undefined) return visible.find((each) => each.document === document);
    const current = visible.find(({ request }) => request.conversation === conversations.places.current);
    return visible.find(({ isInFront }) => isInFront) ?? current ?? (visible.length === 1 ? visible[0] : undefined);
  }

  /** Decides about a proposal whose diff is visible, in the revision that the diff shows. */
  async #decideDiff(decision: Decision, document: string | undefined): Promise<void> {
    const { waiting, dialogs } = this.#options;
    const shown = this.#diffOf(document)?.request;
    if (!shown) return dialogs.say("noDiffOpen");
    const request = waiting.all.find(
      ({ conversation, view }) => conversation === shown.conversation && view.id === shown.id,
    );
    // Only the card shows the path of the file and the reason for the request, so nothing is allowed before the card,
    // or what stands for it, was visible.
    const pageless = decision.kind === "allow" && request && this.#pageless.find(shown.conversation, shown.id);
    if (pageless) return this.#pageless.ask(pageless);
    if (decision.kind === "allow" && request && !request.isSeen) return this.#show(shown.conversation, shown.id);
    await this.decide(shown.conversation, shown.id, shown.revision, decision, "diff");
  }

  /** Shows a request instead of allowing it, because it was not visible before. */
  async #show(conversation: ConversationId, id: string): Promise<void> {
    this.#options.dialogs.say("notSeen");
    await this.revealCard(conversation, id);
  }

  #find(id: string | undefined): WaitingRequest | undefined {
    const { all } = this.#options.waiting;
    return id === undefined ? all[0] : all.find(({ view }) => view.id === id);
  }
}
