import type { QueueAction } from "../contract/fromWebview.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { ForkActions } from "../conversations/forkActions.ts";
import type { RowActions } from "../conversations/rowActions.ts";
import type { Command } from "./command.ts";

export function queueCommand(rows: RowActions, action: QueueAction): Command {
  return { run: () => rows.editQueued(action) };
}

export function moveQueuedCommand(rows: RowActions): Command {
  return { run: () => rows.moveQueuedFirst() };
}

export function clearQueueCommand(rows: RowActions): Command {
  return { run: () => rows.clearQueue() };
}

export function stopTaskCommand(rows: RowActions): Command {
  return { run: () => rows.stopTask() };
}

export function runInBackgroundCommand(rows: RowActions): Command {
  return { run: () => rows.runInBackground() };
}

export function attachmentCommand(rows: RowActions, action: "open" | "remove" | "insert"): Command {
  const run = { open: () => rows.openAttachment(), remove: () => rows.removeAttachment(), insert: () => rows.insertAttachment() }[action];
  return { run };
}

export function markReviewedCommand(rows: RowActions, isReviewed: boolean): Command {
  return { run: () => rows.mark(isReviewed) };
}

export function reviewSinceCommand(rows: RowActions): Command {
  return { run: () => rows.reviewSince() };
}

/** Answers what is asked about unsaved files before a message is sent. */
export function unsavedCommand(rows: RowActions, isSaved: boolean): Command {
  return { run: () => rows.decideUnsaved(isSaved) };
}

/** Stops waiting for the other program that runs the current conversation. */
export function stopWaitingCommand(conversations: Conversations): Command {
  return { run: () => conversations.current?.live.stopWaiting() };
}

/** Opens a copy of the whole current conversation. */
export function forkWholeCommand(conversations: Conversations, forks: ForkActions): Command {
  return { run: () => conversations.current && forks.forkAll(conversations.current.id) };
}
