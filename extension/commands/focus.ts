import type { ChatView } from "../panel/chatView.ts";
import type { Command } from "./command.ts";

export function focusCommand(view: ChatView): Command {
  return { run: () => view.focusShown() };
}
