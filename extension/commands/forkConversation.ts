import type { ForkActions } from "../conversations/forkActions.ts";
import type { Command } from "./command.ts";

export function forkConversationCommand(forks: ForkActions): Command {
  return { run: () => forks.fork() };
}
