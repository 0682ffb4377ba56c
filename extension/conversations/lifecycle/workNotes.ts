import type { Disposable } from "../../base/disposable.ts";
import type { ConversationId } from "../../contract/ids.ts";
import type { Conversations } from "../conversations.ts";

/** Work of a conversation: its folder, absolute, and its title. */
export interface OngoingWork {
  readonly folder: string;
  readonly title: string;
}

/** Passes to `note` when conversations begin and end to work, so that other windows can name them. */
export function watchWork(conversations: Conversations, note: (id: ConversationId, work: OngoingWork | undefined) => void): Disposable {
  const names = ["status", "title", "folder"] as const;
  return conversations.onDidChange(({ id, changes }) => {
    const state = conversations.get(id)?.conversation.state;
    if (!changes.some((change) => change.kind === "state" && names.some((name) => change.set[name] !== undefined))) return;
    note(id, state?.status === "working" ? { folder: state.folder, title: state.title } : undefined);
  });
}
