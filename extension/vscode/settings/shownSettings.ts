import * as vscode from "vscode";
import type { StatusSettings } from "../../core/conversations/status/statusReader.ts";
import type { FolderSettings } from "../../core/options/folderSettings.ts";
import { findOutOfScope } from "../../core/options/ignoredValues.ts";
import { getRow, settingNames } from "../../core/options/options.ts";
import { type SettingsSource, settingScopes } from "../../core/options/settingsSource.ts";
import { readObject } from "../../shared/base/read.ts";
import type { Effective, SettingSource } from "../../shared/contract/configuration.ts";
import type { IgnoredSetting } from "../../shared/contract/pages/statusFacts.ts";

const prefix = "tandem.";

interface SettingGroup {
  readonly order: number;
  readonly properties: Readonly<Record<string, { readonly order?: number }>>;
}

/** Returns the position of each setting among all that a manifest declares in groups. */
export function getSettingOrder(manifest: {
  readonly contributes: { readonly configuration: readonly SettingGroup[] };
}): (name: string) => number {
  const groups = manifest.contributes.configuration;
  const orders = new Map(
    groups.flatMap(({ order, properties }) =>
      Object.entries(properties).map(([name, own]) => [name, order * 1_000 + (own.order ?? 0)]),
    ),
  );
  return (name) => orders.get(prefix + name) ?? 0;
}

export interface ShownSettingsOptions {
  /** Returns the position of a setting in the manifest. */
  readonly order: (name: string) => number;
  readonly settings: Pick<FolderSettings, "explain" | "onDidChange">;
  readonly source: Pick<SettingsSource, "inspect">;
  /** Reads a settings file as JSON with comments. Undefined if there is none, or it cannot be read. */
  readonly readJson: (path: string) => Promise<unknown>;
}

/** Every setting of Tandem with its source, and the values in settings files that have no effect. */
export class ShownSettings implements StatusSettings {
  readonly #options: ShownSettingsOptions;

  constructor(options: ShownSettingsOptions) {
    this.#options = options;
  }

  get onDidChange() {
    return this.#options.settings.onDidChange;
  }

  /** Returns the settings in the order of the manifest. */
  read(folder: string): readonly Effective[] {
    const { order, settings } = this.#options;
    return settings.explain(folder).toSorted((left, right) => order(left.name) - order(right.name));
  }

  async findIgnored(folder: string): Promise<readonly IgnoredSetting[]> {
    const all = this.#options.source.inspect(folder).getAll();
    const unknown = settingScopes.toReversed().flatMap((scope) => findUnknown(all[scope], { kind: "setting", scope }));
    return [...unknown, ...(await this.#findOutOfScope())];
  }

  /**
   * The editor does not pass on values that a file may not set, so the files of the workspace and of its folders are
   * read.
   */
  async #findOutOfScope(): Promise<IgnoredSetting[]> {
    const { source, readJson } = this.#options;
    const folders = ["", ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath)];
    const files = new Map(
      folders.flatMap((folder) => source.inspect(folder).files.map(({ scope, file }) => [file, scope])),
    );
    const found = [...files].map(async ([file, scope]) => {
      const written = file === undefined ? undefined : await readJson(file);
      const isWorkspaceFile = vscode.workspace.workspaceFile !== undefined && scope === "workspace";
      return findOutOfScope(scope, isWorkspaceFile ? readObject(written, "settings") : written, scopes, prefix);
    });
    return (await Promise.all(found)).flat();
  }
}

const scopes = new Map(settingNames.map((name) => [prefix + name, String(getRow(name).scope)]));

function findUnknown(values: unknown, source: SettingSource): IgnoredSetting[] {
  return flatten(values).flatMap(([name, value]) =>
    isKnown(name) ? [] : [{ name, value, source, code: "unknown" } as const],
  );
}

/** Returns true for a setting and for a key inside the object of one. */
function isKnown(name: string): boolean {
  return settingNames.some((known) => known === name || name.startsWith(`${known}.`));
}

/** Returns the leaves of nested sections by their dotted names: the editor nests `tandem.a.b` as `{ a: { b } }`. */
function flatten(values: unknown, path = ""): readonly (readonly [name: string, value: unknown])[] {
  if (typeof values !== "object" || values === null || Array.isArray(values))
    return path === "" || values === undefined ? [] : [[path, values]];
  return Object.entries(values).flatMap(([key, value]) => flatten(value, path === "" ? key : `${path}.${key}`));
}
