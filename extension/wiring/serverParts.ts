import path from "node:path";
import * as vscode from "vscode";
import { MoveServersAction } from "../core/conversations/servers/moveServersAction.ts";
import { ServerActions } from "../core/conversations/servers/serverActions.ts";
import { ServerImportAction } from "../core/conversations/servers/serverImportAction.ts";
import type { ServerTrust } from "../core/conversations/servers/serverPorts.ts";
import type { SettingsSource, SettingsWriter } from "../core/options/settingsSource.ts";
import { DiskEditorServerFiles } from "../node/claude/servers/editorServerFiles.ts";
import { ProjectServerFiles } from "../node/claude/servers/serverFiles.ts";
import { FileLocks } from "../node/storage/fileLocks.ts";
import type { Logger } from "../shared/base/logger.ts";
import type { MisplacedServers } from "../vscode/servers/misplacedServers.ts";
import type { OfferedServersOptions } from "../vscode/servers/offeredServers.ts";
import { createServerEditDialogs } from "../vscode/servers/serverEditDialogs.ts";
import { SettingsServerStore } from "../vscode/servers/serverStore.ts";
import type { SettingPlaces } from "../vscode/settings/settingPlaces.ts";
import type { CheckpointParts } from "./checkpointParts.ts";

export interface ServerPartsOptions {
  readonly context: vscode.ExtensionContext;
  readonly secrets: OfferedServersOptions["secrets"];
  readonly misplaced: MisplacedServers;
  readonly trust: ServerTrust;
  readonly places: SettingPlaces;
  readonly source: SettingsSource & SettingsWriter;
  readonly checkpointFiles: Pick<CheckpointParts, "noteSave">;
  readonly log: Logger;
}

/** Builds the objects that define MCP servers: their settings and files, and their secrets. */
export function createServerParts(options: ServerPartsOptions) {
  const { context, secrets, misplaced, trust, places, source, checkpointFiles, log } = options;
  const own = (name: string): string => vscode.Uri.joinPath(context.globalStorageUri, name).fsPath;
  const folders = { locks: new FileLocks(own("locks")), backups: own("backups") };
  const files = new ProjectServerFiles(folders, checkpointFiles.noteSave);
  const store = new SettingsServerStore(files, places, source);
  const dialogs = createServerEditDialogs(log);
  // The editor stores an extension's files in User/globalStorage, and the user's servers in User.
  const userFile = path.join(context.globalStorageUri.fsPath, "..", "..", "mcp.json");
  return {
    store,
    serverEditing: new ServerActions({ store, secrets, dialogs, trust }),
    serverImport: new ServerImportAction({
      files: new DiskEditorServerFiles(userFile),
      store,
      secrets,
      dialogs,
      trust,
    }),
    serverMove: new MoveServersAction(misplaced, store, dialogs),
  };
}
