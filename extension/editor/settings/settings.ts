import * as vscode from "vscode";
import * as z from "zod";
import { type Failure, failures, isFailure } from "../../base/failure.ts";
import type { Logger } from "../../base/logger.ts";
import { type OptionValue, options, type SettingName } from "../../configuration/options.ts";
import { parseMode } from "../../contract/modes.ts";
import { dialogText } from "../../text/dialogs.ts";
import { formatSettingProblem } from "../../text/problems.ts";
import { toMessageText } from "../dialogs/plainText.ts";

type Name = SettingName;
export type Setting<N extends Name> = OptionValue<N>;

/** The sources whose values apply: "all" includes the settings files of the folder, "user" only the user's own settings. */
export type SettingsTrust = "all" | "user";

/** Returns the effective value for `folder`. Throws `settingInvalid` with the problem. */
export function readSetting<N extends Name>(name: N, folder?: vscode.Uri, origin: SettingsTrust = "all"): Setting<N> {
  const configuration = vscode.workspace.getConfiguration("tandem", folder ?? null);
  const inspected = origin === "user" ? configuration.inspect(name) : undefined;
  const value = inspected ? (inspected.globalValue ?? inspected.defaultValue) : configuration.get(name);
  const result = options[name].schema.safeParse(value);
  if (!result.success) throw failures.settingInvalid(`tandem.${name}`, { code: "malformed", issues: z.prettifyError(result.error) });
  return result.data as Setting<N>;
}

/** Reads settings whose invalid values must not stop anything: keeps the last valid value, and shows each problem once. */
export class ValidatedSettings {
  readonly #logger: Logger;
  /** The last valid values by name, folder and origin. */
  readonly #last = new Map<string, unknown>();
  readonly #said = new Set<string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Returns the effective value; if it is invalid, the last valid value, else `fallback`. */
  read<N extends Name>(name: N, fallback: Setting<N>, folder = ""): Setting<N> {
    try {
      return this.readValid(name, folder === "" ? undefined : vscode.Uri.file(folder));
    } catch (error) {
      if (!isFailure(error, "settingInvalid")) throw error;
      this.#report(name, error);
      return fallback;
    }
  }

  /** Returns the effective value; if it is invalid, the last valid value. Throws `settingInvalid` where the value was never valid. */
  readValid<N extends Name>(name: N, folder?: vscode.Uri, origin: SettingsTrust = "all"): Setting<N> {
    const key = JSON.stringify([name, folder?.toString(), origin]);
    try {
      const value = readSetting(name, folder, origin);
      this.#last.set(key, value);
      return value;
    } catch (error) {
      if (!isFailure(error, "settingInvalid") || !this.#last.has(key)) throw error;
      this.#report(name, error);
      return this.#last.get(key) as Setting<N>;
    }
  }

  #report(name: Name, { data }: Failure<"settingInvalid">): void {
    this.#say(name, dialogText.settingProblem(data.setting, formatSettingProblem(data.problem)));
  }

  #say(name: Name, message: string): void {
    if (this.#said.has(message)) return;
    this.#said.add(message);
    this.#logger.warn(message);
    const open = dialogText.openSettings();
    void vscode.window.showWarningMessage(toMessageText(message), open).then((answer) => {
      if (answer) void vscode.commands.executeCommand("workbench.action.openSettings", `tandem.${name}`);
    });
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
