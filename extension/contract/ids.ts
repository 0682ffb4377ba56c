declare const brand: unique symbol;

/** Names a conversation in this extension. The CLI's session id is unknown until the first turn and changes at fork, rewind and clear. */
export type ConversationId = string & { readonly [brand]: "ConversationId" };

/** The main thread; a subagent's thread is named by the tool-use id of its Agent call. */
export const mainThread = "";
