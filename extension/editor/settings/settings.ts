import * as vscode from "vscode";
import { failures, isFailure } from "../../base/failure.ts";
import type { Option } from "../../configuration/option.ts";
import { type OptionValue, optionRows, options, type SettingName } from "../../configuration/options.ts";
import { findWrongValue } from "../../configuration/wrongValue.ts";
import { inspectSetting, readEffectiveSetting } from "./inspectSetting.ts";
import type { SettingReports } from "./settingReports.ts";

type Name = SettingName;
export type Setting<N extends Name> = OptionValue<N>;

/** The sources whose values apply: "all" includes the settings files of the folder, "user" only the user's own settings. */
export type SettingsTrust = "all" | "user";

/** Returns the effective value for `folder`. Throws `settingInvalid` with the problem. */
export function readSetting<N extends Name>(name: N, folder?: vscode.Uri, origin: SettingsTrust = "all"): Setting<N> {
  const configuration = vscode.workspace.getConfiguration("tandem", folder ?? null);
  const inspected = origin === "user" ? inspectSetting(configuration, name) : undefined;
  const value = inspected ? (inspected.user ?? inspected.default) : readEffectiveSetting(configuration, name);
  const wrong = findWrongValue(options[name] as Option, value);
  if (wrong) throw failures.settingInvalid(`tandem.${name}`, wrong);
  return options[name].schema.parse(value) as Setting<N>;
}

/** A scope of the settings of a folder; without a folder that of the user. */
interface ScopeOfFolder {
  readonly folder: vscode.Uri | undefined;
  readonly scope: string;
}

/** Reads settings whose invalid values must not stop anything: keeps the last valid value, and shows each problem once. */
export class ValidatedSettings {
  readonly #reports: Pick<SettingReports, "report" | "clear">;
  /** The last valid values by name, folder and origin or scope; undefined for a scope that did not set the name. */
  readonly #last = new Map<string, unknown>();

  constructor(reports: Pick<SettingReports, "report" | "clear">) {
    this.#reports = reports;
  }

  /** Returns the effective value; if it is invalid, the last valid value, else `fallback`. */
  read<N extends Name>(name: N, fallback: Setting<N>, folder = ""): Setting<N> {
    const uri = folder === "" ? undefined : vscode.Uri.file(folder);
    try {
      return this.readValid(name, uri);
    } catch (error) {
      if (!isFailure(error, "settingInvalid")) throw error;
      this.#reports.report({ name, folder: uri }, error.data.problem, false);
      return fallback;
    }
  }

  /** Returns the effective value; if it is invalid, the last valid value. Throws `settingInvalid` where the value was never valid. */
  readValid<N extends Name>(name: N, folder?: vscode.Uri, origin: SettingsTrust = "all"): Setting<N> {
    // A setting has one value for a whole workspace folder.
    const root = folder && (vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder);
    const key = JSON.stringify([name, root?.toString(), origin]);
    try {
      const value = readSetting(name, folder, origin);
      this.#last.set(key, value);
      this.#reports.clear({ name, folder: root });
      return value;
    } catch (error) {
      if (!isFailure(error, "settingInvalid") || !this.#last.has(key)) throw error;
      this.#reports.report({ name, folder: root }, error.data.problem, true);
      return this.#last.get(key) as Setting<N>;
    }
  }

  /**
   * Returns a value of one scope, undefined if the scope does not set it; for an invalid value the last valid state of the scope. Where there was
   * none, returns undefined, or with `isForStart` throws `settingInvalid` for an option of `claude`, since a start without it could be less safe.
   */
  check<N extends Name>(name: N, value: unknown, at: ScopeOfFolder, isForStart: boolean): Setting<N> | undefined {
    const row: Option = options[name] as Option;
    const key = JSON.stringify([name, at.folder?.toString(), at.scope, "scope"]);
    const wrong = value === undefined ? undefined : findWrongValue(row, value);
    if (wrong) {
      const hasLast = this.#last.has(key);
      if (isForStart && !hasLast && isOfClaude(name, row)) throw failures.settingInvalid(`tandem.${name}`, wrong);
      this.#reports.report({ name, ...at }, wrong, hasLast);
      return this.#last.get(key) as Setting<N> | undefined;
    }
    this.#reports.clear({ name, ...at });
    const parsed = value === undefined ? undefined : row.schema.parse(value);
    this.#last.set(key, parsed);
    return parsed as Setting<N> | undefined;
  }

  /** Reads every setting of a folder, so that its valid value is kept when a wrong one follows. `isReported`: reports the wrong ones. */
  readAll(folder: vscode.Uri | undefined, isReported: boolean): void {
    for (const [name, { scope }] of optionRows) {
      if (scope === null) continue;
      try {
        this.readValid(name as Name, folder);
      } catch (error) {
        if (!isFailure(error, "settingInvalid")) throw error;
        if (isReported) this.#reports.report({ name, folder }, error.data.problem, false);
      }
    }
  }
}

/** Returns true if a start of `claude` depends on an option. */
function isOfClaude(name: Name, { launch, live, isOfStart }: Option): boolean {
  return launch !== undefined || live !== undefined || isOfStart === true || name === "claudePath" || name === "environment";
}
