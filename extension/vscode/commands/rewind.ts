import type { ForkActions } from "../../core/conversations/actions/forkActions.ts";
import type { Conversations } from "../../core/conversations/conversations.ts";
import type { CheckpointActions } from "../../core/conversations/rewind/checkpointActions.ts";
import type { RewindAction } from "../../core/conversations/rewind/rewindAction.ts";
import type { RewindPreviewActions } from "../../core/conversations/rewind/rewindPreview.ts";
import type { Later } from "../../shared/base/later.ts";
import { readConversationArgument } from "./arguments.ts";
import { commandTable } from "./commandTable.ts";

export interface RewindCommandsOptions {
  readonly conversations: Conversations;
  readonly rewind: Later<RewindAction>;
  readonly rewindPreview: RewindPreviewActions;
  readonly checkpoints: CheckpointActions;
  readonly forks: ForkActions;
}

/** Returns the commands that return to a point of a conversation, or continue from one. */
export function createRewindCommands({
  conversations,
  rewind,
  rewindPreview,
  checkpoints,
  forks,
}: RewindCommandsOptions) {
  return commandTable({
    rewind: (argument) => rewind.run(readConversationArgument(conversations, argument)),
    undoRewind: (argument) => rewind.reverse("undo", readConversationArgument(conversations, argument)),
    redoRewind: (argument) => rewind.reverse("redo", readConversationArgument(conversations, argument)),
    "rewind.leaveOutFile": () => rewindPreview.leaveOutFile(),
    "rewind.leaveOutHunk": () => rewindPreview.leaveOutHunk(),
    "rewind.selectFiles": () => rewindPreview.selectFiles(),
    "rewind.restore": () => rewindPreview.restore(),
    forkConversation: () => forks.fork(),
    forkWhole: () => conversations.current && forks.forkAll(conversations.current.id),
    "checkpoint.create": () => checkpoints.create(),
  });
}
