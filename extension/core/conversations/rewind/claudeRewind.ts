import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { RewindPreview, RewindProblem } from "../../../shared/contract/changes/rewind.ts";
import { areCheckpointsForbidden } from "../../../shared/contract/pages/statusFacts.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import { readClaudeSettings } from "../../conversation/statusAnswers.ts";
import type { Client } from "../../protocol/connection/client.ts";

/** Requests the changes on disk that a rewind by `claude` itself to before `promptId` would cause. Changes nothing. */
export async function previewRewind(conversation: Conversation, promptId: string): Promise<RewindPreview> {
  const { client } = conversation;
  if (!client) return { kind: "impossible", problem: { code: "notRunning" } };
  try {
    const answer = await client.rewindFiles(promptId, { dryRun: true });
    if (!answer.canRewind) return { kind: "impossible", problem: await explainRefusal(client, answer.error) };
    return {
      kind: "possible",
      files: answer.filesChanged ?? [],
      insertions: answer.insertions ?? 0,
      deletions: answer.deletions ?? 0,
    };
  } catch (error) {
    return { kind: "impossible", problem: { code: "refused", reason: getErrorMessage(error) } };
  }
}

/**
 * Names the policy behind a refusal, which `claude` itself doesn't: since 2.1.332 a managed `fileCheckpointingEnabled`
 * of false keeps its checkpoints off.
 */
async function explainRefusal(client: Client, reason: string | undefined): Promise<RewindProblem> {
  const settings = client.supports("get_settings") ? readClaudeSettings(await client.call("get_settings", {})) : [];
  return areCheckpointsForbidden(settings) ? { code: "policy" } : { code: "refused", reason };
}

/**
 * Restores files from the file history of `claude`. Returns the reason on failure, undefined on success. The response
 * of the real run names no files, so the preview is the only list (2.1.329).
 */
export async function rewindFiles(conversation: Conversation, promptId: string): Promise<RewindProblem | undefined> {
  const { client } = conversation;
  if (!client) return { code: "notRunning" };
  try {
    const answer = await client.rewindFiles(promptId, { dryRun: false });
    if (!answer.canRewind) return explainRefusal(client, answer.error);
  } catch (error) {
    return { code: "refused", reason: getErrorMessage(error) };
  }
  conversation.edits.refresh();
  return undefined;
}

/**
 * Removes `promptId` and everything after it from the conversation: a new process continues a copy that ends at the
 * entry before. Resolves to false if that failed, and then the view keeps everything. The saved conversation stays
 * whole, so that an undo can continue it: after `rewind_conversation`, `claude` no longer finds the entries that it
 * removed (2.1.329).
 */
export async function rewindConversation(conversation: Conversation, promptId: string): Promise<boolean> {
  const isTruncated = await conversation.start({ cutBefore: promptId });
  if (isTruncated) conversation.rewinds.truncateBefore(promptId);
  return isTruncated;
}
