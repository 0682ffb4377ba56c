import type { InterruptionAction } from "../../../shared/contract/fromWebview.ts";
import { promptText } from "../../../shared/text/prompts.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Notifier } from "../ports.ts";

/** Questions before a turn that ended early continues. */
export interface TurnQuestions extends Notifier {
  /**
   * Resolves to the new cost limit in US dollars, undefined where the user gave none. `spent`: cost of the conversation
   * so far.
   */
  askBudget(spent: number): Promise<number | undefined>;
}

/**
 * Continues an interrupted or failed turn, or sends its prompt again. Does nothing at a second press, when the first
 * already did it.
 */
export async function continueTurn(
  open: OpenConversation,
  action: InterruptionAction,
  dialogs: TurnQuestions,
): Promise<void> {
  const { conversation } = open;
  switch (action) {
    case "continue":
      if (isFailed(open)) return open.submit(promptText.continueAfterLimit());
      // After a crash this one decision starts the process as well.
      if (conversation.state.problem && conversation.state.isInterrupted) await open.restart();
      if (conversation.state.isInterrupted) open.submit(promptText.continueTurn());
      return;
    case "raiseBudget":
      return raiseBudget(open, dialogs);
    default:
      return sendAgain(open, action, dialogs);
  }
}

function isFailed({ conversation: { state } }: OpenConversation): boolean {
  return state.failure !== undefined && state.status === "idle";
}

async function sendAgain(
  open: OpenConversation,
  action: "sendAgain" | "retry" | "compactAndRetry",
  dialogs: Notifier,
): Promise<void> {
  const { conversation } = open;
  const { transcript } = conversation;
  // The newest prompt is not in memory only for a very long turn; otherwise the first press decides at once.
  if (transcript.prompts.newestAsked === undefined) await transcript.prompts.loadNewestAsked();
  const newest = transcript.prompts.newestAsked;
  if (action === "sendAgain" && conversation.state.problem && conversation.state.isInterrupted) await open.restart();
  if (newest === undefined) return dialogs.say("nothingToSend");
  const submit = (): void => open.submit(newest.text, conversation.promptAttachments.of(newest.id));
  if (action === "sendAgain") {
    if (conversation.state.isInterrupted) submit();
    return;
  }
  if (!isFailed(open)) return;
  // A new login takes effect only when the process starts again.
  if (conversation.state.failure === "signIn" || conversation.state.failure === "account") await open.restart();
  else if (action === "compactAndRetry") open.submit("/compact");
  submit();
}

/**
 * Restarts the conversation with another cost limit, because `claude` counts the cost from its start, and continues the
 * turn.
 */
async function raiseBudget(open: OpenConversation, dialogs: TurnQuestions): Promise<void> {
  if (!isFailed(open)) return;
  const budget = await dialogs.askBudget(open.conversation.state.costUsd);
  if (budget === undefined || !isFailed(open)) return;
  await open.conversation.settings.choose("maxBudgetUsd", budget);
  await open.restart();
  open.submit(promptText.continueAfterLimit());
}
