import type { AttemptActions } from "../../core/conversations/isolation/attemptActions.ts";
import type { IsolationActions } from "../../core/conversations/isolation/isolationActions.ts";
import type { WorktreeActions } from "../../core/conversations/isolation/worktreeActions.ts";
import type { Later } from "../../shared/base/later.ts";
import { commandTable } from "./commandTable.ts";

export interface IsolationCommandsOptions {
  readonly isolated: Later<IsolationActions>;
  readonly worktrees: Later<WorktreeActions>;
  readonly attempts: Later<AttemptActions>;
}

/**
 * Returns the commands for conversations in folders of their own. They concern the folder of the current conversation,
 * else one that the user picks.
 */
export function createIsolationCommands({ isolated, worktrees, attempts }: IsolationCommandsOptions) {
  return commandTable({
    newInCopy: () => isolated.startInCopy(),
    newInWorktree: () => worktrees.start(),
    attempts: () => attempts.start(),
    "attempts.compare": () => attempts.compare(),
    "isolation.review": () => isolated.review(),
    "isolation.apply": async () => void (await isolated.apply()),
    "isolation.discard": () => isolated.discard(),
    "isolation.manage": () => isolated.manage(),
  });
}
