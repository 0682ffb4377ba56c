import * as vscode from "vscode";
import type { Logger } from "../base/logger.ts";
import { toMessageText } from "../editor/dialogs/plainText.ts";
import { reportError } from "../editor/dialogs/reportError.ts";
import type { ChatPanels } from "../panel/chatPanels.ts";
import { getRowLostText } from "../text/conversationList.ts";
import { isLostRow } from "./arguments.ts";
import { type AskingCommandsOptions, askingCommands } from "./asking.ts";
import { type CheckpointCommandsOptions, checkpointCommands } from "./checkpoints.ts";
import type { CommandId, Run } from "./commandIds.ts";
import { type ComposerCommandsOptions, composerCommands } from "./composer.ts";
import { type ControlCommandsOptions, controlCommands } from "./controls.ts";
import { type ConversationCommandsOptions, conversationCommands } from "./conversation.ts";
import { type IsolationCommandsOptions, isolationCommands } from "./isolation.ts";
import { type ListCommandsOptions, listCommands } from "./list.ts";
import { pageCommands } from "./page.ts";
import { type RequestCommandsOptions, requestCommands } from "./requests.ts";
import { type ReviewCommandsOptions, reviewCommands } from "./review.ts";
import { type ServerCommandsOptions, serverCommands } from "./servers.ts";
import { type WindowCommandsOptions, windowCommands } from "./window.ts";

export interface CommandParts
  extends AskingCommandsOptions,
    CheckpointCommandsOptions,
    ComposerCommandsOptions,
    ControlCommandsOptions,
    ConversationCommandsOptions,
    IsolationCommandsOptions,
    ListCommandsOptions,
    RequestCommandsOptions,
    ReviewCommandsOptions,
    ServerCommandsOptions,
    WindowCommandsOptions {
  readonly panels: ChatPanels;
}

export type Commands = Readonly<Record<CommandId, Run>>;

/** Returns the handlers of all commands by command id. */
export function createAllCommands(parts: CommandParts): Commands {
  return {
    ...conversationCommands(parts),
    ...askingCommands(parts),
    ...checkpointCommands(parts),
    ...isolationCommands(parts),
    ...listCommands(parts),
    ...requestCommands(parts),
    ...reviewCommands(parts),
    ...controlCommands(parts),
    ...serverCommands(parts),
    ...composerCommands(parts),
    ...pageCommands(parts.panels),
    ...windowCommands(parts),
  };
}

/** Returns a function that runs commands by their ids in the manifest. It logs and shows the errors of a command. */
export function createCommandRunner(commands: Commands, logger: Logger): (id: string, given: readonly unknown[]) => Promise<void> {
  const byId = new Map<string, Run>(Object.entries(commands));
  return async (id, given) => {
    try {
      // Without this check, "Delete" on a lost row would apply to the current conversation.
      if (isLostRow(given)) return void vscode.window.showInformationMessage(toMessageText(getRowLostText()));
      await byId.get(id.replace(/^tandem\./, ""))?.(given[0], given[1]);
    } catch (error) {
      reportError(id, error, logger);
    }
  };
}
