import type { Disposable } from "../base/disposable.ts";
import type { Conversations } from "./conversations.ts";
import type { DiffView } from "./ports.ts";
import type { WaitingRequests } from "./waitingRequests.ts";

/** Closes a proposal's diff once its request is answered or gone. */
export function closeDecidedDiffs(conversations: Conversations, waiting: WaitingRequests, diff: DiffView): Disposable {
  return conversations.onDidChange(({ changes }) => {
    if (!changes.some((change) => change.kind === "state" && change.set.requests !== undefined)) return;
    const shown = diff.openRequest;
    if (shown !== undefined && !waiting.all.some(({ view }) => view.id === shown.id)) void diff.close(shown.id);
  });
}
