import type { Conversations } from "../../core/conversations/conversations.ts";
import { parseConversationUri } from "../../core/conversations/conversationUri.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";

/**
 * Returns true if the menu of a tree belonged to a row that the editor cannot identify, because the tree was redrawn
 * meanwhile. A tree menu passes the row and the selection (VS Code 1.139); the palette and keys pass no argument, a
 * title bar one.
 */
export function isLostRow(given: readonly unknown[]): boolean {
  return given.length > 1 && given[0] === undefined;
}

/**
 * Returns true if `chosen` is the selection of a list, such as the Explorer, whose menus pass the row and the whole
 * selection.
 */
export function isNonEmptyList(chosen: unknown): chosen is readonly unknown[] {
  return Array.isArray(chosen) && chosen.length > 0;
}

/** Returns the string that a command was called with, such as the id of a request; undefined for any other type. */
export function readTextArgument(argument: unknown): string | undefined {
  return typeof argument === "string" ? argument : undefined;
}

/**
 * Returns the id of the request that a command was called with; undefined without an argument, which means the oldest
 * request. Any other value returns "", which identifies no request, so that a wrong argument decides nothing.
 */
export function readRequestArgument(argument: unknown): string | undefined {
  return argument === undefined || argument === null ? undefined : (readTextArgument(argument) ?? "");
}

/**
 * Returns the URI of the document that a title bar passes, or the one that a link contains. Any other value is handled
 * as in `readRequestArgument`.
 */
export function readDocumentArgument(argument: unknown): string | undefined {
  const isUri = typeof argument === "object" && argument !== null && "scheme" in argument;
  return isUri ? String(argument) : readRequestArgument(argument);
}

/** Returns the name of the conversation whose tab a menu belongs to. The editor passes the URI of the tab. */
export function readTabArgument(argument: unknown): string | undefined {
  if (typeof argument !== "object" || argument === null || !("scheme" in argument) || !("path" in argument))
    return undefined;
  const { scheme, path } = argument;
  return typeof scheme === "string" && typeof path === "string" ? parseConversationUri({ scheme, path }) : undefined;
}

/**
 * Returns the key of a conversation of the list. The argument is the key itself or the row of the tree that a menu
 * belongs to.
 */
export function readListArgument(argument: unknown): string | undefined {
  const row = typeof argument === "object" && argument !== null && "listed" in argument ? argument.listed : undefined;
  const key = typeof row === "object" && row !== null && "key" in row ? row.key : argument;
  return readTextArgument(key);
}

/**
 * Returns the id of the conversation that a page passes by its id or a tab by its URI; undefined, which means the
 * current one, if it does not exist.
 */
export function readConversationArgument(
  conversations: Pick<Conversations, "find">,
  argument: unknown,
): ConversationId | undefined {
  const name = readTextArgument(argument) ?? readTabArgument(argument);
  return name === undefined ? undefined : conversations.find(name)?.id;
}

/** Returns the key of a conversation of the list, or of the one whose tab a menu belongs to. */
export function readListedArgument(conversations: Pick<Conversations, "find">, argument: unknown): string | undefined {
  return readListArgument(argument) ?? readConversationArgument(conversations, argument);
}
