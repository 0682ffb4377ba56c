import type { PageAct } from "../contract/toWebview.ts";
import type { ChatPanels } from "../panel/chatPanels.ts";
import type { Command } from "./command.ts";

/** Does on the page of the current conversation what a key or a button of it does. */
export function pageActCommand(panels: ChatPanels, act: PageAct): Command {
  return { run: () => panels.act(act) };
}
