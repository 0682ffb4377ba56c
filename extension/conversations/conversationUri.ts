/** The parts of a URI that name a conversation. The manifest's selector of the editor names the scheme too. */
export interface UriParts {
  readonly scheme: string;
  readonly path: string;
}

const scheme = "tandem-conversation";

/** Characters of a title in a URI. */
const titleLength = 60;

/** The URI of a conversation, by its id or that of its session. The title is what a tab is called until it is seen. */
export function formatConversationUri(name: string, title: string): UriParts {
  const shown = title.replace(/[\s/\\\p{Cc}\p{Cs}]+/gu, " ").trim();
  return { scheme, path: `/${name}/${shown.slice(0, titleLength) || "Conversation"}` };
}

/** The name in such a URI; undefined in any other. */
export function parseConversationUri(uri: UriParts): string | undefined {
  return uri.scheme === scheme ? /^\/([A-Za-z0-9-]{1,64})\//.exec(uri.path)?.[1] : undefined;
}
