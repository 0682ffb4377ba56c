import { randomUUID } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import { background } from "../base/background.ts";
import type { Clock } from "../base/clock.ts";
import type { IsolationView } from "../contract/isolation.ts";
import type { SettingProblem } from "../contract/settingProblem.ts";
import { IsolationActions, type IsolationActionsOptions } from "../conversations/actions/isolationActions.ts";
import type { Notifier } from "../conversations/ports.ts";
import { createIsolationDialogs } from "../editor/dialogs/isolationDialogs.ts";
import { editorFiles } from "../editor/files/editorFiles.ts";
import { findGitProgram } from "../editor/files/git.ts";
import type { ValidatedSettings } from "../editor/settings/settings.ts";
import { describeForModel, getIsolatedEnvironment } from "../isolation/describeFolder.ts";
import { DiskIsolation } from "../isolation/diskIsolation.ts";
import { formatIsolation } from "../text/isolation.ts";

/** Builds the isolated folders. Contains no logic. */
export function isolationParts(context: vscode.ExtensionContext, settings: ValidatedSettings, clock: Clock, log: vscode.LogOutputChannel) {
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
        found && { origin: found.origin, folder: found.folder, about: describeForModel(found), environment: getIsolatedEnvironment(folders.placeOf(found.id)) }
      );
    },
    view: (folder: string): IsolationView | undefined => {
      const found = folders.find(folder);
      return found && { kind: found.kind, origin: found.origin };
    },
  };
}

export type IsolationParts = ReturnType<typeof isolationParts>;

export interface IsolationActionPartsOptions extends Pick<IsolationActionsOptions, "conversations" | "actions" | "folders"> {
  readonly isolation: IsolationParts;
  readonly settings: ValidatedSettings;
  readonly findSandbox: (folder: string) => SettingProblem | undefined;
  readonly dialogs: Notifier;
  readonly review: { readonly changesView: IsolationActionsOptions["view"] };
  readonly clock: Clock;
  readonly log: vscode.LogOutputChannel;
}

/** Builds the actions on isolated folders, and finishes work that a crash interrupted. Contains no logic. */
export function createIsolationActions(options: IsolationActionPartsOptions): IsolationActions {
  const { isolation, settings, findSandbox, dialogs: base, review, clock, log, ...others } = options;
  const dialogs = createIsolationDialogs({ say: (refusal) => base.say(refusal), now: () => clock.now(), review: (id) => actions.review(id) });
  const actions: IsolationActions = new IsolationActions({
    ...others,
    isolated: isolation.folders,
    dialogs,
    view: review.changesView,
    editors: { getUnsaved: (paths) => paths.filter((file) => editorFiles.isDirty(file)) },
    choices: (origin) => {
      if (!settings.read("isolation.allowEdits", false)) return {};
      return { permissionMode: "acceptEdits", ...(findSandbox(origin) ? {} : { sandbox: { enabled: true } }) };
    },
    toAbsolute: (folder, name) => path.join(folder, ...name.split("/")),
    title: formatIsolation,
  });
  background(
    isolation.folders.recover().then((done) => dialogs.showRecovered(done)),
    log,
    "finishing work on isolated folders",
  );
  return actions;
}
