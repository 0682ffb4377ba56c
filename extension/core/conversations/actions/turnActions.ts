import { isAttachmentOfMention } from "../../../shared/contract/composer/suggestions.ts";
import { canStop } from "../../../shared/contract/conversationState.ts";
import type { InterruptionAction, QueueAction } from "../../../shared/contract/fromWebview.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import { joinDrafts } from "../composer/draftText.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Panels } from "../ports.ts";
import { confirmTurnStop, type StopQuestions } from "./confirmTurnStop.ts";
import { continueTurn, type TurnQuestions } from "./continueTurn.ts";

/** Actions of the user on the turn of a conversation, and on the messages that wait behind it. */
export class TurnActions {
  readonly #conversations: Conversations;
  readonly #dialogs: StopQuestions & TurnQuestions;
  readonly #panels: Panels;

  constructor(conversations: Conversations, dialogs: StopQuestions & TurnQuestions, panels: Panels) {
    this.#conversations = conversations;
    this.#dialogs = dialogs;
    this.#panels = panels;
  }

  /** Stops the running turn, or the start for which a message waits; asks first where that can end tasks too. */
  async stop(id?: ConversationId): Promise<void> {
    const conversation = this.#find(id)?.conversation;
    if (!conversation || !canStop(conversation.state))
      return conversation?.isStopping ? undefined : this.#dialogs.say("nothingRuns");
    if (await confirmTurnStop(conversation, this.#dialogs)) await conversation.stop();
  }

  async stopTask(id: ConversationId, taskId: string): Promise<void> {
    await this.#conversations.get(id)?.conversation.controls.stopTask(taskId);
  }

  /** Moves a running command to the background, so that the turn continues without waiting for its end. */
  async runInBackground(id: ConversationId, toolId: string): Promise<void> {
    const conversation = this.#conversations.get(id)?.conversation;
    if (conversation && !(await conversation.controls.runInBackground(toolId))) this.#dialogs.say("notBackgrounded");
  }

  /** Continues an interrupted or failed turn, or sends its prompt again. */
  async afterCut(id: ConversationId, action: InterruptionAction): Promise<void> {
    const open = this.#conversations.get(id);
    if (open) await continueTurn(open, action, this.#dialogs);
  }

  /** Has `claude` compact the conversation. */
  compact(id?: ConversationId): void {
    const open = this.#find(id);
    if (open?.conversation.state.sessionId === undefined) return this.#dialogs.say("nothingSaid");
    open.submit("/compact");
  }

  async editQueued(id: ConversationId, promptId: string, action: QueueAction): Promise<void> {
    const open = this.#conversations.get(id);
    // A second press of "Remove" has nothing left to do.
    if (!open?.conversation.state.queue.some((prompt) => prompt.id === promptId))
      return action === "remove" ? undefined : this.#dialogs.say("queuedGone");
    const { delivery, queue } = open.conversation;
    if (action === "sendNow") {
      if (!delivery.joins(promptId) && !(await confirmTurnStop(open.conversation, this.#dialogs))) return;
      await delivery.sendNow(promptId);
      return open.wake();
    }
    if (!(await delivery.recall(promptId))) return this.#dialogs.say("alreadyRead");
    const prompt = open.conversation.state.queue.find((each) => each.id === promptId);
    if (action === "edit" && prompt) {
      open.attach(...(prompt.attachments ?? []).filter(({ name }) => !isAttachmentOfMention(name)));
      // The returning prompt must not replace the text in the composer.
      this.#panels.setDraft(id, joinDrafts(open.draft, prompt.text));
    }
    // Only now, so that the text is saved in one of the two places at every moment.
    queue.remove(promptId);
    if (action === "edit" && prompt) await this.#panels.focus(id);
  }

  #find(id: ConversationId | undefined): OpenConversation | undefined {
    return id === undefined ? this.#conversations.current : this.#conversations.get(id);
  }
}
