import * as vscode from "vscode";
import type { ConversationActions } from "../core/conversations/actions/conversationActions.ts";
import { RepositoryWatch } from "../core/conversations/actions/repositoryWatch.ts";
import type { RepositoryTrust } from "../core/conversations/repositoryTrust.ts";
import type { FolderSettings } from "../core/options/folderSettings.ts";
import type { ChatPanels } from "../vscode/chat/chatPanels.ts";
import { watchFolderFacts } from "../vscode/files/folderFacts.ts";
import { watchRepository } from "../vscode/files/repositoryWatch.ts";
import { onFirstFolders } from "../vscode/files/workingFolder.ts";
import { hasPanelOption } from "../vscode/settings/chatSettings.ts";
import { createTurnParts, type TurnPartsOptions } from "./turnParts.ts";
import { createViews, type ViewPartsOptions } from "./viewParts.ts";

export interface WindowPartsOptions extends ViewPartsOptions, Omit<TurnPartsOptions, "idleMinutes" | "extension"> {
  readonly context: vscode.ExtensionContext;
  readonly settings: FolderSettings;
  readonly trust: RepositoryTrust;
  readonly panels: ChatPanels;
  readonly actions: Pick<ConversationActions, "onFirstFolders" | "onTrusted">;
  readonly log: vscode.LogOutputChannel;
}

/** Builds the native views, and connects conversations and panels with what changes in the window. */
export function createWindowParts(options: WindowPartsOptions): void {
  const { keep, context, conversations, settings, trust, panels, actions, clock, log } = options;
  keep(new RepositoryWatch({ conversations, trust, watch: watchRepository, clock }));
  createViews(options);
  createTurnParts({
    ...options,
    idleMinutes: () => settings.read("pauseAfterMinutes"),
    extension: context.extension,
  });
  keep(onFirstFolders(() => actions.onFirstFolders()));
  keep(vscode.workspace.onDidChangeWorkspaceFolders(() => panels.refreshOptions()));
  keep(watchFolderFacts(log, () => panels.renewStarters()));
  keep(vscode.workspace.onDidGrantWorkspaceTrust(() => actions.onTrusted()));
  keep(
    settings.onDidChange(({ names }) => {
      if (hasPanelOption(names)) panels.refreshOptions();
      if (names.has("maxRunningConversations")) conversations.room.startNext();
    }),
  );
}
