import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import { escapeInvisible } from "../../../shared/base/invisible.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import type { Branches } from "../../conversation/ports/ports.ts";
import type { Conversations } from "../conversations.ts";

/** Reports in a conversation that the branch of its folder changed during a turn. Does not watch between turns. */
export class BranchWatch implements Disposable {
  readonly #conversations: Conversations;
  readonly #branches: Branches;
  readonly #store = new DisposableStore();
  readonly #turns = new Map<ConversationId, Disposable>();

  constructor(conversations: Conversations, branches: Branches) {
    this.#conversations = conversations;
    this.#branches = branches;
    this.#store.add(conversations.changes.onDidChangeState(["status"], ({ id }) => this.#follow(id)));
    this.#store.defer(() => this.#turns.forEach((turn) => void turn.dispose()));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #follow(id: ConversationId): void {
    const conversation = this.#conversations.get(id)?.conversation;
    const isWorking = conversation?.state.status === "working";
    if (isWorking && !this.#turns.has(id)) this.#turns.set(id, this.#begin(conversation));
    if (isWorking) return;
    this.#turns.get(id)?.dispose();
    this.#turns.delete(id);
  }

  #begin(conversation: Conversation): Disposable {
    const { folder } = conversation.state;
    const turn = new DisposableStore();
    let isOver = false;
    turn.defer(() => {
      isOver = true;
    });
    let reading = this.#branches.read(folder);
    const compare = async (): Promise<void> => {
      const before = reading;
      reading = this.#branches.read(folder).then(async (now) => now ?? (await before));
      const [from, to] = await Promise.all([before, reading]);
      if (isOver || from === undefined || to === undefined || from === to) return;
      conversation.notice("warning", { code: "branchChanged", from: escapeInvisible(from), to: escapeInvisible(to) });
    };
    turn.add(this.#branches.watch(folder, () => void compare()));
    return turn;
  }
}
