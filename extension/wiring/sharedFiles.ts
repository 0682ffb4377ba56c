import * as vscode from "vscode";
import { FileLocks } from "../storage/fileLocks.ts";
import { SharedFile } from "../storage/sharedFile.ts";

/** Returns a JSON value of Tandem on the disk of the extension host, which all windows share. */
export function openSharedFile({ globalStorageUri }: vscode.ExtensionContext, name: string): SharedFile {
  const own = (part: string): string => vscode.Uri.joinPath(globalStorageUri, part).fsPath;
  return new SharedFile(own(name), { locks: new FileLocks(own("locks")), backups: own("backups") });
}
