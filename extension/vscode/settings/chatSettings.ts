import * as vscode from "vscode";
import type { FolderSettings } from "../../core/options/folderSettings.ts";
import type { PanelOptions } from "../../shared/contract/panelOptions.ts";

/** Returns the options for the appearance and the keys of the chat, from the settings and the workspace. */
export function readChatSettings(
  settings: Pick<FolderSettings, "read">,
): Pick<PanelOptions, "sendKey" | "showThinking" | "fontSize" | "showsFolder" | "isBypassAllowed" | "asksInCopies"> {
  return {
    sendKey: settings.read("chat.sendKey"),
    showThinking: settings.read("chat.showThinking"),
    fontSize: settings.read("chat.fontSize"),
    // The working folder is plain only if the workspace has a single folder.
    showsFolder: vscode.workspace.workspaceFolders?.length !== 1,
    isBypassAllowed: settings.read("allowDangerouslySkipPermissions"),
    asksInCopies: !settings.read("isolation.allowEdits"),
  };
}

/** Returns whether one of these settings is among those that `readChatSettings` reads. */
export function hasPanelOption(names: ReadonlySet<string>): boolean {
  return (
    names.has("allowDangerouslySkipPermissions") ||
    names.has("isolation.allowEdits") ||
    [...names].some((name) => name.startsWith("chat."))
  );
}
