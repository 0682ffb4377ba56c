import { cutText } from "../../shared/base/cutText.ts";

/**
 * Scheme and path of a URI that identifies a conversation. The selector of the custom editor in the manifest contains
 * the scheme too.
 */
export interface UriParts {
  readonly scheme: string;
  readonly path: string;
}

const scheme = "tandem-conversation";

/** Maximum number of characters of a title in a URI. */
const titleLength = 60;

/**
 * Returns the URI of a conversation, by its id or the id of its session. A tab shows the title until it is first
 * visible.
 */
export function formatConversationUri(name: string, title: string): UriParts {
  const shown = title.replace(/[\s/\\\p{Cc}\p{Cs}]+/gu, " ").trim();
  return { scheme, path: `/${name}/${cutText(shown, titleLength) || "Conversation"}` };
}

/** Returns the id in such a URI; undefined for any other URI. */
export function parseConversationUri(uri: UriParts): string | undefined {
  return uri.scheme === scheme ? /^\/([A-Za-z0-9-]{1,64})\//.exec(uri.path)?.[1] : undefined;
}
