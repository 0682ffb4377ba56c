import { randomUUID } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import { AttemptActions } from "../core/conversations/isolation/attemptActions.ts";
import { IsolationActions, type IsolationActionsOptions } from "../core/conversations/isolation/isolationActions.ts";
import {
  readCopyChoice,
  readIsolatedChoices,
  readWorktreeSettings,
} from "../core/conversations/isolation/isolationSettings.ts";
import { WorktreeActions } from "../core/conversations/isolation/worktreeActions.ts";
import type { Notifier } from "../core/conversations/ports.ts";
import type { FolderSettings } from "../core/options/folderSettings.ts";
import { getIsolatedEnvironment } from "../node/isolation/describeFolder.ts";
import type { Clock } from "../shared/base/clock.ts";
import type { SettingProblem } from "../shared/contract/settingProblem.ts";
import { createAttemptDialogs } from "../vscode/dialogs/attemptDialogs.ts";
import { createIsolationDialogs, getLabel } from "../vscode/dialogs/isolationDialogs.ts";
import type { Messages } from "../vscode/dialogs/messages.ts";
import { createWorktreeDialogs } from "../vscode/dialogs/worktreeDialogs.ts";
import { mergeBranch } from "../vscode/files/git.ts";
import { runSetUpTask } from "../vscode/terminal/setUpTask.ts";
import type { IsolationParts } from "./isolationParts.ts";

export interface IsolationActionPartsOptions
  extends Pick<IsolationActionsOptions, "conversations" | "actions" | "folders"> {
  readonly isolation: IsolationParts;
  readonly settings: FolderSettings;
  readonly findSandbox: (folder: string) => SettingProblem | undefined;
  readonly dialogs: Notifier & { readonly messages: Messages };
  readonly mergeEditors: IsolationActionsOptions["editors"];
  readonly review: { readonly changesView: IsolationActionsOptions["view"] };
  readonly clock: Clock;
  readonly log: vscode.LogOutputChannel;
}

/** Builds the actions on isolated folders, which are loaded with the first of them. */
export function createIsolationActions(options: IsolationActionPartsOptions) {
  const { isolation, settings, findSandbox, dialogs: base, review, mergeEditors, clock, log, ...others } = options;
  const dialogs = createIsolationDialogs({
    say: (refusal) => base.say(refusal),
    messages: base.messages,
    now: () => clock.now(),
    review: (id) => actions.review(id),
    undo: (id) => actions.undoApply(id),
  });
  const choices = (origin: string) =>
    readIsolatedChoices(settings, origin, (folder) => findSandbox(folder) === undefined);
  const copyChoice = (origin: string) => readCopyChoice(settings, origin);
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
    questions: createWorktreeDialogs(base.messages),
    isTrusted: () => vscode.workspace.isTrusted,
    settings: (origin) => readWorktreeSettings(settings, origin),
    now: () => clock.now(),
    runSetUp: (folder, command) =>
      runSetUpTask(folder.folder, command, getIsolatedEnvironment(isolation.folders.placeOf(folder.id), folder)),
    merge: mergeBranch,
    startIn: (folder) => actions.startIn(folder),
  });
  const attempts = new AttemptActions({
    ...others,
    copyChoice,
    isolated: isolation.folders,
    isolation: actions,
    dialogs,
    questions: createAttemptDialogs(base.messages),
    choices,
    newId: randomUUID,
  });
  return { isolated: actions, worktrees, attempts, showRecovered: dialogs.showRecovered };
}
