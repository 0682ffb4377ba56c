import path from "node:path";
import * as vscode from "vscode";
import { optionRows, type SettingName, settingNames } from "../../core/options/options.ts";
import type {
  InspectedFolder,
  InspectedSetting,
  SettingScope,
  SettingsChange,
  SettingsSource,
  SettingsWriter,
} from "../../core/options/settingsSource.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import { leadsIntoFolder } from "../files/diskPaths.ts";

const section = "tandem";

const targets = {
  user: vscode.ConfigurationTarget.Global,
  workspace: vscode.ConfigurationTarget.Workspace,
  folder: vscode.ConfigurationTarget.WorkspaceFolder,
} as const;

/** The settings of Tandem in the editor. No other file asks the editor for them, or writes them there. */
export class EditorSettings implements SettingsSource, SettingsWriter, Disposable {
  readonly #store = new DisposableStore();
  readonly #changed: Emitter<SettingsChange>;

  /** `onError` receives errors that listeners throw. */
  constructor(onError: (error: unknown) => void) {
    this.#changed = this.#store.add(new Emitter(onError));
    const { onDidChangeConfiguration, onDidChangeWorkspaceFolders, onDidGrantWorkspaceTrust } = vscode.workspace;
    const noteOther = (): void => this.#changed.fire({ names: new Set(), namesIn: () => [] });
    this.#store.add(onDidChangeWorkspaceFolders(noteOther));
    this.#store.add(onDidGrantWorkspaceTrust(noteOther));
    this.#store.add(
      onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration(section)) return;
        const names = settingNames.filter((name) => event.affectsConfiguration(`${section}.${name}`));
        const namesIn = (folder: string) =>
          names.filter((name) => event.affectsConfiguration(`${section}.${name}`, toUri(folder)));
        this.#changed.fire({ names: new Set(names), namesIn });
      }),
    );
  }

  get onDidChange() {
    return this.#changed.event;
  }

  inspect(folder: string): InspectedFolder {
    const uri = toUri(folder);
    const { workspaceFile, workspaceFolders: roots = [] } = vscode.workspace;
    // Settings of a workspace with one folder also apply to a working folder outside it.
    const workspace = (uri && vscode.workspace.getWorkspaceFolder(uri)) ?? (roots.length === 1 ? roots[0] : undefined);
    const root = (workspace?.uri ?? uri)?.fsPath ?? "";
    const file = root === "" ? undefined : path.join(root, ".vscode", "settings.json");
    const ofWorkspace = workspaceFile?.scheme === "file" ? workspaceFile.fsPath : undefined;
    const configuration = vscode.workspace.getConfiguration(section, uri ?? null);
    // Without a workspace file, the folder's settings are those of the workspace, and the editor reports them as both.
    const hasFolders = workspaceFile !== undefined;
    return {
      root,
      files: hasFolders
        ? [{ scope: "workspace", file: ofWorkspace }, ...(uri ? [{ scope: "folder", file } as const] : [])]
        : [{ scope: "workspace", file }],
      get: (name) =>
        getValues(
          configuration.inspect(name),
          isOnlyOfUser(name) ? [] : hasFolders ? ["workspace", "folder"] : ["workspace"],
        ),
      getAll: () =>
        getValues(
          vscode.workspace.getConfiguration(undefined, uri ?? null).inspect(section),
          hasFolders ? ["workspace", "folder"] : ["workspace"],
        ),
      toAbsolute: (at) => path.resolve(root, at),
      isInside: (at) => root !== "" && leadsIntoFolder(at, root),
    };
  }

  async write(name: SettingName, value: unknown, scope: SettingScope, folder = ""): Promise<void> {
    await vscode.workspace.getConfiguration(section, toUri(folder) ?? null).update(name, value, targets[scope]);
  }

  dispose(): void {
    this.#store.dispose();
  }
}

type Inspection = ReturnType<vscode.WorkspaceConfiguration["inspect"]>;

function getValues(found: Inspection, counting: readonly SettingScope[]): InspectedSetting {
  return {
    user: found?.globalValue,
    workspace: counting.includes("workspace") ? found?.workspaceValue : undefined,
    folder: counting.includes("folder") ? found?.workspaceFolderValue : undefined,
  };
}

/**
 * The editor takes no setting of the machine or the application from the files of a workspace, but it takes a key below
 * one, such as `tandem.environment.PATH`, for a part of its value (1.139): such a value does not count.
 */
function isOnlyOfUser(name: SettingName): boolean {
  const scope = optionRows.get(name)?.scope;
  return scope === "machine" || scope === "application";
}

function toUri(folder: string): vscode.Uri | undefined {
  return folder === "" ? undefined : vscode.Uri.file(folder);
}
