import type { Attachment } from "../../contract/attachments.ts";
import type { Conversation } from "../../session/conversation.ts";

/** Returns the attachments of a prompt for another prompt, also if it is not loaded. */
export async function readAttachments({ transcript, promptAttachments }: Conversation, promptId: string): Promise<readonly Attachment[]> {
  if (transcript.isLoaded(promptId)) return promptAttachments.of(promptId);
  return promptAttachments.store((await transcript.findEarlier(promptId))?.attachments ?? []);
}
