import { parseMode } from "../../../shared/contract/modes.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import type { PromptText } from "../../conversation/transcript/transcriptPrompts.ts";
import type { RewindQuestions } from "./rewindQuestions.ts";

/**
 * Returns the prompt with this id, which may not be loaded; without an id the user picks one. Resolves to undefined
 * after saying why.
 */
export async function findPrompt(
  { transcript }: Conversation,
  id: string | undefined,
  dialogs: RewindQuestions,
): Promise<PromptText | undefined> {
  let picked = id;
  if (picked === undefined) {
    const prompts = await transcript.prompts.list();
    if (prompts.length === 0) return void dialogs.say("noPrompt");
    picked = await dialogs.pickPrompt(prompts, "rewind");
  }
  return picked === undefined
    ? undefined
    : ((await transcript.prompts.find(picked)) ?? void dialogs.say("messageGone"));
}

/** Stops the running turn once the user agrees. Resolves to true when no turn runs. */
export async function stopTurn(conversation: Conversation, dialogs: RewindQuestions): Promise<boolean> {
  if (conversation.state.status !== "working") return true;
  if (!(await dialogs.confirmStop())) return false;
  // It can have ended while the question was open.
  if (conversation.state.status !== "working") return true;
  await conversation.stop();
  if (conversation.state.status !== "working") return true;
  await new Promise<void>((resolve) => {
    const following = conversation.changes.onDidChangeState(["status"], () => {
      if (conversation.state.status === "working") return;
      following.dispose();
      resolve();
    });
  });
  return true;
}

/**
 * Asks about queued messages, which wait from then on. Resolves to the ids of those to remove once the rewind is done;
 * to undefined when the user cancels.
 */
export async function settleQueue(
  conversation: Conversation,
  dialogs: RewindQuestions,
): Promise<readonly string[] | undefined> {
  const { queue } = conversation.state;
  if (queue.length === 0) return [];
  const answer = await dialogs.askQueued(queue.length);
  if (answer === undefined) return undefined;
  conversation.queue.hold();
  return answer === "remove" ? queue.map(({ id }) => id) : [];
}

/** Returns to the mode of an earlier moment; never automatically to the one that asks for nothing. */
export async function restoreMode(conversation: Conversation, name: string | undefined): Promise<void> {
  const mode = name === undefined ? undefined : parseMode(name);
  if (mode === undefined || mode === "bypassPermissions" || name === conversation.state.reported.permissionMode) return;
  await conversation.settings.choose("permissionMode", mode);
}
