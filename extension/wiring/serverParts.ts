import path from "node:path";
import * as vscode from "vscode";
import type { Logger } from "../base/logger.ts";
import { MoveServersAction } from "../conversations/actions/servers/moveServersAction.ts";
import { ServerActions } from "../conversations/actions/servers/serverActions.ts";
import { ServerImportAction } from "../conversations/actions/servers/serverImportAction.ts";
import type { ServerTrust } from "../conversations/serverPorts.ts";
import { MisplacedServers } from "../editor/servers/misplacedServers.ts";
import { OfferedServers, type OfferedServersOptions } from "../editor/servers/offeredServers.ts";
import { createServerEditDialogs } from "../editor/servers/serverEditDialogs.ts";
import { SettingsServerStore } from "../editor/servers/serverStore.ts";
import { DiskEditorServerFiles } from "../storage/editorServerFiles.ts";
import { FileLocks } from "../storage/fileLocks.ts";
import { ProjectServerFiles } from "../storage/serverFiles.ts";

export interface ServerPartsOptions extends OfferedServersOptions {
  /** Returns the settings files of the user for `claude`, one for each profile. */
  readonly userSettingsFiles: () => readonly string[];
}

/** Builds the objects that define MCP servers: their settings and files, their secrets, and what the editor is offered. Contains no logic. */
export function createServerParts(context: vscode.ExtensionContext, log: Logger, trust: ServerTrust, options: ServerPartsOptions) {
  const own = (name: string): string => vscode.Uri.joinPath(context.globalStorageUri, name).fsPath;
  const files = new ProjectServerFiles({ locks: new FileLocks(own("locks")), backups: own("backups") });
  const store = new SettingsServerStore(files);
  const dialogs = createServerEditDialogs(log);
  const misplaced = new MisplacedServers(options.userSettingsFiles);
  // The editor stores an extension's files in User/globalStorage, and the user's servers in User.
  const userFile = path.join(context.globalStorageUri.fsPath, "..", "..", "mcp.json");
  return {
    store,
    serverEditing: new ServerActions(store, options.secrets, dialogs, trust),
    serverImport: new ServerImportAction(new DiskEditorServerFiles(userFile), store, options.secrets, dialogs, trust),
    serverMove: new MoveServersAction(misplaced, store, dialogs),
    disposables: [new OfferedServers(options), misplaced],
  };
}
