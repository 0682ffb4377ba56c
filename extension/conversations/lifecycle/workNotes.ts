import { type Disposable, toDisposable } from "../../base/disposable.ts";
import type { ConversationId } from "../../contract/ids.ts";
import type { Conversations } from "../conversations.ts";

/** Work of a conversation: its folder, absolute, and its title. */
export interface OngoingWork {
  readonly folder: string;
  readonly title: string;
}

/** The names of all open conversations, and the sessions that they continue, or that they are copies of. */
export interface OpenNames {
  readonly conversations: readonly ConversationId[];
  readonly sessions: readonly string[];
}

/** Passes to `note` the open conversations, whenever they change. */
export function watchOpen(conversations: Conversations, note: (names: OpenNames) => void): Disposable {
  const noteAll = (): void => {
    const { all } = conversations;
    const sessions = all.flatMap(({ conversation: { state, rewinds } }) => [state.sessionId, rewinds.origin.copyOf?.sessionId]);
    note({ conversations: all.map(({ id }) => id), sessions: sessions.filter((session) => session !== undefined) });
  };
  noteAll();
  const subscriptions = [conversations.onDidChangeList(noteAll), conversations.changes.on({ fields: ["sessionId"] }, noteAll)];
  return toDisposable(() => {
    for (const subscription of subscriptions) subscription.dispose();
  });
}

/** Passes to `note` when conversations begin and end to work, so that other windows can name them. */
export function watchWork(conversations: Conversations, note: (id: ConversationId, work: OngoingWork | undefined) => void): Disposable {
  return conversations.changes.on({ fields: ["status", "title", "folder"] }, ({ id }) => {
    const state = conversations.get(id)?.conversation.state;
    note(id, state?.status === "working" ? { folder: state.folder, title: state.title } : undefined);
  });
}
