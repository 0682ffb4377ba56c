import type { PageCommand } from "../../shared/contract/toWebview.ts";
import type { ChatPanels } from "../chat/chatPanels.ts";
import { type CommandHandler, commandTable } from "./commandTable.ts";

/**
 * Returns the commands that the page of the current conversation executes, in the same way as its own keys and buttons.
 */
export function createPageCommands(panels: ChatPanels) {
  const act =
    (name: PageCommand): CommandHandler =>
    () =>
      panels.act(name);
  return commandTable({
    focus: () => panels.focusCurrent(),
    copyAsMarkdown: () => panels.copySelection(),
    previousPrompt: act("previousPrompt"),
    nextPrompt: act("nextPrompt"),
    findPrevious: act("findPrevious"),
    findNext: act("findNext"),
    showContext: act("showContext"),
    send: act("send"),
    approveAll: act("allowAll"),
    nextRequest: act("nextRequest"),
    editAndResend: act("editLastPrompt"),
    unfoldAll: act("unfoldAll"),
    foldAll: act("foldAll"),
    copyMessage: act("copyMessage"),
  });
}
