import { randomUUID } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import { background } from "../base/background.ts";
import type { Clock } from "../base/clock.ts";
import type { FolderSettings } from "../configuration/folderSettings.ts";
import type { IsolationView } from "../contract/changes/isolation.ts";
import type { SettingProblem } from "../contract/settingProblem.ts";
import { AttemptActions } from "../conversations/actions/isolation/attemptActions.ts";
import { IsolationActions, type IsolationActionsOptions } from "../conversations/actions/isolation/isolationActions.ts";
import { WorktreeActions } from "../conversations/actions/isolation/worktreeActions.ts";
import { type CopyChoice, toView } from "../conversations/isolationPorts.ts";
import type { Notifier } from "../conversations/ports.ts";
import { attemptDialogs } from "../editor/dialogs/attemptDialogs.ts";
import { createIsolationDialogs, getLabel } from "../editor/dialogs/isolationDialogs.ts";
import { worktreeDialogs } from "../editor/dialogs/worktreeDialogs.ts";
import { findGitProgram, mergeBranch } from "../editor/files/git.ts";
import type { ValidatedSettings } from "../editor/settings/settings.ts";
import { runSetUpTask } from "../editor/terminal/setUpTask.ts";
import { describeForModel, describeUpdate, getIsolatedEnvironment } from "../isolation/describeFolder.ts";
import { DiskIsolation } from "../isolation/diskIsolation.ts";

/** Builds the isolated folders. Contains no logic. */
export function createIsolationParts(context: vscode.ExtensionContext, settings: ValidatedSettings, clock: Clock, log: vscode.LogOutputChannel) {
  const folders = new DiskIsolation({
    place: path.join(context.globalStorageUri.fsPath, "isolated"),
    findGit: findGitProgram,
    allowedRoots: () => [...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath), ...settings.read("isolation.roots", [])],
    maxBytes: () => settings.read("isolation.maxMegabytes", 2048) * 1024 * 1024,
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

/** Returns the name that a new branch is offered. */
function suggestBranch(now: number): string {
  return `tandem/${new Date(now).toISOString().slice(0, 16).replace(/[-:]/g, "").replace("T", "-")}`;
}

export interface IsolationActionPartsOptions extends Pick<IsolationActionsOptions, "conversations" | "actions" | "folders"> {
  readonly isolation: IsolationParts;
  readonly settings: ValidatedSettings;
  readonly folderSettings: FolderSettings;
  readonly findSandbox: (folder: string) => SettingProblem | undefined;
  readonly dialogs: Notifier;
  readonly mergeEditors: IsolationActionsOptions["editors"];
  readonly review: { readonly changesView: IsolationActionsOptions["view"] };
  readonly clock: Clock;
  readonly log: vscode.LogOutputChannel;
}

/** Builds the actions on isolated folders, and finishes work that a crash interrupted. Contains no logic. */
export function createIsolationActions(options: IsolationActionPartsOptions) {
  const { isolation, settings, folderSettings, findSandbox, dialogs: base, review, mergeEditors, clock, log, ...others } = options;
  const dialogs = createIsolationDialogs({
    say: (refusal) => base.say(refusal),
    now: () => clock.now(),
    review: (id) => actions.review(id),
    undo: (id) => actions.undoApply(id),
  });
  const choices = (origin: string): Readonly<Record<string, unknown>> => {
    if (!settings.read("isolation.allowEdits", false)) return {};
    return { permissionMode: "acceptEdits", ...(findSandbox(origin) ? {} : { sandbox: { enabled: true } }) };
  };
  const copyChoice = (origin: string): CopyChoice => ({
    rules: {
      include: folderSettings.read("isolation.copyInclude", origin),
      exclude: folderSettings.read("isolation.copyExclude", origin),
      isFollowingLinks: settings.read("isolation.followLinks", false),
    },
    mounts: folderSettings.read("isolation.mounts", origin),
  });
  const actions: IsolationActions = new IsolationActions({
    ...others,
    copyChoice,
    isolated: isolation.folders,
    dialogs,
    view: review.changesView,
    editors: mergeEditors,
    choices,
    toAbsolute: (folder, name) => path.join(folder, ...name.split("/")),
    title: getLabel,
    merge: (folder) => worktrees.merge(folder),
    update: (folder) => worktrees.update(folder),
  });
  const worktrees: WorktreeActions = new WorktreeActions({
    folders: others.folders,
    isolated: isolation.folders,
    dialogs,
    questions: worktreeDialogs,
    isTrusted: () => vscode.workspace.isTrusted,
    settings: (origin) => ({ include: folderSettings.read("isolation.include", origin), setUpCommand: folderSettings.read("isolation.setUpCommand", origin) }),
    suggestBranch: () => suggestBranch(clock.now()),
    runSetUp: (folder, command) => runSetUpTask(folder.folder, command, getIsolatedEnvironment(isolation.folders.placeOf(folder.id), folder)),
    merge: mergeBranch,
    startIn: (folder) => actions.startIn(folder),
  });
  isolation.folders.onDidRecover((done) => dialogs.showRecovered([done]));
  background(
    isolation.folders.recover().then((done) => dialogs.showRecovered(done)),
    log,
    "finishing work on isolated folders",
  );
  const attempts = new AttemptActions({
    ...others,
    copyChoice,
    isolated: isolation.folders,
    isolation: actions,
    dialogs,
    questions: attemptDialogs,
    choices,
    newId: randomUUID,
  });
  return { isolated: actions, worktrees, attempts };
}
