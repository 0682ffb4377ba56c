import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { ConversationId } from "../contract/ids.ts";
import type { PermissionView } from "../contract/requests.ts";
import type { ProposalText } from "../session/permissions/proposals.ts";
import type { Conversations } from "./conversations.ts";
import type { DiffPlace, DiffView, ShownRequest } from "./ports.ts";

export interface ProposalDiffsOptions {
  readonly conversations: Conversations;
  readonly diff: DiffView;
  /** Whether a diff opens by itself for a folder, and where. Never throws. */
  readonly opening: (folder: string) => "active" | "beside" | "onDemand" | "never";
}

/**
 * Keeps the editor's diff of a proposal in step with its request: it opens by itself for a conversation that is on the screen, shows
 * what the user made of the proposal elsewhere, tells what they make of it there, and closes once the request is answered.
 */
export class ProposalDiffs implements Disposable {
  readonly #options: ProposalDiffsOptions;
  /** Requests whose diff opened by itself, in the revision that it showed. */
  readonly #opened = new Set<string>();
  readonly #store = new DisposableStore();

  constructor(options: ProposalDiffsOptions) {
    this.#options = options;
    const { conversations, diff } = options;
    this.#store.add(
      conversations.onDidChange(
        ({ id, changes }) => changes.some((change) => change.kind === "state" && change.set.requests !== undefined) && this.#follow(id),
      ),
    );
    this.#store.add(conversations.places.onDidChange(() => conversations.all.forEach((open) => void this.#openFirst(open.id))));
    this.#store.add(diff.onDidEdit(({ request, text }) => this.#take(request, text)));
  }

  /** Opens the diff of a request; false when it has none. */
  async show(conversation: ConversationId, id: string): Promise<boolean> {
    const found = this.#find(conversation, id);
    if (!found) return false;
    await this.#show(conversation, found.view, found.proposal);
    return true;
  }

  dispose(): void {
    this.#store.dispose();
  }

  #show(conversation: ConversationId, { id, revision }: PermissionView, proposal: ProposalText): Promise<void> {
    const { conversations, diff, opening } = this.#options;
    // A tab of the conversation itself is not to be covered by its diff.
    const isBeside = opening(conversations.get(conversation)?.conversation.state.folder ?? "") === "beside" || conversations.places.isInTab(conversation);
    const place: DiffPlace = isBeside ? "beside" : "active";
    return diff.open({ conversation, id, revision }, proposal, place);
  }

  #follow(conversation: ConversationId): void {
    const { diff } = this.#options;
    const shown = diff.openRequest;
    if (shown?.conversation === conversation) {
      const found = this.#find(conversation, shown.id);
      if (!found) void diff.close(shown);
      else if (found.view.revision !== shown.revision) void this.#show(conversation, found.view, found.proposal);
      else diff.update(shown, found.proposal);
    }
    void this.#openFirst(conversation);
  }

  /** The request whose card is in front. Each opens its diff once: a tab that the user closed stays closed. */
  async #openFirst(conversation: ConversationId): Promise<void> {
    const { conversations, opening } = this.#options;
    const { state } = conversations.get(conversation)?.conversation ?? {};
    const [first] = state?.requests ?? [];
    if (!state || !first || !conversations.places.isVisible(conversation)) return;
    const when = opening(state.folder);
    const name = `${conversation}\n${first.id}\n${first.revision}`;
    const found = this.#find(conversation, first.id);
    if (!found || this.#opened.has(name) || when === "onDemand" || when === "never") return;
    this.#opened.add(name);
    await this.#show(conversation, found.view, found.proposal);
  }

  #take({ conversation, id, revision }: ShownRequest, text: string): void {
    const found = this.#find(conversation, id);
    if (found?.view.revision !== revision) return;
    this.#options.conversations.get(conversation)?.conversation.permissions.review(id, { kind: "text", text });
  }

  #find(conversation: ConversationId, id: string): { readonly view: PermissionView; readonly proposal: ProposalText } | undefined {
    const { permissions } = this.#options.conversations.get(conversation)?.conversation ?? {};
    const view = permissions?.get(id)?.view;
    const proposal = permissions?.proposal(id);
    return proposal && view?.kind === "permission" ? { view, proposal } : undefined;
  }
}
