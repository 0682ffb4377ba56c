import type { ListActions } from "../conversations/listActions.ts";
import type { Command } from "./command.ts";

export function restoreConversationCommand(actions: ListActions): Command {
  return { run: () => actions.restore() };
}
