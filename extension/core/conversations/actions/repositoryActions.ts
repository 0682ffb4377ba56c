import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { Refusal } from "../../../shared/contract/refusal.ts";
import type { RepositoryDecision } from "../../../shared/contract/repository.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Notifier, Panels } from "../ports.ts";
import type { RepositoryTrust, TrustDecisions } from "../repositoryTrust.ts";

export interface RepositoryActionsOptions {
  readonly conversations: Conversations;
  readonly trust: RepositoryTrust;
  readonly dialogs: Notifier;
  readonly panels: Pick<Panels, "focus">;
}

/** Shows what a repository brings, and carries out what the user decides about it. */
export class RepositoryActions implements Disposable {
  readonly #options: RepositoryActionsOptions;
  readonly #store = new DisposableStore();
  /** The reviews that the user put off, by folder. */
  readonly #putOff = new Map<string, string>();

  constructor(options: RepositoryActionsOptions) {
    this.#options = options;
    const { conversations, trust } = options;
    this.#store.add(trust.onDidFindUndecided((folder) => this.#offer(folder)));
    this.#store.add(
      trust.onDidDecide((decided) => {
        if (typeof decided !== "string")
          conversations.inBackground(this.#follow(decided), "following what another window decided about a repository");
      }),
    );
    this.#store.add(
      conversations.changes.onDidChangeState(["problem"], ({ id, changes }) => {
        if (!changes.some((change) => change.kind === "state" && change.set.problem?.code === "repository")) return;
        const open = conversations.get(id);
        // Afterwards, because other listeners still get the change that leads here.
        if (open)
          conversations.inBackground(
            Promise.resolve().then(() => this.#show(open)),
            "showing what a repository brings",
          );
      }),
    );
  }

  /**
   * Shows what came while conversations run in a folder, unless the user put that off. The next start asks in any case.
   */
  #offer(folder: string): void {
    const { trust, conversations } = this.#options;
    const review = trust.lastReview(folder);
    if (!review || this.#putOff.get(folder) === review.revision) return;
    for (const { conversation, hasProcess } of conversations.all)
      if (hasProcess && conversation.state.folder === folder) conversation.managed.showRepository(review);
  }

  /** Shows everything that the repository of a conversation brings, also after a decision. */
  async review(id?: ConversationId): Promise<void> {
    const { conversations, dialogs, trust, panels } = this.#options;
    const open = id === undefined ? (conversations.current ?? conversations.restore()) : conversations.get(id);
    if (!open) return dialogs.say("noConversation");
    await open.open();
    const { folder, problem } = open.conversation.state;
    // Nothing is read in a workspace that the editor does not trust.
    if (folder === "" || problem?.code === "untrusted") return dialogs.say("noRepository");
    const review = await trust.review(folder);
    if (review.entries.length === 0 && review.choice !== "startWithout") return dialogs.say("noRepository");
    open.conversation.managed.showRepository(review);
    await panels.focus(open.id);
  }

  /**
   * Carries out a decision about the review with this revision. `off`: ids of entries that the user left out.
   * Conversations that waited for the decision start; a running one starts again if it is idle.
   */
  async decide(
    id: ConversationId,
    revision: string,
    decision: RepositoryDecision,
    off: readonly string[],
  ): Promise<Refusal | undefined> {
    const { conversations, trust } = this.#options;
    const open = conversations.get(id);
    if (!open?.conversation.state.repository) return undefined;
    const { folder } = open.conversation.state;
    if (decision === "notNow") {
      this.#putOff.set(folder, revision);
      return void open.conversation.managed.showRepository(undefined);
    }
    if (!(await trust.decide(folder, revision, decision, off))) {
      const review = await trust.review(folder);
      open.conversation.managed.showRepository(review);
      return "repositoryChanged";
    }
    open.conversation.managed.showRepository(undefined);
    await Promise.all(conversations.all.map((each) => this.#apply(each, folder)));
    return undefined;
  }

  /** Shows the cards with the decisions of another window, and carries those out that were not among `before`. */
  async #follow(before: TrustDecisions): Promise<void> {
    const { trust, conversations } = this.#options;
    const follow = async (open: OpenConversation): Promise<void> => {
      const { folder } = open.conversation.state;
      const isOutdated = open.hasProcess && (await trust.isDecidedSince(folder, before));
      await this.#followIn(open);
      if (isOutdated) await this.#apply(open, folder);
    };
    await Promise.all(conversations.all.map(follow));
  }

  async #followIn(open: OpenConversation): Promise<void> {
    const { conversation } = open;
    const { folder, repository: shown, problem } = conversation.state;
    if (!shown && problem?.code !== "repository") return;
    const review = await this.#options.trust.review(folder);
    if (shown && conversation.state.repository === shown)
      conversation.managed.showRepository(
        review.choice !== undefined && shown.choice === undefined ? undefined : review,
      );
    if (review.choice !== undefined && conversation.state.problem?.code === "repository") await open.restart();
  }

  async #apply(open: OpenConversation, folder: string): Promise<void> {
    const { conversation } = open;
    if (conversation.state.problem?.code === "repository") return open.restart();
    if (conversation.state.folder !== folder || !open.hasProcess) return;
    if (open.canRest) return open.restart();
    conversation.notice("info", { code: "repositoryDecided" });
  }

  #show(open: OpenConversation): void {
    const { problem, folder } = open.conversation.state;
    const review = this.#options.trust.lastReview(folder);
    if (problem?.code === "repository" && review) open.conversation.managed.showRepository(review);
  }

  dispose(): void {
    this.#store.dispose();
  }
}
