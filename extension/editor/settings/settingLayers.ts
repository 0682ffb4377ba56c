import path from "node:path";
import * as vscode from "vscode";
import { options, type SettingName } from "../../configuration/options.ts";
import type { FoundEntry } from "../../configuration/repository/parsedFile.ts";
import type { Layer } from "../../configuration/resolve.ts";
import type { SettingSource } from "../../contract/configuration.ts";
import { inspectSetting } from "./inspectSetting.ts";
import type { SettingsTrust, ValidatedSettings } from "./settings.ts";
import { findSettingsFiles } from "./workspaceEntries.ts";
import { isInForce } from "./workspaceSettings.ts";

const scopes = ["user", "workspace", "folder"] as const;

const names = Object.entries(options).flatMap(([name, { scope }]) => (scope === null ? [] : [name as SettingName]));

/** A setting of the workspace that is not in force. */
export interface WithheldSetting {
  readonly name: string;
  readonly scope: "workspace" | "folder";
}

/** Calls back when the settings of a folder may have other values. */
export function onDidChangeSettings(listener: () => void): vscode.Disposable {
  const { onDidChangeConfiguration, onDidChangeWorkspaceFolders, onDidGrantWorkspaceTrust } = vscode.workspace;
  return vscode.Disposable.from(
    onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("tandem")) listener();
    }),
    onDidChangeWorkspaceFolders(listener),
    onDidGrantWorkspaceTrust(listener),
  );
}

/** Reads the settings of a folder by scope. A wrong value keeps the last valid one of its scope. */
export class SettingLayers {
  readonly #settings: Pick<ValidatedSettings, "check">;
  readonly #knows: (entry: FoundEntry) => boolean;

  /** `knows` returns whether the user decided to start with an entry of a workspace's settings. It is asked at every read, so that it holds at every moment. */
  constructor(settings: Pick<ValidatedSettings, "check">, knows: (entry: FoundEntry) => boolean) {
    this.#settings = settings;
    this.#knows = knows;
  }

  /**
   * Returns the settings that apply to a start in `folder`: of the workspace those that allow no more than the user's own, and those that the user
   * consented to; with `trust` "user" none. Throws `settingInvalid` for a wrong value of an option of `claude` that was never valid in this window.
   */
  read(folder: string, trust: SettingsTrust): readonly Layer[] {
    return this.#read(folder, trust, true);
  }

  /** Returns the same for what runs already or is only shown: leaves out wrong values that were never valid. */
  readKept(folder: string, trust: SettingsTrust): readonly Layer[] {
    return this.#read(folder, trust, false);
  }

  /** Returns what the workspace sets for a folder and what is not in force, because the user did not allow it. */
  listWithheld(folder: string, trust: SettingsTrust): readonly WithheldSetting[] {
    const withheld: WithheldSetting[] = [];
    this.#read(folder, trust, false, (name, scope) => withheld.push({ name, scope }));
    return withheld;
  }

  #read(
    folder: string,
    trust: SettingsTrust,
    isForStart: boolean,
    onWithheld?: (name: SettingName, scope: WithheldSetting["scope"]) => void,
  ): readonly Layer[] {
    const uri = vscode.Uri.file(folder);
    const configuration = vscode.workspace.getConfiguration("tandem", uri);
    const { root, files } = findSettingsFiles(uri);
    const fileOf = new Map(files.map(({ scope, file }) => [scope, file]));
    const inspected = names.map((name) => [name, inspectSetting(configuration, name)] as const);
    // Without a workspace file, the folder's settings are those of the workspace.
    const own = vscode.workspace.workspaceFile ? scopes : scopes.slice(0, 2);
    return own.map((scope): Layer => {
      const source: SettingSource = { kind: "setting", scope };
      const values = inspected.flatMap(([name, found]) => {
        if (scope !== "user" && (trust === "user" || !isInForce(name, found[scope], { users: found.user, file: fileOf.get(scope), knows: this.#knows }))) {
          if (found[scope] !== undefined) onWithheld?.(name, scope);
          return [];
        }
        const checked = this.#settings.check(name, found[scope], { folder: scope === "user" ? undefined : uri, scope }, isForStart);
        return checked === undefined ? [] : [[name, toAbsolute(name, checked, root)] as const];
      });
      return { source, values: Object.fromEntries(values) };
    });
  }
}

/** Makes paths absolute; they are relative to the root. */
function toAbsolute(name: SettingName, value: unknown, root: string): unknown {
  if (!options[name].isPath) return value;
  if (Array.isArray(value)) return value.map((entry: string) => path.resolve(root, entry));
  return value === "" ? "" : path.resolve(root, String(value));
}
