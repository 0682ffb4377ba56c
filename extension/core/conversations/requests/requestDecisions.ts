import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { Decision, RequestView, ReviewStep } from "../../../shared/contract/requests/requests.ts";
import type { OpenFailure } from "../../../shared/contract/toWebview.ts";
import type { Conversations } from "../conversations.ts";
import type { Notifier } from "../ports.ts";
import type { LineComments } from "./lineComments.ts";
import type { ProposalDiffs } from "./proposalDiffs.ts";

/** Surface on which a request can be answered. */
export type AnswerSurface = "card" | "diff" | "tree" | "list" | "notification" | "command";

/** The decision about a request and the surface of the answer. */
export interface AnswerRecord {
  readonly kind: Decision["kind"];
  readonly surface: AnswerSurface;
}

/** Messages about decisions that were not taken. */
export interface DecisionMessages extends Notifier {
  /**
   * Reports that a decision changed nothing: the request was answered already, or it has another revision by now
   * (undefined: it is still open).
   */
  showAnswered(answered: AnswerRecord | undefined): void;
}

export interface RequestDecisionsOptions {
  readonly conversations: Conversations;
  readonly dialogs: DecisionMessages;
  readonly diffs: Pick<ProposalDiffs, "flush">;
  readonly comments: LineComments;
  /** Opens a web page after the confirmation of the editor. Resolves to the reason when it was not opened. */
  readonly openLink: (address: string) => Promise<OpenFailure | undefined>;
  /** Shows a request that was not visible as a whole before. */
  readonly showUnseen: (conversation: ConversationId, id: string) => Promise<void>;
}

/** Maximum number of answers in memory. */
const maxRememberedAnswers = 100;

/** Takes the decisions of the user about requests, each once and for the revision that was visible. */
export class RequestDecisions {
  readonly #options: RequestDecisionsOptions;
  /** The last answers by request, for a click that comes too late. */
  readonly #answered = new Map<string, AnswerRecord>();
  /** Decisions whose checks are running. */
  readonly #deciding = new Set<string>();

  constructor(options: RequestDecisionsOptions) {
    this.#options = options;
  }

  /** Returns the last answer to a request; undefined if there is none, or if it is long ago. */
  findAnswer(conversation: ConversationId, id: string): AnswerRecord | undefined {
    return this.#answered.get(nameRequest(conversation, id));
  }

  /**
   * Decides about the revision of a request that was visible. Decides nothing, and reports that, where the request is
   * answered already, has another revision by now, or has a part that the user has not seen yet.
   */
  async decide(
    conversation: ConversationId,
    id: string,
    revision: number,
    decision: Decision,
    place: AnswerSurface,
  ): Promise<void> {
    const { conversations, dialogs, diffs } = this.#options;
    diffs.flush();
    const { permissions } = conversations.get(conversation)?.conversation ?? {};
    const view = permissions?.get(id)?.view;
    const name = nameRequest(conversation, id);
    if (!permissions || view?.revision !== revision)
      return dialogs.showAnswered(view ? undefined : this.findAnswer(conversation, id));
    // A second click during the checks of the first one is the same decision.
    const pending = `${name}\n${revision} ${decision.kind}`;
    if (this.#deciding.has(pending)) return;
    this.#deciding.add(pending);
    try {
      // A message that the turn has not read yet would start the next turn.
      if (decision.kind === "deny" && decision.isStopping)
        await conversations.get(conversation)?.conversation.delivery.recallAll();
      if (decision.kind === "visit" && !(await this.#visit(view))) return dialogs.say("pageNotOpened");
      const { decision: sent, ids } = this.#withComments(decision, view);
      const outcome = await permissions.decide(id, revision, sent);
      // A decision that is not taken must not cost the comments.
      if (outcome === "taken") this.#options.comments.markSent(ids);
      if (outcome === "taken") this.#settle(conversation, id, decision, place);
      else if (outcome === "gone") dialogs.showAnswered(this.findAnswer(conversation, id));
      else if (outcome === "changed") dialogs.say("changedSince");
      else await this.#options.showUnseen(conversation, id);
    } finally {
      this.#deciding.delete(pending);
    }
  }

  #settle(conversation: ConversationId, id: string, decision: Decision, place: AnswerSurface): void {
    const name = nameRequest(conversation, id);
    this.#answered.delete(name);
    this.#answered.set(name, { kind: decision.kind, surface: place });
    for (const oldest of [...this.#answered.keys()].slice(0, -maxRememberedAnswers)) this.#answered.delete(oldest);
    if (decision.kind === "approvePlan") this.#options.comments.sendOnPlan(conversation, id);
    // As after a stop, the queue waits until the user continues it.
    if (decision.kind === "deny" && decision.isStopping)
      this.#options.conversations.get(conversation)?.conversation.queue.hold();
  }

  /**
   * Opens the page that a server names. Resolves to false where it was not opened, for example because the user refused
   * the confirmation of the editor.
   */
  async #visit(view: RequestView): Promise<boolean> {
    if (view.kind !== "elicitation" || view.page?.host === undefined) return true;
    return (await this.#options.openLink(view.page.address)) === undefined;
  }

  /** Changes a proposal before the decision about it. */
  stepProposal(conversation: ConversationId, id: string, revision: number, step: ReviewStep): void {
    const { conversations, dialogs, diffs } = this.#options;
    diffs.flush();
    const { permissions } = conversations.get(conversation)?.conversation ?? {};
    const view = permissions?.get(id)?.view;
    if (view?.revision === revision) permissions?.reviews.step(id, revision, step);
    else dialogs.showAnswered(view ? undefined : this.findAnswer(conversation, id));
  }

  /** Adds the comments on the lines of a plan to the feedback of its rejection. */
  #withComments(
    decision: Decision,
    view: RequestView,
  ): { readonly decision: Decision; readonly ids: readonly string[] } {
    if (decision.kind !== "deny" || view.kind !== "plan") return { decision, ids: [] };
    const { feedback, ids } = this.#options.comments.readFeedback(view.id, decision.feedback);
    return { decision: { ...decision, feedback }, ids };
  }
}

function nameRequest(conversation: ConversationId, id: string): string {
  return `${conversation}\n${id}`;
}
