/** The parts of a URI that name a conversation. The manifest's selector of the editor names the scheme too. */
export interface UriParts {
  readonly scheme: string;
  readonly path: string;
}

const scheme = "tandem-conversation";

/** The URI of a conversation, by its id or that of its session. */
export function uriOfConversation(name: string): UriParts {
  return { scheme, path: `/${name}/conversation` };
}

/** The name in such a URI; undefined in any other. */
export function conversationOfUri(uri: UriParts): string | undefined {
  return uri.scheme === scheme ? /^\/([A-Za-z0-9-]{1,64})\/conversation$/.exec(uri.path)?.[1] : undefined;
}
