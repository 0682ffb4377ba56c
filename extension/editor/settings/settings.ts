import * as vscode from "vscode";
import { failures, isFailure } from "../../base/failure.ts";
import type { Option } from "../../configuration/option.ts";
import { type OptionValue, optionRows, options, type SettingName } from "../../configuration/options.ts";
import { findWrongValue } from "../../configuration/wrongValue.ts";
import { parseMode } from "../../contract/modes.ts";
import type { SettingReports } from "./settingReports.ts";

type Name = SettingName;
export type Setting<N extends Name> = OptionValue<N>;

/** The sources whose values apply: "all" includes the settings files of the folder, "user" only the user's own settings. */
export type SettingsTrust = "all" | "user";

/** Returns the effective value for `folder`. Throws `settingInvalid` with the problem. */
export function readSetting<N extends Name>(name: N, folder?: vscode.Uri, origin: SettingsTrust = "all"): Setting<N> {
  const configuration = vscode.workspace.getConfiguration("tandem", folder ?? null);
  const inspected = origin === "user" ? configuration.inspect(name) : undefined;
  const value = inspected ? (inspected.globalValue ?? inspected.defaultValue) : configuration.get(name);
  const wrong = findWrongValue(options[name] as Option, value);
  if (wrong) throw failures.settingInvalid(`tandem.${name}`, wrong);
  return options[name].schema.parse(value) as Setting<N>;
}

/** Reads settings whose invalid values must not stop anything: keeps the last valid value, and shows each problem once. */
export class ValidatedSettings {
  readonly #reports: Pick<SettingReports, "report" | "clear">;
  /** The last valid values by name, folder and origin. */
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

/**
 * Returns the mode in which a conversation starts: `chosen` if it is a mode that a start accepts, else the setting. Throws `settingInvalid` for the
 * bypass mode unless `allowDangerouslySkipPermissions`, which only applies from the application's settings, allows it.
 */
function readPermissionMode(folder: vscode.Uri, chosen: string | undefined, origin: SettingsTrust): Setting<"permissionMode"> {
  const mode = (chosen === undefined ? undefined : parseMode(chosen)) ?? readSetting("permissionMode", folder, origin);
  if (mode === "bypassPermissions" && !readSetting("allowDangerouslySkipPermissions")) {
    throw failures.settingInvalid("tandem.permissionMode", { code: "bypassNotAllowed" });
  }
  return mode;
}

/** Returns the settings of `folder` that the start of a process uses, except the MCP servers (`mcpServers.ts`). Throws `settingInvalid`. */
export function readStartSettings(folder: vscode.Uri, chosenMode: string | undefined, origin: SettingsTrust) {
  return {
    claudePath: readSetting("claudePath", folder, origin),
    permissionMode: readPermissionMode(folder, chosenMode, origin),
    allowDangerouslySkipPermissions: readSetting("allowDangerouslySkipPermissions"),
    model: readSetting("model", folder),
    suggestsPrompts: readSetting("chat.promptSuggestions", folder),
  };
}
