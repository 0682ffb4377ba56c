import { randomUUID } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import { toView } from "../core/conversations/isolationPorts.ts";
import type { FolderSettings } from "../core/options/folderSettings.ts";
import { describeForModel, describeUpdate, getIsolatedEnvironment } from "../node/isolation/describeFolder.ts";
import { DiskIsolation } from "../node/isolation/diskIsolation.ts";
import type { Clock } from "../shared/base/clock.ts";
import type { IsolationView } from "../shared/contract/changes/isolation.ts";
import { findGitProgram } from "../vscode/files/git.ts";

/** Builds the isolated folders. */
export function createIsolationParts(
  context: vscode.ExtensionContext,
  settings: FolderSettings,
  clock: Clock,
  log: vscode.LogOutputChannel,
) {
  const folders = new DiskIsolation({
    place: path.join(context.globalStorageUri.fsPath, "isolated"),
    findGit: findGitProgram,
    allowedRoots: () => [
      ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
      ...settings.read("isolation.roots"),
    ],
    maxBytes: () => settings.read("isolation.maxMegabytes") * 1024 * 1024,
    now: () => clock.now(),
    newId: randomUUID,
    logger: log,
  });
  return {
    folders,
    /** Returns the requirements of a start in a folder; undefined for a folder that is not isolated. */
    find: (folder: string) => {
      const found = folders.find(folder);
      return (
        found && {
          origin: found.origin,
          folder: found.folder,
          about: describeForModel(found),
          environment: getIsolatedEnvironment(folders.placeOf(found.id), found),
        }
      );
    },
    /** Returns a folder whose files are still there. */
    findKept: (folder: string) => {
      const found = folders.find(folder);
      return found?.discardedAt === undefined ? found : undefined;
    },
    readUpdate: (folder: string): string | undefined => {
      const worktree = folders.find(folder)?.worktree;
      return worktree && describeUpdate(worktree);
    },
    view: (folder: string): IsolationView | undefined => {
      const found = folders.find(folder);
      return found && toView(found);
    },
  };
}

export type IsolationParts = ReturnType<typeof createIsolationParts>;
