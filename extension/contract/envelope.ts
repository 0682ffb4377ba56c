import type { ConversationId } from "./ids.ts";

/**
 * Every message names the conversation it is about; both sides drop what is for another. Null stands for
 * the one that the webview is bound to, for messages that a webview sends before it knows which.
 */
export interface Envelope<M, C extends ConversationId | null = ConversationId> {
  readonly conversation: C;
  readonly message: M;
}
