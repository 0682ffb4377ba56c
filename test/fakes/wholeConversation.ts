import type {
  ConversationPart,
  ConversationParts,
  WholeConversation,
} from "../../extension/shared/contract/wholeConversation.ts";

/** Reads all parts of a conversation into one. */
export async function collectParts({ parts, ...about }: ConversationParts): Promise<WholeConversation> {
  const all: ConversationPart[] = [];
  for await (const part of parts()) all.unshift(part);
  const first = <T>(read: (part: ConversationPart) => T | undefined): T | undefined =>
    all.map(read).find((found) => found !== undefined);
  return {
    ...about,
    items: all.flatMap(({ items }) => items),
    detailsOf: (call) => first((part) => part.detailsOf(call)),
    stepsOf: (call) => all.map((part) => part.stepsOf(call)).find(({ length }) => length > 0) ?? [],
    contentOf: (attachment) => first((part) => part.contentOf(attachment)),
  };
}
