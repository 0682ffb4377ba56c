import * as vscode from "vscode";
import type { LiveServerDialogs } from "../../core/conversations/servers/liveServerActions.ts";
import { mcpDialogText } from "../../shared/pages/mcpPageText.ts";
import type { Messages } from "../dialogs/messages.ts";
import { toLabelText } from "../plainText.ts";

/** Returns the dialogs about running MCP servers. */
export function createLiveServerDialogs(messages: Messages): LiveServerDialogs {
  return {
    showOutcome(action, server, outcome) {
      const reason =
        outcome.code === "failed" ? outcome.reason : outcome.code === "silent" ? mcpDialogText.silent() : undefined;
      const message =
        reason !== undefined
          ? mcpDialogText.failed(action, server, reason)
          : outcome.code === "unsupported"
            ? mcpDialogText.unsupported(action)
            : mcpDialogText.notRunning();
      messages.warn(message);
    },

    async askCallback(server) {
      const paste = mcpDialogText.pasteAddress();
      if ((await messages.ask("information", mcpDialogText.signInHint(server), [paste]).answer) !== paste)
        return undefined;
      const validateInput = (text: string): string | undefined =>
        isCallback(text) ? undefined : mcpDialogText.noAddress();
      return vscode.window.showInputBox({
        title: toLabelText(server),
        prompt: mcpDialogText.address(),
        ignoreFocusOut: true,
        validateInput,
      });
    },
  };
}

/** Returns true for an address that carries the result of a sign-in. */
function isCallback(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { searchParams } = new URL(text);
  return searchParams.has("code") || searchParams.has("error");
}
