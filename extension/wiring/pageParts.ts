import * as vscode from "vscode";
import type { Conversations } from "../core/conversations/conversations.ts";
import type { RuleFiles, ServerLogs } from "../core/conversations/ports.ts";
import type { RepositoryTrust } from "../core/conversations/repositoryTrust.ts";
import { LiveServerActions } from "../core/conversations/servers/liveServerActions.ts";
import { ServerDetails } from "../core/conversations/servers/serverDetails.ts";
import type { ServerTrust } from "../core/conversations/servers/serverPorts.ts";
import type { Clock } from "../shared/base/clock.ts";
import type { Logger } from "../shared/base/logger.ts";
import { createMask } from "../shared/base/maskSecrets.ts";
import { reachWindow } from "../vscode/chat/reachWindow.ts";
import type { PageFailures } from "../vscode/chat/startFailures.ts";
import type { Messages } from "../vscode/dialogs/messages.ts";
import { reportError } from "../vscode/dialogs/reportError.ts";
import { openLink } from "../vscode/files/openTarget.ts";
import { saveUsage } from "../vscode/files/saveUsage.ts";
import { McpPage } from "../vscode/pages/mcpPage.ts";
import { PageTabs } from "../vscode/pages/pageTabs.ts";
import { UsagePage } from "../vscode/pages/usagePage.ts";
import { createLiveServerDialogs } from "../vscode/servers/liveServerDialogs.ts";
import { createServerParts, type ServerPartsOptions } from "./serverParts.ts";
import { createStatusParts, type StatusPartsOptions } from "./statusParts.ts";

export interface PagePartsOptions
  extends ServerPartsOptions,
    Pick<
      StatusPartsOptions,
      "config" | "listSecrets" | "settings" | "measureCheckpoints" | "checkpoints" | "selectOption" | "run"
    > {
  readonly context: vscode.ExtensionContext;
  readonly failures: PageFailures;
  readonly conversations: Conversations;
  readonly rules: RuleFiles;
  readonly trust: ServerTrust & Pick<RepositoryTrust, "acknowledge">;
  readonly logs: ServerLogs;
  readonly messages: Messages;
  readonly clock: Clock;
  readonly log: Logger & vscode.LogOutputChannel;
}

/** Builds the pages in editor tabs and the objects behind them, which are loaded with the first of them. */
export function createPageParts(options: PagePartsOptions) {
  const { context, failures, conversations, settings, rules, trust, logs, messages, clock, log } = options;
  const { store, serverEditing: editing, serverImport, serverMove } = createServerParts(options);
  const live = new LiveServerActions({ conversations, dialogs: createLiveServerDialogs(messages), openLink });
  const onDidChange = (listener: () => void) =>
    settings.onDidChange(({ names }) => names.has("mcpServers") && listener());
  const details = new ServerDetails({ store, rules, editing, trust, onDidChange });
  const openSettings = (): Thenable<unknown> =>
    vscode.commands.executeCommand("workbench.action.openSettings", "tandem.mcpServers");
  const importServers = (folder: string | undefined): Promise<void> => serverImport.run(folder);
  const status = createStatusParts(options);
  const pages = new PageTabs({
    extension: context.extensionUri,
    failures,
    sources: {
      status: status.newPage,
      usage: () => new UsagePage({ conversations, clock, logger: log, save: saveUsage }),
      mcp: () =>
        new McpPage({
          conversations,
          live,
          editing,
          importServers,
          details,
          logs,
          mask: createMask(options.listSecrets),
          openSettings,
          clock,
          logger: log,
        }),
    },
    clock,
    reachWindow,
    logger: log,
    report: (error) => reportError("page", error, log, messages),
  });
  context.subscriptions.push(pages);
  return { pages, copyStatus: status.copy, serverEditing: editing, serverImport, serverMove };
}
