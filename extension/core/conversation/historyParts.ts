import type { ConversationOptions } from "./conversationOptions.ts";
import { EditedFiles } from "./files/editedFiles.ts";
import type { FileHistory } from "./ports/fileHistory.ts";
import { ConversationRewinds } from "./rewind/conversationRewinds.ts";
import { Restoration } from "./transcript/restoration.ts";
import { Transcript } from "./transcript/transcript.ts";
import type { ConversationContext } from "./view/conversationContext.ts";

/** Builds the history of a conversation: its saved transcript, its rewinds, and the files that it edited. */
export function createHistoryParts(
  context: ConversationContext,
  { files, texts, logger, remembered = {} }: ConversationOptions,
  getFileHistory: () => FileHistory | undefined,
) {
  const transcript = new Transcript(context.store, logger, (lines) => saved.noticeDamage(lines));
  const hasOlder = (): boolean => transcript.hasOlder;
  const rewinds = new ConversationRewinds(context, { remembered, edits: () => edits, hasOlder });
  context.beforeChange((deltas) => rewinds.note(deltas));
  const saved: Restoration = new Restoration(context, {
    transcript,
    restored: () => edits.restore(),
    isTruncated: () => rewinds.origin.startOf(undefined).fork !== undefined,
  });
  const edits: EditedFiles = new EditedFiles(context, {
    files,
    texts,
    remembered,
    hasOlder,
    earlier: transcript,
    history: getFileHistory,
  });
  return { transcript, rewinds, saved, edits };
}
