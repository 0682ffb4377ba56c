import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { PlanView } from "../../../shared/contract/requests/requests.ts";
import type { Conversations } from "../conversations.ts";
import type { PlanDocuments, PlanEdit } from "./reviewPorts.ts";

/** Keeps the document of a plan in step with its request: the text in the document is the text that is approved. */
export class PlanReview implements Disposable {
  readonly #conversations: Conversations;
  readonly #documents: PlanDocuments;
  readonly #store = new DisposableStore();

  constructor(conversations: Conversations, documents: PlanDocuments) {
    this.#conversations = conversations;
    this.#documents = documents;
    this.#store.add(documents.onDidEdit((edit) => this.#take(edit)));
    this.#store.add(conversations.changes.onDidChangeState(["requests"], ({ id }) => this.#follow(id)));
  }

  /** Shows the plan of a request as a document. Resolves to false when the request has none. */
  async open(conversation: ConversationId, id: string): Promise<boolean> {
    const text = this.#textOf(conversation, id);
    if (text === undefined) return false;
    await this.#documents.open(conversation, id, text);
    return true;
  }

  dispose(): void {
    this.#store.dispose();
  }

  #take({ conversation, id, text }: PlanEdit): void {
    const view = this.#plans(conversation).find((plan) => plan.id === id);
    if (view)
      this.#conversations
        .get(conversation)
        ?.conversation.permissions.reviews.step(id, view.revision, { kind: "input", text });
  }

  #follow(conversation: ConversationId): void {
    const plans = this.#plans(conversation);
    this.#conversations.inBackground(
      this.#documents.closeOthers(conversation, new Set(plans.map(({ id }) => id))),
      "closing documents of plans",
    );
    // An edited plan came from the document itself; a plan that was reset on the card is new to the document.
    for (const { id, isEdited } of plans)
      if (!isEdited) this.#documents.update(conversation, id, this.#textOf(conversation, id) ?? "");
  }

  #plans(conversation: ConversationId): readonly PlanView[] {
    return (this.#conversations.get(conversation)?.conversation.state.requests ?? []).filter(
      (view) => view.kind === "plan",
    );
  }

  /** Returns the plan as it would be approved: the view names invisible characters, the plan contains them. */
  #textOf(conversation: ConversationId, id: string): string | undefined {
    return this.#conversations.get(conversation)?.conversation.permissions.reviews.getPlanText(id);
  }
}
