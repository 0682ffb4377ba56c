import * as vscode from "vscode";
import { RowActions, type RowActionsOptions } from "../core/conversations/actions/rowActions.ts";
import { type CommandParts, type Commands, createAllCommands } from "../vscode/commands/allCommands.ts";
import type { ComposerParts } from "./composerParts.ts";
import type { DataPartsOptions } from "./dataParts.ts";
import type { IsolationParts } from "./isolationParts.ts";

export interface CommandPartsOptions
  extends Omit<CommandParts, "rows" | "follow" | "drafts" | "serverFolder" | "deleteAllData" | "extensionId">,
    Pick<DataPartsOptions, "context" | "saved" | "checkpointFiles" | "locks"> {
  readonly dialogs: RowActionsOptions["dialogs"] & CommandParts["dialogs"];
  readonly composer: ComposerParts;
  readonly isolation: Pick<IsolationParts, "folders">;
}

/** Builds the commands of the manifest, and the actions that only commands run. */
export function createCommands(options: CommandPartsOptions): Commands {
  const { conversations, composer, context } = options;
  return createAllCommands({
    ...options,
    follow: composer.follow,
    drafts: composer.drafts,
    rows: new RowActions({ ...options, attachments: composer.actions.attachments }),
    serverFolder: () =>
      conversations.current?.conversation.state.folder || vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
    deleteAllData: async () => {
      const { createDeleteDataAction } = await import("./dataParts.ts");
      await createDeleteDataAction({ ...options, isolated: options.isolation.folders }).run();
    },
    extensionId: context.extension.id,
  });
}
