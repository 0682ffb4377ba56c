import * as vscode from "vscode";
import { orLogged } from "./base/background.ts";
import type { Clock } from "./base/clock.ts";
import type { Logger } from "./base/logger.ts";
import { LiveServerActions } from "./conversations/actions/liveServerActions.ts";
import type { ServerEditing } from "./conversations/actions/serverActions.ts";
import { ServerDetails } from "./conversations/actions/serverDetails.ts";
import type { Conversations } from "./conversations/conversations.ts";
import type { RuleFiles, ServerLogs } from "./conversations/ports.ts";
import type { ServerStore } from "./conversations/serverPorts.ts";
import { liveServerDialogs } from "./editor/dialogs/liveServerDialogs.ts";
import { openLink } from "./editor/files/openTarget.ts";
import { McpPage } from "./panel/mcpPage.ts";
import type { Conversation } from "./session/conversation.ts";
import type { Servers } from "./session/mcp/serverSet.ts";

export interface McpPartsOptions {
  readonly conversations: Conversations;
  readonly store: ServerStore;
  readonly editing: ServerEditing;
  /** Returns the servers of the settings of a folder, with every placeholder replaced. */
  readonly prepare: (folder: string) => Promise<Servers>;
  readonly rules: RuleFiles;
  readonly logs: ServerLogs;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Builds the objects behind the page "MCP Servers". Contains no logic. */
export function mcpParts({ conversations, store, editing, prepare, rules, logs, clock, log }: McpPartsOptions) {
  const live = new LiveServerActions({ conversations, dialogs: liveServerDialogs, openLink });
  const details = new ServerDetails({
    store,
    rules,
    editing,
    onDidChange: (listener) => vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("tandem.mcpServers") && listener()),
  });
  const openSettings = (): Thenable<unknown> => vscode.commands.executeCommand("workbench.action.openSettings", "tandem.mcpServers");
  /** Replaces the servers of a running conversation by those of the settings. Returns false if that needs a restart. Never rejects. */
  const applyServers = async ({ controls }: Conversation, folder: string): Promise<boolean> => {
    const changes = await orLogged(
      prepare(folder).then((servers) => controls.servers.applyServers(servers)),
      log,
      "changing MCP servers",
    );
    return changes !== undefined && changes.needRestart.length === 0;
  };
  return { applyServers, page: () => new McpPage({ conversations, live, editing, details, logs, openSettings, clock, logger: log }) };
}
