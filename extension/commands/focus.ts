import type { ChatPanels } from "../panel/chatPanels.ts";
import type { Command } from "./command.ts";

export function focusCommand(panels: ChatPanels): Command {
  return { run: () => panels.focusCurrent() };
}
