import type { RewindAction } from "../conversations/rewindAction.ts";
import type { Command } from "./command.ts";

export function rewindCommand(rewind: RewindAction): Command {
  return { run: () => rewind.run() };
}
