import type { LayerValue } from "../contract/configuration.ts";
import type { WrongValue } from "../contract/settingProblem.ts";
import { getRow, type SettingName } from "./options.ts";
import type { FoundEntry } from "./repository/parsedFile.ts";
import { isInForce } from "./repository/workspaceSettings.ts";
import { type InspectedFolder, type SettingScope, type SettingsTrust, settingScopes } from "./settingsSource.ts";
import { findWrongValue } from "./wrongValue.ts";

/** A value of a scope that is wrong. `folder` is that of its settings file; empty where one file is for all folders. */
export interface WrongSetting {
  readonly name: SettingName;
  readonly scope: SettingScope;
  readonly folder: string;
}

/** The values of a setting in all its files. */
export interface FoundValues {
  /** The valid values in force, the strongest first. */
  readonly values: readonly LayerValue[];
  /** Values of the workspace that are not in force. */
  readonly withheld: readonly LayerValue[];
  /** `keepsLast`: the last valid value remains in effect. `isCovered`: a stronger scope has a value. */
  readonly wrong: readonly { readonly setting: WrongSetting; readonly problem: WrongValue; readonly keepsLast: boolean; readonly isCovered: boolean }[];
}

/** Reads settings scope by scope, and remembers the last valid value of each. */
export class LastValues {
  /** By setting, scope and folder; undefined for a scope that did not set it. */
  readonly #last = new Map<string, unknown>();
  readonly #knows: (entry: FoundEntry) => boolean;
  readonly #clear: (setting: WrongSetting) => void;

  /** `knows` returns whether the user decided to start with an entry of a workspace's settings; `clear` is called for each value that is valid. */
  constructor(knows: (entry: FoundEntry) => boolean, clear: (setting: WrongSetting) => void) {
    this.#knows = knows;
    this.#clear = clear;
  }

  /** Finds out of each scope whether its value counts, whether it is valid, and if not, the last valid one. Paths are absolute. */
  find(name: SettingName, { root, files, get, toAbsolute }: InspectedFolder, trust: SettingsTrust): FoundValues {
    const written = get(name);
    const row = getRow(name);
    const values: LayerValue[] = [];
    const withheld: LayerValue[] = [];
    const wrong: FoundValues["wrong"][number][] = [];
    for (const scope of settingScopes) {
      const file = files.find((each) => each.scope === scope);
      if (scope !== "user" && !file) continue;
      const source = { kind: "setting", scope } as const;
      const value = written[scope];
      if (scope !== "user" && (trust === "user" || !isInForce(name, value, { users: written.user, file: file?.file, knows: this.#knows }))) {
        if (value !== undefined) withheld.push({ source, value, isWithheld: true });
        continue;
      }
      // The files of the user and of the workspace are the same for all folders.
      const setting = { name, scope, folder: scope === "folder" ? root : "" };
      const key = JSON.stringify(setting);
      const problem = value === undefined ? undefined : findWrongValue(row, value);
      if (problem) wrong.push({ setting, problem, keepsLast: this.#last.has(key), isCovered: values.length > 0 });
      else {
        this.#clear(setting);
        this.#last.set(key, value === undefined ? undefined : row.schema.parse(value));
      }
      const valid = this.#last.get(key);
      if (valid !== undefined) values.push({ source, value: row.isPath ? mapPaths(valid, toAbsolute) : valid });
    }
    return { values, withheld, wrong };
  }
}

function mapPaths(value: unknown, toAbsolute: (path: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each: string) => toAbsolute(each));
  return value === "" ? "" : toAbsolute(String(value));
}
