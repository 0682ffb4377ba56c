import * as vscode from "vscode";
import type { ConversationActions } from "../../core/conversations/actions/conversationActions.ts";
import type { ExportAction } from "../../core/conversations/actions/exportAction.ts";
import type { FindActions } from "../../core/conversations/actions/findActions.ts";
import type { RowActions } from "../../core/conversations/actions/rowActions.ts";
import type { TerminalActions } from "../../core/conversations/actions/terminalActions.ts";
import type { TurnActions } from "../../core/conversations/actions/turnActions.ts";
import type { Conversations } from "../../core/conversations/conversations.ts";
import type { AgentFollower } from "../../core/conversations/files/agentFollower.ts";
import type { SandboxedAction } from "../../core/conversations/isolation/sandboxedAction.ts";
import type { InterruptionAction } from "../../shared/contract/fromWebview.ts";
import { readConversationArgument, readListArgument, readListedArgument, readTextArgument } from "./arguments.ts";
import { type CommandHandler, commandTable } from "./commandTable.ts";

export interface ConversationCommandsOptions {
  readonly conversations: Conversations;
  readonly actions: ConversationActions;
  readonly turns: TurnActions;
  readonly exports: Pick<ExportAction, "run">;
  readonly terminal: TerminalActions;
  readonly find: FindActions;
  readonly follow: AgentFollower;
  readonly rows: RowActions;
  readonly sandboxed: SandboxedAction;
}

/** Returns the commands for a whole conversation: the one in the argument, else the current one. */
export function createConversationCommands(options: ConversationCommandsOptions) {
  const { conversations, actions, turns, exports, terminal, find, follow, rows, sandboxed } = options;
  const afterInterruption =
    (action: InterruptionAction): CommandHandler =>
    () =>
      conversations.current && turns.afterCut(conversations.current.id, action);
  return commandTable({
    newConversation: () => actions.startNew(),
    newSandboxed: () => sandboxed.start(),
    openConversation: (argument) => actions.openListed(readListArgument(argument)),
    openInEditor: (argument) => actions.openInEditor(readListArgument(argument)),
    continueLast: () => actions.continueLast(),
    nextWaiting: () => actions.showNextWaiting(),
    stop: () => turns.stop(),
    stopConversation: (argument) => {
      const open = conversations.find(readListArgument(argument) ?? "");
      return open && turns.stop(open.id);
    },
    restart: (argument) => actions.restart(readConversationArgument(conversations, argument)),
    retry: (argument) => actions.retry(readConversationArgument(conversations, argument)),
    startAnyway: (argument) => actions.startAnyway(readConversationArgument(conversations, argument)),
    compact: (argument) => turns.compact(readConversationArgument(conversations, argument)),
    continueTurn: afterInterruption("continue"),
    resendMessage: afterInterruption("sendAgain"),
    retryTurn: afterInterruption("retry"),
    compactAndRetry: afterInterruption("compactAndRetry"),
    raiseBudget: afterInterruption("raiseBudget"),
    stopTask: () => rows.stopTask(),
    runInBackground: () => rows.runInBackground(),
    takeOver: () => conversations.current?.externalUse.takeOver(),
    stopWaiting: () => conversations.current?.externalUse.stopWaiting(),
    exportConversation: (argument) => exports.run(readListArgument(argument)),
    continueInTerminal: (argument) => terminal.continueInTerminal(readListedArgument(conversations, argument)),
    copyTerminalCommand: async (argument) => copy(await terminal.commandLine(readListArgument(argument))),
    copyLastReply: () => copy(conversations.current?.conversation.transcript.lastReply),
    find: (argument) => find.openFind(readConversationArgument(conversations, argument)),
    outline: (argument) => find.goToPrompt(readTextArgument(argument)),
    follow: () => follow.toggle(),
  });
}

async function copy(text: string | undefined): Promise<void> {
  if (text !== undefined) await vscode.env.clipboard.writeText(text);
}
