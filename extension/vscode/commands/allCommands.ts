import type { Logger } from "../../shared/base/logger.ts";
import { getRowLostText } from "../../shared/text/conversationList.ts";
import type { ChatPanels } from "../chat/chatPanels.ts";
import type { Messages } from "../dialogs/messages.ts";
import { reportError } from "../dialogs/reportError.ts";
import { isLostRow } from "./arguments.ts";
import { type AskingCommandsOptions, createAskingCommands } from "./asking.ts";
import { type CheckpointCommandsOptions, createCheckpointCommands } from "./checkpoints.ts";
import type { CommandHandler } from "./commandTable.ts";
import { type ComposerCommandsOptions, createComposerCommands } from "./composer.ts";
import { type ControlCommandsOptions, createControlCommands } from "./controls.ts";
import { type ConversationCommandsOptions, createConversationCommands } from "./conversation.ts";
import { createIsolationCommands, type IsolationCommandsOptions } from "./isolation.ts";
import { createListCommands, type ListCommandsOptions } from "./list.ts";
import { createPageCommands } from "./page.ts";
import { createPanelCommands } from "./panel.ts";
import { createRequestCommands, type RequestCommandsOptions } from "./requests.ts";
import { createReviewCommands, type ReviewCommandsOptions } from "./review.ts";
import { createRewindCommands, type RewindCommandsOptions } from "./rewind.ts";
import { createServerCommands, type ServerCommandsOptions } from "./servers.ts";
import { createWindowCommands, type WindowCommandsOptions } from "./window.ts";

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
    RewindCommandsOptions,
    ServerCommandsOptions,
    WindowCommandsOptions {
  readonly panels: ChatPanels;
}

export type Commands = ReturnType<typeof createAllCommands>;

/** Returns the handlers of all commands by command id. */
export function createAllCommands(parts: CommandParts) {
  const commands = {
    ...createConversationCommands(parts),
    ...createAskingCommands(parts),
    ...createCheckpointCommands(parts),
    ...createIsolationCommands(parts),
    ...createListCommands(parts),
    ...createRequestCommands(parts),
    ...createReviewCommands(parts),
    ...createRewindCommands(parts),
    ...createControlCommands(parts),
    ...createServerCommands(parts),
    ...createComposerCommands(parts),
    ...createPageCommands(parts.panels),
    ...createWindowCommands(parts),
  };
  return { ...commands, ...createPanelCommands(commands, parts) };
}

/** Returns a function that runs commands by their ids in the manifest. It logs and shows the errors of a command. */
export function createCommandRunner(
  commands: Commands,
  logger: Logger,
  messages: Messages,
): (id: string, given: readonly unknown[]) => Promise<void> {
  const byId = new Map<string, CommandHandler>(Object.entries(commands));
  return async (id, given) => {
    try {
      // Without this check, "Delete" on a lost row would apply to the current conversation.
      if (isLostRow(given)) return messages.inform(getRowLostText());
      await byId.get(id.replace(/^tandem\./, ""))?.(given[0], given[1]);
    } catch (error) {
      reportError(id, error, logger, messages);
    }
  };
}
