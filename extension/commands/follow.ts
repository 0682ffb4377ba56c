import type { FollowAgent } from "../conversations/followAgent.ts";
import type { Command } from "./command.ts";

export function followCommand(follow: FollowAgent): Command {
  return { run: () => follow.toggle() };
}
