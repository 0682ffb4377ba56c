import type { CutAction } from "../contract/fromWebview.ts";
import type { ConversationActions } from "../conversations/conversationActions.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { Command } from "./command.ts";

/** Goes on with a turn of the current conversation that was interrupted, sends its message again, or retries a turn that failed. */
export function afterCutCommand(conversations: Conversations, actions: ConversationActions, action: CutAction): Command {
  return { run: () => conversations.current && actions.afterCut(conversations.current.id, action) };
}

/** Goes on with the current conversation in place of the program that runs it. */
export function takeOverCommand(conversations: Conversations): Command {
  return { run: () => conversations.current?.live.takeOver() };
}

export function cycleModeCommand(actions: ConversationActions): Command {
  return { run: () => actions.controls.cycleMode() };
}

export function statusCommand(actions: ConversationActions): Command {
  return { run: () => actions.showStatus() };
}

export function serversCommand(actions: ConversationActions): Command {
  return { run: () => actions.showServers() };
}
