import { getErrorMessage, isFailure } from "../../base/failure.ts";
import type { RewindPreview, RewindProblem } from "../../contract/rewind.ts";
import type { Conversation } from "../conversation.ts";

/** Requests the changes on disk that a rewind by `claude` itself to before `promptId` would cause. Changes nothing. */
export async function previewRewind(conversation: Conversation, promptId: string): Promise<RewindPreview> {
  const { client } = conversation;
  if (!client) return { kind: "impossible", problem: { code: "notRunning" } };
  try {
    const answer = await client.rewindFiles(promptId, { dryRun: true });
    if (!answer.canRewind) return { kind: "impossible", problem: { code: "refused", reason: answer.error } };
    const byCommands = conversation.edits.commands.since(promptId).map(({ shown }) => shown);
    return { kind: "possible", files: answer.filesChanged ?? [], insertions: answer.insertions ?? 0, deletions: answer.deletions ?? 0, byCommands };
  } catch (error) {
    return { kind: "impossible", problem: { code: "refused", reason: getErrorMessage(error) } };
  }
}

/**
 * Restores files from the file history of `claude`. Returns the reason on failure, undefined on success. The response of the real run names no files, so the preview is the only
 * list (2.1.329).
 */
export async function rewindFiles(conversation: Conversation, promptId: string): Promise<RewindProblem | undefined> {
  const { client } = conversation;
  if (!client) return { code: "notRunning" };
  try {
    const answer = await client.rewindFiles(promptId, { dryRun: false });
    if (!answer.canRewind) return { code: "refused", reason: answer.error };
  } catch (error) {
    return { code: "refused", reason: getErrorMessage(error) };
  }
  conversation.edits.refresh();
  return undefined;
}

/**
 * Removes `promptId` and everything after it from the conversation. Resolves to false if that failed, and then the view keeps everything. If `claude`
 * cannot do it in place (before 2.1.329), a new process continues from the entry before.
 */
export async function rewindConversation(conversation: Conversation, promptId: string): Promise<boolean> {
  const newest = conversation.transcript.prompts[0];
  if (!newest) return false;
  const isCut = (await truncateInPlace(conversation, promptId, newest.id)) || (await conversation.start({ forkBefore: promptId }));
  if (isCut) conversation.rewinds.truncateBefore(promptId);
  return isCut;
}

async function truncateInPlace(conversation: Conversation, promptId: string, newestId: string): Promise<boolean> {
  const { client } = conversation;
  if (!client?.supports("rewind_conversation")) return false;
  try {
    const answer = await client.call("rewind_conversation", { target_message_uuid: promptId, last_seen_user_message_uuid: newestId });
    return answer.rewound === true;
  } catch (error) {
    if (isFailure(error)) return false;
    throw error;
  }
}
