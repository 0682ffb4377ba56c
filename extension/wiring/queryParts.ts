import { randomUUID } from "node:crypto";
import type * as vscode from "vscode";
import { ExtensionAccess } from "../core/api/extensionAccess.ts";
import { ExtensionQueries } from "../core/api/extensionQueries.ts";
import type { Launcher, UnsavedFiles } from "../core/conversation/ports/ports.ts";
import type { Conversations } from "../core/conversations/conversations.ts";
import type { IsolationActions } from "../core/conversations/isolation/isolationActions.ts";
import type { Folders } from "../core/conversations/ports.ts";
import type { FunctionServer } from "../core/ideTools/mcpServer.ts";
import type { FolderSettings } from "../core/options/folderSettings.ts";
import type { InProcessServer } from "../core/protocol/servers/mcpBridge.ts";
import type { Clock } from "../shared/base/clock.ts";
import { createAccessMemory } from "../vscode/api/accessMemory.ts";
import { VscodeApiEditor } from "../vscode/api/apiEditor.ts";
import { CommitMessages } from "../vscode/asking/commitMessages.ts";
import { accessDialogs, manageAccess } from "../vscode/dialogs/accessDialogs.ts";
import type { IsolationParts } from "./isolationParts.ts";
import type { SavedFiles } from "./savedFiles.ts";

export interface QueryPartsOptions {
  readonly context: vscode.ExtensionContext;
  readonly saved: SavedFiles;
  readonly conversations: Conversations;
  readonly launcher: Launcher;
  readonly folders: Folders;
  readonly settings: FolderSettings;
  readonly editors: UnsavedFiles;
  readonly isolation: IsolationParts;
  readonly isolated: Pick<IsolationActions, "makeCopy" | "getChoices">;
  readonly loadServer: (server: FunctionServer) => Promise<InProcessServer>;
  readonly clock: Clock;
  readonly log: vscode.LogOutputChannel;
}

/** Builds the objects behind the queries of other extensions, which are loaded with the first of them. */
export function createQueryParts({
  context,
  saved,
  conversations,
  launcher,
  folders,
  settings,
  editors,
  isolation,
  isolated,
  loadServer,
  clock,
  log,
}: QueryPartsOptions) {
  const access = new ExtensionAccess(
    accessDialogs,
    createAccessMemory(saved.share("access.json")),
    context.extension.id,
  );
  const editor = new VscodeApiEditor(folders, settings);
  const api = new ExtensionQueries({
    conversations,
    launcher,
    editor,
    access,
    unsavedFiles: editors,
    clock,
    newId: randomUUID,
    loadServer,
    logger: log,
    isolation: {
      copy: (origin, signal) => isolated.makeCopy(origin, signal),
      findOrigin: (folder) => isolation.findKept(folder)?.origin,
      getChoices: (origin) => isolated.getChoices(origin),
    },
  });
  return {
    api,
    manageAccess: () => manageAccess(access, editor),
    commitMessages: new CommitMessages(api, context.extension.id),
  };
}
