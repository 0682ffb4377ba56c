import type { ConversationId } from "../contract/ids.ts";
import type { Conversations } from "../conversations/conversations.ts";
import { parseConversationUri } from "../conversations/conversationUri.ts";

/**
 * Whether a menu of a tree belonged to a row that the editor cannot name, since the tree was drawn anew meanwhile. It hands over the
 * row and the selection (VS Code 1.139); the palette and keys hand over nothing, a title bar one argument.
 */
export function isLostRow(given: readonly unknown[]): boolean {
  return given.length > 1 && given[0] === undefined;
}

/** Whether a menu belonged to what is chosen in a list, such as the Explorer: that hands over the row and the whole choice. */
export function isListed(chosen: unknown): chosen is readonly unknown[] {
  return Array.isArray(chosen) && chosen.length > 0;
}

/** The string a command was called with, such as the id of a request; undefined for anything else. */
export function textArgument(argument: unknown): string | undefined {
  return typeof argument === "string" ? argument : undefined;
}

/**
 * The id of the request that a command was called with; undefined where it was called without one, and then the oldest is meant. Anything
 * else names no request, so that nothing is decided by a mistake.
 */
export function requestArgument(argument: unknown): string | undefined {
  return argument === undefined || argument === null ? undefined : (textArgument(argument) ?? "");
}

/** The name of the document whose title bar a command stands in, which the editor hands over, or that a link names; as with `requestArgument`, anything else names none. */
export function documentArgument(argument: unknown): string | undefined {
  const isUri = typeof argument === "object" && argument !== null && "scheme" in argument;
  return isUri ? String(argument) : requestArgument(argument);
}

/** The name of the conversation whose tab a menu belongs to: the editor hands over its URI. */
export function tabArgument(argument: unknown): string | undefined {
  if (typeof argument !== "object" || argument === null || !("scheme" in argument) || !("path" in argument)) return undefined;
  const { scheme, path } = argument;
  return typeof scheme === "string" && typeof path === "string" ? parseConversationUri({ scheme, path }) : undefined;
}

/** The key of a conversation of the list: given as it is, or by the row of the tree that a menu belongs to. */
export function listArgument(argument: unknown): string | undefined {
  const row = typeof argument === "object" && argument !== null && "listed" in argument ? argument.listed : undefined;
  const key = typeof row === "object" && row !== null && "key" in row ? row.key : argument;
  return textArgument(key);
}

/** The conversation that a page names by its id, or a tab by its URI; undefined, which means the current one, where there is none of that name. */
export function conversationArgument(conversations: Pick<Conversations, "find">, argument: unknown): ConversationId | undefined {
  const name = textArgument(argument) ?? tabArgument(argument);
  return name === undefined ? undefined : conversations.find(name)?.id;
}
