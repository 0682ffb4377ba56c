import * as vscode from "vscode";
import type { Clock } from "./base/clock.ts";
import type { Logger } from "./base/logger.ts";
import { LiveServerActions } from "./conversations/actions/liveServerActions.ts";
import { ServerActions } from "./conversations/actions/serverActions.ts";
import { ServerDetails } from "./conversations/actions/serverDetails.ts";
import type { Conversations } from "./conversations/conversations.ts";
import type { RuleFiles, ServerLogs } from "./conversations/ports.ts";
import type { SecretStore } from "./conversations/serverPorts.ts";
import { liveServerDialogs } from "./editor/dialogs/liveServerDialogs.ts";
import { openLink } from "./editor/files/openTarget.ts";
import { createServerEditDialogs } from "./editor/servers/serverEditDialogs.ts";
import { SettingsServerStore } from "./editor/servers/serverStore.ts";
import { McpPage } from "./panel/mcpPage.ts";
import { FileLocks } from "./storage/fileLocks.ts";
import { ProjectServerFiles } from "./storage/serverFiles.ts";

export interface McpPartsOptions {
  readonly context: vscode.ExtensionContext;
  readonly conversations: Conversations;
  readonly secrets: SecretStore;
  readonly rules: RuleFiles;
  readonly logs: ServerLogs;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Builds the objects behind the page "MCP Servers". Contains no logic. */
export function mcpParts({ context, conversations, secrets, rules, logs, clock, log }: McpPartsOptions) {
  const own = (name: string): string => vscode.Uri.joinPath(context.globalStorageUri, name).fsPath;
  const store = new SettingsServerStore(new ProjectServerFiles({ locks: new FileLocks(own("locks")), backups: own("backups") }));
  const editing = new ServerActions(store, secrets, createServerEditDialogs(log));
  const live = new LiveServerActions({ conversations, dialogs: liveServerDialogs, openLink });
  const details = new ServerDetails({
    store,
    rules,
    editing,
    reported: (folder) => conversations.all.find(({ conversation }) => conversation.state.folder === folder)?.conversation.state.servers ?? [],
    onDidChange: (listener) => vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("tandem.mcpServers") && listener()),
  });
  const openSettings = (): Thenable<unknown> => vscode.commands.executeCommand("workbench.action.openSettings", "tandem.mcpServers");
  return { page: () => new McpPage({ conversations, live, editing, details, logs, openSettings, clock, logger: log }) };
}
