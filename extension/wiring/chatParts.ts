import type * as vscode from "vscode";
import type { ConversationActions } from "../core/conversations/actions/conversationActions.ts";
import type { Conversations } from "../core/conversations/conversations.ts";
import type { PageHealth } from "../core/conversations/lifecycle/pageHealth.ts";
import type { WaitingRequests } from "../core/conversations/requests/waitingRequests.ts";
import type { FolderSettings } from "../core/options/folderSettings.ts";
import { readJsonSync } from "../node/storage/regularFiles.ts";
import type { Clock } from "../shared/base/clock.ts";
import type { ChatPanels } from "../vscode/chat/chatPanels.ts";
import { ChatView } from "../vscode/chat/chatView.ts";
import { EditorTabs } from "../vscode/chat/editorTabs.ts";
import type { PanelActions } from "../vscode/chat/panelActions.ts";
import { readPanelOptions } from "../vscode/chat/panelOptions.ts";
import { reachWindow } from "../vscode/chat/reachWindow.ts";
import type { ChatFailures } from "../vscode/chat/startFailures.ts";
import type { PanelParts } from "../vscode/chat/webviewPanel.ts";
import type { Messages } from "../vscode/dialogs/messages.ts";
import { createPanelReports } from "../vscode/dialogs/reportError.ts";
import { findStarters } from "../vscode/files/folderFacts.ts";
import { inspectPaths } from "../vscode/files/inspectPaths.ts";
import { openFile, openLink } from "../vscode/files/openTarget.ts";
import { copyText, insertCode, openCode } from "../vscode/files/replyCode.ts";
import { readChatSettings } from "../vscode/settings/chatSettings.ts";
import type { Keep } from "./keepIn.ts";

type EditorActions = "openFile" | "openLink" | "lookForFiles" | "insertCode" | "openCode" | "copyText";

export interface ChatPartsOptions {
  readonly keep: Keep;
  readonly context: vscode.ExtensionContext;
  readonly failures: ChatFailures;
  readonly conversations: Conversations;
  readonly waiting: WaitingRequests;
  readonly trouble: PageHealth;
  readonly dialogs: Parameters<typeof createPanelReports>[0] & { readonly messages: Messages };
  readonly settings: FolderSettings;
  readonly panels: ChatPanels;
  /** The actions of a page, without those of the editor. */
  readonly actions: Omit<PanelActions, EditorActions> & { readonly conversations: ConversationActions };
  readonly clock: Clock;
  readonly log: vscode.LogOutputChannel;
}

/** Builds the view and the tabs that show conversations, and registers them. */
export function createChatParts({
  keep,
  context,
  failures,
  conversations,
  waiting,
  trouble,
  dialogs,
  settings,
  panels,
  actions,
  clock,
  log,
}: ChatPartsOptions) {
  const parts: PanelParts = {
    conversations,
    waiting,
    clock,
    logger: log,
    panelOptions: (empty) =>
      readPanelOptions(
        process.env,
        readChatSettings(settings),
        empty === undefined ? undefined : findStarters(empty, readJsonSync),
      ),
    trouble,
    reachWindow,
    ...createPanelReports(dialogs, log),
    checkFiles: () => failures.checkFiles(),
    actions: {
      ...actions,
      openFile,
      openLink,
      lookForFiles: inspectPaths,
      insertCode: (text) => insertCode(text, dialogs.messages),
      openCode,
      copyText,
    },
  };
  const view = keep(new ChatView({ conversations, parts, failures }));
  const tabs = keep(
    new EditorTabs({
      extension: context.extensionUri,
      failures,
      conversations,
      parts,
      clock,
      memory: context.workspaceState,
      find: (name) => actions.conversations.findListed(name),
      didOpen: (id) => actions.conversations.showInTab(id),
      didClose: (id) => actions.conversations.closeTab(id),
    }),
  );
  panels.register({ view, tabs });
  keep(conversations.onDidChangeList(() => parts.banners.keep((id) => conversations.get(id) !== undefined)));
  return { view, tabs };
}
