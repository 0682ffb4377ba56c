import type { LayerValue } from "../../shared/contract/configuration.ts";
import type { WrongValue } from "../../shared/contract/settingProblem.ts";
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
  /** Values that are not in force: those of the workspace, and those of the user that lead into it. */
  readonly withheld: readonly LayerValue[];
  /** `keepsLast`: what was there before remains in effect. `isCovered`: a stronger scope has a value. */
  readonly wrong: readonly {
    readonly setting: WrongSetting;
    readonly problem: WrongValue;
    readonly keepsLast: boolean;
    readonly isCovered: boolean;
  }[];
}

/** Settings by which `claude` loads what a path leads to. */
const loaded: ReadonlySet<SettingName> = new Set<SettingName>(["settingsFile", "pluginDirectories"]);

/**
 * Reads settings scope by scope, and remembers the last valid value of each. One of a workspace counts only while it
 * would be in force if it were there.
 */
export class LastValues {
  /** As they are written, by setting, scope and folder; undefined for a scope that did not set it. */
  readonly #last = new Map<string, unknown>();
  readonly #knows: (entry: FoundEntry) => boolean;
  readonly #clear: (setting: WrongSetting) => void;

  /**
   * `knows` returns whether the user decided to start with an entry of a workspace's settings; `clear` is called for
   * each value that is valid.
   */
  constructor(knows: (entry: FoundEntry) => boolean, clear: (setting: WrongSetting) => void) {
    this.#knows = knows;
    this.#clear = clear;
  }

  /**
   * Finds out of each scope whether its value counts, whether it is valid, and if not, the last valid one. Paths are
   * absolute.
   */
  find(
    name: SettingName,
    { root, files, get, toAbsolute, isInside }: InspectedFolder,
    trust: SettingsTrust,
  ): FoundValues {
    const written = get(name);
    const row = getRow(name);
    const users = this.#getUsers(name, written.user);
    const values: LayerValue[] = [];
    const withheld: LayerValue[] = [];
    const wrong: FoundValues["wrong"][number][] = [];
    for (const scope of settingScopes) {
      const file = files.find((each) => each.scope === scope);
      if (scope !== "user" && !file) continue;
      const source = { kind: "setting", scope } as const;
      const value = written[scope];
      const counts = (each: unknown): boolean =>
        scope === "user" || isInForce(name, each, { users, file: file?.file, knows: this.#knows });
      if (scope !== "user" && (trust === "user" || !counts(value))) {
        if (value !== undefined) withheld.push({ source, value, isWithheld: true });
        continue;
      }
      // The files of the user and of the workspace are the same for all folders.
      const setting = { name, scope, folder: scope === "folder" ? root : "" };
      const key = JSON.stringify(setting);
      const problem = value === undefined ? undefined : findWrongValue(row, value);
      const last = this.#last.get(key);
      // If a working folder is chosen, the user is asked about the one that is written, so that no earlier one may
      // take its place.
      const isKept = last !== undefined && counts(last) && (scope === "user" || name !== "workingDirectory");
      if (problem) {
        const mayBeUnset = !isOfStart(name) || row.restrictsNothing === true;
        const keepsUnset = last === undefined && this.#last.has(key) && mayBeUnset;
        wrong.push({ setting, problem, keepsLast: isKept || keepsUnset, isCovered: values.length > 0 });
        if (!isKept) continue;
      } else {
        this.#clear(setting);
        this.#last.set(key, value);
        if (value === undefined) continue;
      }
      const valid = row.schema.parse(problem ? last : value);
      const absolute = row.isPath ? mapPaths(valid, toAbsolute) : valid;
      const { own, brought } = trust === "user" && loaded.has(name) ? split(absolute, isInside) : { own: absolute };
      if (brought !== undefined) withheld.push({ source, value: brought, isWithheld: true });
      if (own !== undefined) values.push({ source, value: own });
    }
    return { values, withheld, wrong };
  }

  /** Returns the user's own value with which those of a workspace are compared: the one in effect if there is one. */
  #getUsers(name: SettingName, value: unknown): unknown {
    const isWrong = value !== undefined && findWrongValue(getRow(name), value) !== undefined;
    return (isWrong ? this.#last.get(JSON.stringify({ name, scope: "user", folder: "" })) : undefined) ?? value;
  }
}

/**
 * Returns true if a start of `claude` depends on an option: without its value, `claude` could be less restricted than
 * the user wants.
 */
export function isOfStart(name: SettingName): boolean {
  const { launch, live, isOfStart: isNamed } = getRow(name);
  return (
    launch !== undefined || live !== undefined || isNamed === true || name === "claudePath" || name === "environment"
  );
}

function mapPaths(value: unknown, toAbsolute: (path: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each: string) => toAbsolute(each));
  return value === "" ? "" : toAbsolute(String(value));
}

/** Splits a path, or a list of paths, into what leads into a folder and the rest; undefined for nothing. */
function split(
  value: unknown,
  isInside: (path: string) => boolean,
): { readonly own?: unknown; readonly brought?: unknown } {
  if (!Array.isArray(value)) return value !== "" && isInside(String(value)) ? { brought: value } : { own: value };
  const brought = value.filter((each: string) => isInside(each));
  return brought.length === 0 ? { own: value } : { own: value.filter((each) => !brought.includes(each)), brought };
}
