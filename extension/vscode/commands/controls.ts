import type { ControlActions } from "../../core/conversations/actions/controlActions.ts";
import type { Conversations } from "../../core/conversations/conversations.ts";
import type { Later } from "../../shared/base/later.ts";
import type { PageTabs } from "../pages/pageTabs.ts";
import { readConversationArgument, readTextArgument } from "./arguments.ts";
import { commandTable } from "./commandTable.ts";

export interface ControlCommandsOptions {
  readonly conversations: Conversations;
  readonly controls: ControlActions;
  readonly pages: Later<PageTabs>;
  readonly copyStatus: () => Promise<void>;
}

/**
 * Returns the commands that show or set the current controls of a conversation. A page passes its conversation and the
 * text typed after the command.
 */
export function createControlCommands({ conversations, controls, pages, copyStatus }: ControlCommandsOptions) {
  const idOf = (argument: unknown) => readConversationArgument(conversations, argument);
  return commandTable({
    selectModel: (argument, typed) => controls.select("model", idOf(argument), readTextArgument(typed)),
    selectEffort: (argument, typed) => controls.select("effort", idOf(argument), readTextArgument(typed)),
    selectThinking: (argument, typed) => controls.select("maxThinkingTokens", idOf(argument), readTextArgument(typed)),
    selectFastMode: (argument, typed) => controls.select("fastMode", idOf(argument), readTextArgument(typed)),
    selectPermissionMode: (argument, typed) =>
      controls.select("permissionMode", idOf(argument), readTextArgument(typed)),
    "mode.default": () => controls.setMode("default"),
    "mode.acceptEdits": () => controls.setMode("acceptEdits"),
    "mode.plan": () => controls.setMode("plan"),
    "mode.auto": () => controls.setMode("auto"),
    "mode.dontAsk": () => controls.setMode("dontAsk"),
    "mode.bypassPermissions": () => controls.setMode("bypassPermissions"),
    resetToSettings: (argument) => controls.reset(idOf(argument)),
    cycleMode: (argument) => controls.cycleMode(idOf(argument)),
    status: () => pages.show("status"),
    usage: () => pages.show("usage"),
    "status.copy": copyStatus,
    "mcp.manage": () => pages.show("mcp"),
  });
}
