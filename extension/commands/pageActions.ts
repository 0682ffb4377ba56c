import { actions } from "../contract/fromWebview.ts";
import type { ConversationActions } from "../conversations/actions/conversationActions.ts";
import type { TerminalActions } from "../conversations/actions/terminalActions.ts";
import type { RunAction } from "../panel/panelActions.ts";
import type { Commands } from "./allCommands.ts";

export interface PageActionsOptions {
  readonly commands: Commands;
  readonly actions: Pick<ConversationActions, "explainAside">;
  readonly terminal: Pick<TerminalActions, "offer">;
}

/**
 * Returns a function that runs the commands of a page with the conversation of the page. `askAside` and `continueInTerminal`, when typed on a page,
 * run other actions than the commands of the same names.
 */
export function createPageActions({ commands, actions: conversation, terminal }: PageActionsOptions): RunAction {
  return (action, id, argument) => {
    if (action === "askAside") return conversation.explainAside(id);
    if (action === "continueInTerminal") return terminal.offer(id);
    return commands[actions[action]](id, argument);
  };
}
