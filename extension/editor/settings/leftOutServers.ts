import * as vscode from "vscode";
import { background } from "../../base/background.ts";
import type { Logger } from "../../base/logger.ts";
import type { LeftOutServer } from "../../contract/serverDefinitions.ts";
import { formatLeftOutServer, serverNoticeText } from "../../text/serverDefinitions.ts";
import { toMessageText } from "../dialogs/plainText.ts";

/** Tells the user which MCP servers are left out, each problem once in a window. */
export class LeftOutServers {
  readonly #logger: Logger;
  readonly #shown = new Set<string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  show(leftOut: readonly LeftOutServer[]): void {
    for (const server of leftOut) {
      const message = formatLeftOutServer(server);
      if (this.#shown.has(message)) continue;
      this.#shown.add(message);
      this.#logger.warn(message);
      background(showMessage(message), this.#logger, "showing an MCP server that is left out");
    }
  }
}

async function showMessage(message: string): Promise<void> {
  const open = serverNoticeText.openSettings();
  if ((await vscode.window.showWarningMessage(toMessageText(message), open)) === open)
    await vscode.commands.executeCommand("workbench.action.openSettings", "tandem.mcpServers");
}
