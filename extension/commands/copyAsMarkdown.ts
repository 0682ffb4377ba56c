import type { ChatPanels } from "../panel/chatPanels.ts";
import type { Command } from "./command.ts";

/** Copies what is selected in the current conversation as Markdown. */
export function copyAsMarkdownCommand(panels: ChatPanels): Command {
  return { run: () => panels.copySelection() };
}
