import type { ConversationId } from "./ids.ts";

/**
 * A message with the conversation that it concerns; both sides drop messages for another conversation. Null stands for
 * the conversation that the webview is bound to, in messages sent before the webview knows which one.
 */
export interface Envelope<M, C extends ConversationId | null = ConversationId> {
  readonly conversation: C;
  readonly message: M;
}
