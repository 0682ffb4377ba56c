import type { ConversationActions } from "../../core/conversations/actions/conversationActions.ts";
import type { TerminalActions } from "../../core/conversations/actions/terminalActions.ts";
import type { Panels } from "../../core/conversations/ports.ts";
import { type Action, actions } from "../../shared/contract/fromWebview.ts";
import type { RunAction } from "../chat/panelActions.ts";
import type { Commands } from "./allCommands.ts";

export interface PageActionsOptions {
  readonly commands: Commands;
  readonly actions: Pick<ConversationActions, "explainAside">;
  readonly terminal: Pick<TerminalActions, "offer">;
  readonly panels: Pick<Panels, "focus">;
}

/** Actions that show at most a list of the editor, which stays until the user answers or cancels it. */
const withList: ReadonlySet<Action> = new Set([
  ...(["selectModel", "selectMode", "selectEffort", "selectThinking", "selectFastMode"] as const),
  ...(["rename", "promptHistory", "rewind"] as const),
]);

/**
 * Returns a function that runs the commands of a page with the conversation of the page. `askAside` and
 * `continueInTerminal`, when typed on a page, run other actions than the commands of the same names. After a list of
 * the editor, which would give the focus to an editor, the page has it again.
 */
export function createPageActions({
  commands,
  actions: conversation,
  terminal,
  panels,
}: PageActionsOptions): RunAction {
  return async (action, id, argument) => {
    if (action === "askAside") return conversation.explainAside(id);
    if (action === "continueInTerminal") return terminal.offer(id);
    await commands[actions[action]](id, argument);
    if (argument === undefined && withList.has(action)) await panels.focus(id);
  };
}
