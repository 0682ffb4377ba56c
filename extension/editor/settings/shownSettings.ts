import * as vscode from "vscode";
import type { Disposable } from "../../base/disposable.ts";
import type { Event } from "../../base/emitter.ts";
import { findOutOfScope } from "../../configuration/ignoredValues.ts";
import { combine } from "../../configuration/resolve.ts";
import type { Effective, LayerValue, SettingSource } from "../../contract/configuration.ts";
import type { IgnoredSetting } from "../../contract/pages/statusFacts.ts";
import type { StatusSettings } from "../../conversations/status/statusReader.ts";
import { inspectSetting, readEffectiveSetting } from "./inspectSetting.ts";
import type { WithheldSetting } from "./settingLayers.ts";

const prefix = "tandem.";

/** A setting of the manifest. */
export interface ManifestSetting {
  readonly scope?: string;
  readonly order?: number;
}

interface SettingGroup {
  readonly order: number;
  readonly properties: Readonly<Record<string, ManifestSetting>>;
}

/** Returns the settings that a manifest declares in groups, by their names with the prefix, with their order among all. */
export function getDeclaredSettings(manifest: {
  readonly contributes: { readonly configuration: readonly SettingGroup[] };
}): Readonly<Record<string, ManifestSetting>> {
  const all = manifest.contributes.configuration.flatMap(({ order: group, properties }) =>
    Object.entries(properties).map(([name, setting]) => [name, { ...setting, order: group * 1_000 + (setting.order ?? 0) }] as const),
  );
  return Object.fromEntries(all);
}

export interface ShownSettingsOptions {
  /** The settings of the manifest by their full names. */
  readonly manifest: Readonly<Record<string, ManifestSetting>>;
  /** Reads a settings file as JSON with comments. Undefined if there is none, or it cannot be read. */
  readonly readJson: (path: string) => Promise<unknown>;
  /** Returns the settings of a folder's workspace that are not in force. */
  readonly listWithheld: (folder: string) => readonly WithheldSetting[];
  /** Calls back when others may be in force. */
  readonly onDidDecide: (listener: () => void) => vscode.Disposable;
}

/** Every setting of Tandem with its source, and the values in settings files that have no effect. */
export class ShownSettings implements StatusSettings {
  readonly #options: ShownSettingsOptions;
  readonly #names: readonly string[];
  /** The values of the last folder, until a setting changes. */
  #last: { readonly folder: string; readonly settings: readonly Effective[] } | undefined;
  readonly #listening: vscode.Disposable;
  readonly #listeners = new Set<() => void>();

  constructor(options: ShownSettingsOptions) {
    this.#options = options;
    const order = (name: string): number => options.manifest[name]?.order ?? 0;
    this.#names = Object.keys(options.manifest)
      .sort((left, right) => order(left) - order(right))
      .map((name) => name.slice(prefix.length));
    const change = (): void => {
      this.#last = undefined;
      for (const listener of [...this.#listeners]) listener();
    };
    this.#listening = vscode.Disposable.from(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("tandem")) change();
      }),
      options.onDidDecide(change),
    );
  }

  readonly onDidChange: Event<void> = (listener): Disposable => {
    const entry = (): void => listener();
    this.#listeners.add(entry);
    return { dispose: () => void this.#listeners.delete(entry) };
  };

  read(folder: string): readonly Effective[] {
    if (this.#last?.folder === folder) return this.#last.settings;
    const configuration = getConfiguration(folder, "tandem");
    const withheld = folder === "" ? [] : this.#options.listWithheld(folder);
    const settings = this.#names.map((name) =>
      readEffective(configuration, name, new Set(withheld.flatMap((each) => (each.name === name ? [each.scope] : [])))),
    );
    this.#last = { folder, settings };
    return settings;
  }

  async findIgnored(folder: string): Promise<readonly IgnoredSetting[]> {
    const found = getConfiguration(folder).inspect<Readonly<Record<string, unknown>>>("tandem");
    const unknown = [
      ...this.#findUnknown(found?.globalValue, { kind: "setting", scope: "user" }),
      ...this.#findUnknown(found?.workspaceValue, { kind: "setting", scope: "workspace" }),
      ...this.#findUnknown(hasFolderSettings() ? found?.workspaceFolderValue : undefined, { kind: "setting", scope: "folder" }),
    ];
    return [...unknown, ...(await this.#findOutOfScope())];
  }

  dispose(): void {
    this.#listening.dispose();
    this.#listeners.clear();
  }

  #findUnknown(values: unknown, source: SettingSource): IgnoredSetting[] {
    return flatten(values).flatMap(([name, value]) => (this.#isKnown(name) ? [] : [{ name, value, source, code: "unknown" } as const]));
  }

  /** A setting, a key inside the object of one, or the beginning of one. */
  #isKnown(name: string): boolean {
    return this.#names.some((known) => known === name || name.startsWith(`${known}.`));
  }

  /** The editor does not pass on values that a file may not set, so the files of the workspace and of its folders are read. */
  async #findOutOfScope(): Promise<IgnoredSetting[]> {
    const { manifest, readJson } = this.#options;
    const scopes = new Map(Object.entries(manifest).flatMap(([name, { scope }]) => (scope === undefined ? [] : [[name, scope]])));
    const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
    const readFolder = async (folder: vscode.Uri): Promise<readonly IgnoredSetting[]> =>
      findOutOfScope(
        hasFolderSettings() ? "folder" : "workspace",
        await readJson(vscode.Uri.joinPath(folder, ".vscode", "settings.json").fsPath),
        scopes,
        prefix,
      );
    const readWorkspace = async (file: vscode.Uri): Promise<readonly IgnoredSetting[]> => {
      const written = await readJson(file.fsPath);
      const values = typeof written === "object" && written !== null && "settings" in written ? written.settings : undefined;
      return findOutOfScope("workspace", values, scopes, prefix);
    };
    const all = await Promise.all([
      ...(workspaceFile?.scheme === "file" ? [readWorkspace(workspaceFile)] : []),
      ...workspaceFolders.map(({ uri }) => readFolder(uri)),
    ]);
    return all.flat();
  }
}

/** In a window of a single folder the settings of the folder are those of the workspace, and the editor reports them as both. */
function hasFolderSettings(): boolean {
  return vscode.workspace.workspaceFile !== undefined;
}

function getConfiguration(folder: string, section?: string): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration(section, folder === "" ? null : vscode.Uri.file(folder));
}

function readEffective(configuration: vscode.WorkspaceConfiguration, name: string, withheld: ReadonlySet<string>): Effective {
  const inspected = inspectSetting(configuration, name);
  const values = [
    ["folder", hasFolderSettings() ? inspected.folder : undefined],
    ["workspace", inspected.workspace],
    ["user", inspected.user],
  ] as const;
  const all = values.flatMap(([scope, value]): LayerValue[] =>
    value === undefined ? [] : [{ source: { kind: "setting", scope }, value, ...(withheld.has(scope) ? { isWithheld: true } : {}) }],
  );
  const inForce = combine([...all.filter(({ isWithheld }) => !isWithheld), { source: { kind: "default" }, value: inspected.default }]);
  if (withheld.size === 0) return { name, ...inForce, value: readEffectiveSetting(configuration, name) };
  return { name, ...inForce, overridden: [...all.filter(({ isWithheld }) => isWithheld), ...inForce.overridden] };
}

/** Returns the leaves of nested sections by their dotted names: the editor nests `tandem.a.b` as `{ a: { b } }`. */
function flatten(values: unknown, path = ""): readonly (readonly [name: string, value: unknown])[] {
  if (typeof values !== "object" || values === null || Array.isArray(values)) return path === "" || values === undefined ? [] : [[path, values]];
  return Object.entries(values).flatMap(([key, value]) => flatten(value, path === "" ? key : `${path}.${key}`));
}
