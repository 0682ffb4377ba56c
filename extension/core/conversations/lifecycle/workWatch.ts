import { type Disposable, toDisposable } from "../../../shared/base/disposable.ts";
import type { ConversationState } from "../../../shared/contract/conversationState.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { OpenNames } from "../../conversation/ports/fileHistory.ts";
import type { Conversations } from "../conversations.ts";

/** Work of a conversation: its folder, absolute, and its title. */
export type OngoingWork = Pick<ConversationState, "folder" | "title">;

/** Passes to `note` the open conversations, whenever they change. */
export function watchOpenNames(conversations: Conversations, note: (names: OpenNames) => void): Disposable {
  const noteAll = (): void => {
    const { all } = conversations;
    const sessions = all.flatMap(({ conversation: { state, rewinds } }) => [
      state.sessionId,
      rewinds.origin.copyOf?.sessionId,
    ]);
    note({ conversations: all.map(({ id }) => id), sessions: sessions.filter((session) => session !== undefined) });
  };
  noteAll();
  const subscriptions = [
    conversations.onDidChangeList(noteAll),
    conversations.changes.onDidChangeState(["sessionId"], noteAll),
  ];
  return toDisposable(() => {
    for (const subscription of subscriptions) subscription.dispose();
  });
}

/** Passes to `note` when conversations begin and end to work, so that other windows can name them. */
export function watchOngoingWork(
  conversations: Conversations,
  note: (id: ConversationId, work: OngoingWork | undefined) => void,
): Disposable {
  return conversations.changes.onDidChangeState(["status", "title", "folder"], ({ id }) => {
    const state = conversations.get(id)?.conversation.state;
    note(id, state?.status === "working" ? { folder: state.folder, title: state.title } : undefined);
  });
}
