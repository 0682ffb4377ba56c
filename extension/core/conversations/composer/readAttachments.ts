import type { Attachment } from "../../../shared/contract/composer/attachments.ts";
import type { Conversation } from "../../conversation/conversation.ts";

/** Returns the attachments of a prompt except `without`, for another prompt, also if it is not loaded. */
export async function readAttachments(
  { transcript, promptAttachments }: Conversation,
  promptId: string,
  without: readonly string[] = [],
): Promise<readonly Attachment[]> {
  if (transcript.isLoaded(promptId)) return promptAttachments.of(promptId, without);
  const earlier = (await transcript.prompts.findEarlier(({ item }) => item.id === promptId))?.attachments ?? [];
  return promptAttachments.store(earlier.filter(({ id }) => !without.includes(id)));
}
