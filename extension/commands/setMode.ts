import type { Mode } from "../contract/modes.ts";
import type { ConversationActions } from "../conversations/conversationActions.ts";
import type { Command } from "./command.ts";

/** Goes into one mode, for a key of its own. */
export function setModeCommand(actions: ConversationActions, mode: Mode): Command {
  return { run: () => actions.controls.setMode(mode) };
}
