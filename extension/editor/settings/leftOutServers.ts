import * as vscode from "vscode";
import { background } from "../../base/background.ts";
import type { Logger } from "../../base/logger.ts";
import type { LeftOutServer } from "../../contract/serverDefinitions.ts";
import type { SecretStore } from "../../conversations/serverPorts.ts";
import { formatLeftOutServer, serverNoticeText } from "../../text/servers/serverDefinitions.ts";
import { toMessageText } from "../dialogs/plainText.ts";

/** Tells the user which MCP servers are left out, each problem once in a window. */
export class LeftOutServers {
  readonly #logger: Logger;
  readonly #secrets: SecretStore;
  readonly #shown = new Set<string>();

  constructor(logger: Logger, secrets: SecretStore) {
    this.#logger = logger;
    this.#secrets = secrets;
  }

  show(leftOut: readonly LeftOutServer[]): void {
    for (const server of leftOut) {
      const message = formatLeftOutServer(server);
      if (this.#shown.has(message)) continue;
      this.#shown.add(message);
      this.#logger.warn(message);
      background(showMessage(message, server, this.#secrets), this.#logger, "showing an MCP server that is left out");
    }
  }
}

/** Shows a message with the button that helps: to enter a secret, or to open the setting. */
async function showMessage(message: string, { name, place, problem }: LeftOutServer, secrets: SecretStore): Promise<void> {
  const enter = serverNoticeText.enterSecret();
  const open = serverNoticeText.openSettings();
  if (problem.code !== "secretMissing") {
    if ((await vscode.window.showWarningMessage(toMessageText(message), open)) === open)
      await vscode.commands.executeCommand("workbench.action.openSettings", "tandem.mcpServers");
  } else if ((await vscode.window.showWarningMessage(toMessageText(message), enter)) === enter) {
    await secrets.replace({ place, secret: problem.secret, server: name, address: problem.address });
  }
}
