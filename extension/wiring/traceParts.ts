import * as vscode from "vscode";
import { TraceActions, type TraceActionsOptions } from "../core/conversations/actions/traceActions.ts";
import { TraceFiles } from "../node/storage/traceFiles.ts";
import { createTraceDialogs } from "../vscode/dialogs/traceDialogs.ts";

export interface TracePartsOptions extends Omit<TraceActionsOptions, "files" | "dialogs"> {
  readonly context: vscode.ExtensionContext;
  readonly dialogs: Pick<TraceActionsOptions["dialogs"], "say">;
}

/** Builds the action that records and replays traces, which are stored by this extension. */
export function createTraceActions({ context, dialogs, ...options }: TracePartsOptions): TraceActions {
  const folder = vscode.Uri.joinPath(context.globalStorageUri, "traces");
  return new TraceActions({
    ...options,
    files: new TraceFiles(folder.fsPath),
    dialogs: createTraceDialogs(folder, (refusal) => dialogs.say(refusal)),
  });
}
