import type * as vscode from "vscode";
import { DeleteDataAction, type DeleteDataOptions } from "../core/conversations/actions/deleteDataAction.ts";
import type { ProcessLocks } from "../node/processes/processLocks.ts";
import { OwnDataFiles } from "../node/storage/ownData.ts";
import { dataDialogs } from "../vscode/dialogs/dataDialogs.ts";
import type { SavedFiles } from "./savedFiles.ts";

export interface DataPartsOptions extends Omit<DeleteDataOptions, "data" | "questions" | "isUsedElsewhere"> {
  readonly context: vscode.ExtensionContext;
  readonly saved: Pick<SavedFiles, "end">;
  readonly checkpointFiles: { readonly isOpenElsewhere: () => Promise<boolean> };
  readonly locks: Pick<ProcessLocks, "listOtherWork">;
}

/** Builds the deletion of Tandem's own data. */
export function createDeleteDataAction({
  context,
  saved,
  checkpointFiles,
  locks,
  ...options
}: DataPartsOptions): DeleteDataAction {
  const { globalStorageUri, storageUri, secrets } = context;
  const data = new OwnDataFiles({
    shared: globalStorageUri.fsPath,
    workspace: storageUri?.fsPath,
    secrets,
    endSaving: () => saved.end(),
  });
  const isUsedElsewhere = async (): Promise<boolean> =>
    (await checkpointFiles.isOpenElsewhere()) || (await locks.listOtherWork()).length > 0;
  return new DeleteDataAction({ ...options, questions: dataDialogs, data, isUsedElsewhere });
}
