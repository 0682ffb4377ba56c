import * as vscode from "vscode";
import type { PanelOptions } from "../../contract/panelOptions.ts";
import type { ValidatedSettings } from "./settings.ts";

/** Returns the options for the appearance and the keys of the chat, from the settings and the workspace. */
export function readChatSettings(settings: ValidatedSettings): Pick<PanelOptions, "sendKey" | "showThinking" | "fontSize" | "showsFolder" | "isBypassAllowed"> {
  return {
    sendKey: settings.read("chat.sendKey", "enter"),
    showThinking: settings.read("chat.showThinking", "collapsed"),
    fontSize: settings.read("chat.fontSize", null),
    // Where `claude` works is plain only with a single folder.
    showsFolder: vscode.workspace.workspaceFolders?.length !== 1,
    isBypassAllowed: settings.read("allowDangerouslySkipPermissions", false),
  };
}
