import type { ConversationId } from "../contract/ids.ts";
import type { Decision } from "../contract/requests.ts";
import type { Conversations } from "./conversations.ts";
import type { Dialogs, DiffView, Panels } from "./ports.ts";
import type { WaitingRequest, WaitingRequests } from "./waitingRequests.ts";

export interface RequestActionsOptions {
  readonly conversations: Conversations;
  readonly waiting: WaitingRequests;
  readonly dialogs: Dialogs;
  readonly diff: DiffView;
  readonly panels: Panels;
}

/** What a user does with requests, from a card, a command or the diff alike. */
export class RequestActions {
  readonly #options: RequestActionsOptions;

  constructor(options: RequestActionsOptions) {
    this.#options = options;
  }

  /** Decides about the revision of a request that was on the screen. One that is answered already stays so, and that is said. */
  decide(conversation: ConversationId, id: string, revision: number, decision: Decision): void {
    const isDecided = this.#options.conversations.get(conversation)?.conversation.permissions.decide(id, revision, decision);
    if (!isDecided) this.#options.dialogs.say("answered");
  }

  /** Allows the request given by id, else the oldest; only one that stood on a screen. A question or a plan needs more than a yes: it is shown. */
  async approve(id?: string): Promise<void> {
    const request = this.#find(id);
    if (!request) return this.#options.dialogs.say("noRequest");
    const { view, conversation, isSeen } = request;
    if (view.kind !== "permission" || view.isDenyOnly) return this.#options.panels.focus(conversation);
    if (!isSeen) return this.#show(conversation);
    this.decide(conversation, view.id, view.revision, { kind: "allow" });
    this.#options.dialogs.sayAllowed(view);
  }

  /** Offers the CLI's own "always" choices for a request. */
  async approveAlways(id?: string): Promise<void> {
    const { dialogs } = this.#options;
    const request = this.#find(id);
    if (!request) return dialogs.say("noRequest");
    const { view, conversation } = request;
    if (view.kind !== "permission" || view.always.length === 0) return dialogs.say("noSuggestion");
    if (!request.isSeen) return this.#show(conversation);
    const choice = await dialogs.pickSuggestion(view);
    if (choice !== undefined) this.decide(conversation, view.id, view.revision, { kind: "allowAlways", choice });
  }

  deny(id?: string): void {
    const request = this.#find(id);
    if (request) this.decide(request.conversation, request.view.id, request.view.revision, { kind: "deny" });
    else this.#options.dialogs.say("noRequest");
  }

  /** Opens the diff of a waiting edit: the one given by id, else the oldest that has one. */
  async openDiff(id?: string): Promise<void> {
    const { waiting, conversations, diff, dialogs } = this.#options;
    for (const { conversation, view } of waiting.all) {
      const change = id === undefined || view.id === id ? conversations.get(conversation)?.conversation.permissions.get(view.id)?.change : undefined;
      if (change) return diff.open(view, change);
    }
    dialogs.say("noDiff");
  }

  acceptDiff(): void {
    this.#decideDiff({ kind: "allow" });
  }

  rejectDiff(): void {
    this.#decideDiff({ kind: "deny" });
  }

  /** Decides about the proposal whose diff is open, in the revision that it shows: it is what stands on the screen. */
  #decideDiff(decision: Decision): void {
    const shown = this.#options.diff.shownRequest;
    const request = shown && this.#find(shown.id);
    if (request) this.decide(request.conversation, shown.id, shown.revision, decision);
    else this.#options.dialogs.say("noDiffOpen");
  }

  /** Nothing is allowed that stood on no screen: it is shown instead. */
  async #show(conversation: ConversationId): Promise<void> {
    this.#options.dialogs.say("notSeen");
    await this.#options.panels.focus(conversation);
  }

  #find(id: string | undefined): WaitingRequest | undefined {
    const { all } = this.#options.waiting;
    return id === undefined ? all[0] : all.find(({ view }) => view.id === id);
  }
}
