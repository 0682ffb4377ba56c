declare const brand: unique symbol;

/**
 * Id of a conversation within this extension. The session id of `claude` is unknown until the first turn and changes at
 * fork, rewind and clear.
 */
export type ConversationId = string & { readonly [brand]: "ConversationId" };

/** Id of the main thread; the id of a subagent's thread is the tool-use id of its Agent call. */
export const mainThread = "";
